import { type ComponentChildren, Fragment, h, type VNode } from "preact";
import type { compareOutput } from "../tools/_statement_schema.ts";
import type { AnswerOf, ItemOf } from "./answers.ts";
import { amount, counted, dayName, NO_PAYEE, percent } from "./words.ts";
import { Choose, Line, Part, Small } from "./parts.tsx";

/** A tool's answer with the comparison of a bank statement and an account. */
export type StatementAnswer = AnswerOf<{ readonly output: typeof compareOutput }>;

type BankRow = Pick<ItemOf<StatementAnswer["new"]>, "row" | "date" | "amount" | "payee">;

export interface RowDecision {
  readonly row: number;
  readonly as: "match" | "new" | "skip" | "amount" | "transfer";
  readonly transaction_id?: string;
}

interface GroupsProps {
  readonly answer: StatementAnswer;
  readonly isBusy: boolean;
  /** Row numbers of the new rows that the user has deselected. */
  readonly skipped: ReadonlySet<number>;
  /** Sends the user's decision about a row; `null` if the view can't call tools. */
  readonly onDecision: ((decision: RowDecision) => void) | null;
  /** Selects or deselects a new row; `null` if the user can't import rows in this view. */
  readonly onTick: ((row: number, isTicked: boolean) => void) | null;
}

/** Renders a statement's rows by comparison result, starting with rows that need a decision. */
export function StatementGroups(props: GroupsProps): VNode {
  const { answer, skipped, onTick } = props;
  const { new: fresh = [], matched, combined = [], only_in_plan: extra = [] } = answer;
  const { left_out: leftOut = [] } = answer;
  return (
    <>
      {openGroups(props).map(({ title, count, rows }) => (
        <Group key={title} title={title} of={rows} count={count}>
          {rows.map((one) => <Choice {...props} {...one} key={one.row.row} />)}
        </Group>
      ))}
      <Group title="New" of={fresh} count={answer.new_count}>
        {fresh.map((row) => (
          <Row
            key={row.row}
            row={row}
            note={newWords(row)}
            tick={onTick !== null && (
              <input
                type="checkbox"
                aria-label={`Enter ${bookingWords(row)}`}
                checked={!skipped.has(row.row)}
                disabled={props.isBusy}
                onChange={({ currentTarget: { checked } }) => onTick(row.row, checked)}
              />
            )}
          />
        ))}
      </Group>
      {matched && <p>{counted(matched.count, "row")} already in YNAB.</p>}
      <Group isFolded title="entered in parts" of={combined} count={answer.combined_count}>
        {combined.map((row) => <Row key={row.row} row={row} />)}
      </Group>
      <Group isFolded title="only in YNAB" of={extra} count={answer.only_in_plan_count}>
        {extra.map((row, at) => <Row key={at} row={row} note={row.cleared} />)}
      </Group>
      <Group isFolded title="left out" of={leftOut} count={answer.left_out_count}>
        {leftOut.map(({ row, reason }) => (
          <li key={row}>Row {row}: {reason.replaceAll("_", " ")}</li>
        ))}
      </Group>
    </>
  );
}

interface OpenRow {
  readonly row: BankRow;
  readonly note?: string;
  /** The choices for the row, in addition to "Enter as new" and "Skip". */
  readonly options: readonly Option[];
}

/** Returns the groups of rows that need a decision from the user. */
function openGroups({ answer }: GroupsProps): readonly {
  readonly title: string;
  readonly count: number | undefined;
  readonly rows: readonly OpenRow[];
}[] {
  const { doubtful = [], differs = [], transfers = [] } = answer;
  return [
    {
      title: "Which transaction is it?",
      count: answer.doubtful_count,
      rows: doubtful.map((row) => ({
        row,
        options: (row.candidates ?? []).map(({ transaction_id, ...one }) => ({
          words: [one.payee || NO_PAYEE, dayName(one.date), one.category]
            .filter(Boolean).join(", "),
          decision: { as: "match", transaction_id },
        })),
      })),
    },
    {
      title: "Different amount",
      count: answer.differs_count,
      rows: differs.map(({ transaction_id, has, ...row }) => ({
        row,
        note: `YNAB has ${amount(has)}`,
        options: [{
          words: `Use the bank's ${amount(row.amount)}`,
          decision: { as: "amount", transaction_id },
        }],
      })),
    },
    {
      title: "Possible transfers",
      count: answer.transfers_count,
      rows: transfers.map(({ transaction_id, account, ...row }) => ({
        row,
        options: [{ words: `Transfer: ${account}`, decision: { as: "transfer", transaction_id } }],
      })),
    },
  ];
}

interface GroupProps {
  readonly title: string;
  readonly of: readonly unknown[];
  /** Total number of rows in the group, if the answer lists only some of them. */
  readonly count?: number | undefined;
  readonly isFolded?: boolean;
  readonly children: ComponentChildren;
}

function Group({ title, of, count = of.length, isFolded, children }: GroupProps): VNode | null {
  const more = count - of.length;
  const rows = (
    <>
      <ul class="balances pending">{children}</ul>
      {more > 0 && <Small>and {more} more</Small>}
    </>
  );
  if (!isFolded) return <Part title={`${title} (${count})`} of={of}>{rows}</Part>;
  return of.length === 0 ? null : (
    <details class="table">
      <summary>{count} {title}</summary>
      {rows}
    </details>
  );
}

interface RowProps {
  readonly row: Omit<BankRow, "row">;
  readonly note?: string | undefined;
  readonly tick?: VNode | false;
  readonly children?: ComponentChildren;
}

function Row({ row, note, tick, children }: RowProps): VNode {
  return (
    <li>
      {tick}
      <div class="what">
        <Line name={row.payee || NO_PAYEE} note={dayName(row.date)}>
          {amount(row.amount)}
        </Line>
        {note && <div class="small">{note}</div>}
        {children}
      </div>
    </li>
  );
}

interface Option {
  readonly words: string;
  readonly decision: Omit<RowDecision, "row">;
}

/** A row for the user to decide on. The user can always enter the row as new, or skip it. */
function Choice({ row, note, options, onDecision, isBusy }: GroupsProps & OpenRow): VNode {
  const all: readonly Option[] = [
    ...options,
    { words: "Enter as new", decision: { as: "new" } },
    { words: "Skip", decision: { as: "skip" } },
  ];
  return (
    <Row row={row} note={note}>
      {onDecision && (
        <Choose
          label={`What is ${bookingWords(row)}?`}
          isOff={isBusy}
          options={all.map(({ words }) => words)}
          onChoice={(at) => {
            const chosen = all[at];
            if (chosen) onDecision({ row: row.row, ...chosen.decision });
          }}
        />
      )}
    </Row>
  );
}

function newWords({ category, confidence }: ItemOf<StatementAnswer["new"]>): string {
  const sure = confidence === undefined ? "" : `, ${percent(confidence)} sure`;
  return category ? category + sure : "";
}

function bookingWords(row: BankRow): string {
  return `${row.payee || NO_PAYEE}, ${amount(row.amount)}`;
}
