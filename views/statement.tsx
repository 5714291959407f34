import { h, type VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { unisolated } from "../domain/base/clean_text.ts";
import { useProposed } from "./change.tsx";
import { Figures } from "./chart/tables.tsx";
import { type Answered, Button, Lead, Line, Problem, Small, useAsking } from "./parts.tsx";
import { AccountChoice, FileField, packed, Questions } from "./statement_questions.tsx";
import { type RowDecision, type StatementAnswer, StatementGroups } from "./statement_rows.tsx";
import type { Change } from "./use_card.ts";
import { amount, counted, dayName, sum, type ViewProps } from "./words.ts";

const COMPARE = "compare_statement";
const IMPORT = "import_statement";

/** Arguments to repeat in every call, because the server doesn't store them with the statement. */
const LASTING = ["plan_id", "account_id", "reconcile", "adjust"];

type Args = ViewProps<unknown>["args"];

/**
 * Whether an answer is from the stage that compares the statement, rather than from the stage that
 * previews and imports the statement.
 */
export function isAboutStatement({ status }: { readonly status?: unknown }): boolean {
  return ["statement_wanted", "question", "compared"].includes(String(status));
}

/** Accepts a bank's file, compares it with an account, and previews its import. */
export function StatementView(props: ViewProps<StatementAnswer>): VNode {
  const { page, call, canAsk, tellModel } = props;
  const [answer, setAnswer] = useState(props.answer);
  const [args, setArgs] = useState<Args>(
    Object.fromEntries(LASTING.map((name) => [name, props.args[name]])),
  );
  const about = { plan_id: args["plan_id"], account_id: args["account_id"] };
  /** Decisions for the rows that the user has deselected or reselected. */
  const [ticks, setTicks] = useState<ReadonlyMap<number, RowDecision>>(new Map());
  const [isDecided, setDecided] = useState(props.args["decide"] !== undefined);
  const { ask: tryToAsk } = useAsking(call);
  const { card, isCardBusy, setProposed } = useProposed(props, async () => {
    // Compare the statement again, because rows that the import has entered are no longer new.
    const now = await tryToAsk<StatementAnswer>(COMPARE, { ...about, statement });
    if (now !== null) setAnswer(now.answer);
  });
  const [trouble, setTrouble] = useState("");
  const { isBusy: isAsking, problem, ask, lead, focusLead } = useAsking(call);
  const isBusy = isAsking || isCardBusy;
  /** Repeats the last comparison, with the given account. */
  const retry = useRef<((accountId: string) => void)>(() => {});
  const { statement, questions = [], files = [] } = answer;
  const skipped = new Set([...ticks.values()].flatMap(({ row, as }) => as === "skip" ? row : []));

  const show = ({ answer: next }: Answered<StatementAnswer>): void => {
    if (next.statement !== statement) {
      setTicks(new Map());
      setDecided(false);
    }
    setAnswer(next);
    // The model needs only the handle: the server stores the file and the choices under it.
    tellModel(
      `The user worked on bank statement ${next.statement} in the view. The server stores the ` +
        "choices with the statement.",
    );
  };
  const start = (): void => {
    focusLead();
    setTrouble("");
    // Remove any earlier preview from the view, because it was based on earlier choices.
    setProposed(null);
  };
  const compare = async (
    send: (args: Args) => Promise<Answered<StatementAnswer> | null>,
    accountId = args["account_id"],
  ): Promise<void> => {
    start();
    retry.current = (id) => void compare(send, id);
    const compared = await send({ ...about, account_id: accountId });
    if (compared === null) return;
    setArgs({ ...args, account_id: accountId });
    show(compared);
  };
  /** Compares the statement again. The server still has the user's earlier decisions. */
  const again = (change: Args): Promise<void> =>
    compare((given) => ask<StatementAnswer>(COMPARE, { ...given, statement, ...change }));
  const hand = async (file: File): Promise<void> => {
    start();
    // Read the file only once, because it may be gone by the time the user chooses the account.
    const data = await packed(file).catch(({ message }: Error) => setTrouble(message));
    if (!data) return;
    const name = file.name.slice(0, 200);
    await compare((given) =>
      ask<StatementAnswer>("hand_statement", {
        tool: COMPARE,
        arguments: given,
        key: page.key,
        name,
        data,
      })
    );
  };
  const preview = async (): Promise<void> => {
    start();
    if (ticks.size > 0) setDecided(true);
    const wanted = { ...args, statement, decide: [...ticks.values()] };
    // If the server answers late, compare again, because the rows may have been entered by then.
    const proposed = await ask<Change & StatementAnswer>(IMPORT, wanted, () => void again({}));
    if (proposed === null) return;
    if (isAboutStatement(proposed.answer)) return show(proposed);
    setProposed({ ...proposed, tool: IMPORT, args: wanted });
  };
  const tick = (row: number, isTicked: boolean): void => {
    setTicks((old) => new Map([...old, [row, { row, as: isTicked ? "new" : "skip" }]]));
    setProposed(null);
  };
  const decide = (decision: RowDecision): void => {
    setDecided(true);
    void again({ decide: [decision] });
  };
  /** Discards all decisions by having the server read the statement again. */
  const forget = (): void => {
    setTicks(new Map());
    setDecided(false);
    void again({ read_as: {} });
  };

  return (
    <section aria-busy={isAsking}>
      <h1>Bank statement{answer.account && `: ${answer.account}`}</h1>
      <Lead lead={lead} isBusy={isAsking}>{readWords(answer)}</Lead>
      {canAsk
        ? (
          <details class="what-if" open={answer.status === "statement_wanted"}>
            <summary>{statement ? "Another file" : "Your bank's file"}</summary>
            <FileField isOff={isBusy} onFile={(file) => void hand(file)} />
          </details>
        )
        : answer.status === "statement_wanted" && (
          <Small>
            This app can't accept a file here. Attach it to the conversation.
          </Small>
        )}
      {files.map(({ file, first, last, rows }) => (
        <div key={file}>
          <Line name={file} note={`${dayName(first)} \u2013 ${dayName(last)}`}>
            {counted(rows, "row")}
          </Line>
          {call && (
            <Button isOff={isBusy} act={() => again({ file: unisolated(file) })}>
              Compare <span class="hidden">{file}</span>
            </Button>
          )}
        </div>
      ))}
      <Questions
        questions={questions}
        isBusy={isBusy}
        onChoice={call && ((readAs) => void again({ read_as: readAs }))}
      />
      <BalanceLine answer={answer} skipped={skipped} />
      <StatementGroups
        {...props}
        answer={answer}
        isBusy={isBusy}
        skipped={skipped}
        onDecision={call && decide}
        onTick={page.decides ? tick : null}
      />
      {call && /account_id/u.test(problem)
        ? <AccountChoice call={call} planId={args["plan_id"]} onAccount={retry.current} />
        : <Problem words={trouble || problem} />}
      {card}
      {!card && answer.status === "compared" && (
        <div class="buttons">
          {page.decides && (
            <Button kind="yes" isOff={isBusy} act={preview}>Preview the changes</Button>
          )}
          {call && isDecided && <Button isOff={isBusy} act={forget}>Undo all choices</Button>}
        </div>
      )}
    </section>
  );
}

/** Summarizes the statement or, if none has been read, says that an import needs confirmation. */
function readWords({ read }: StatementAnswer): string {
  if (read === undefined) return "Nothing is written until you confirm the import.";
  const { first, last, rows, sum_in: sumIn, sum_out: sumOut } = read;
  return [
    counted(rows, "row"),
    first && last && `${dayName(first)} \u2013 ${dayName(last)}`,
    `${amount(sumIn)} in`,
    `${amount(Math.abs(sumOut))} out`,
  ].filter(Boolean).join(", ");
}

/** Shows what the account's balances will be without the rows that the user has deselected. */
function BalanceLine(
  { answer: { balance, new: fresh = [] }, skipped }: {
    readonly answer: StatementAnswer;
    readonly skipped: ReadonlySet<number>;
  },
): VNode | null {
  if (balance === undefined) return null;
  const { opening, closing, difference, cleared_before: before, cleared_after: after } = balance;
  const without = sum(fresh.filter(({ row }) => skipped.has(row)).map((row) => row.amount));
  // If both balances are known, a missing `adds_up` means `false`, because answers omit `false`.
  const isShort = opening !== undefined && closing !== undefined && balance.adds_up !== true;
  const off = difference === undefined ? undefined : sum([difference, without]);
  return (
    <Figures
      figures={[
        ["Bank's closing balance", closing],
        ["Cleared afterward", sum([after, 0 - without]), { note: `now ${amount(before)}` }],
        ["Difference", off === 0 ? "None" : amount(off), { isBad: off !== 0 }],
        ["Rows add up", isShort ? "No" : "", { isBad: true }],
      ]}
    />
  );
}
