import { h, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { unisolated } from "../domain/base/clean_text.ts";
import type { schema } from "../tools/list_accounts.ts";
import type { AnswerOf } from "./answers.ts";
import type { Host } from "./host.ts";
import { Button, Choose, Field, Line, Problem, useAsking } from "./parts.tsx";
import type { StatementAnswer } from "./statement_rows.tsx";
import { amount, dayName } from "./words.ts";

interface AccountChoiceProps {
  readonly call: Host["call"];
  readonly planId: unknown;
  readonly onAccount: (id: string) => void;
}

const ACCOUNT = "Which account is this statement for?";

export function AccountChoice({ call, planId, onAccount }: AccountChoiceProps): VNode {
  const [accounts, setAccounts] = useState<NonNullable<AnswerOf<typeof schema>["accounts"]>>([]);
  const { problem, ask } = useAsking(call);
  useEffect(() => {
    ask<AnswerOf<typeof schema>>("list_accounts", { plan_id: planId })
      .then((listed) => setAccounts(listed?.answer.accounts ?? []));
  }, []);
  return (
    <div class="control" role="alert">
      <span>{ACCOUNT}</span>
      <Choose
        label={ACCOUNT}
        options={accounts.map(({ name }) => name)}
        onChoice={(at) => {
          const chosen = accounts[at];
          if (chosen) onAccount(chosen.account_id);
        }}
      />
      <Problem words={problem} />
    </div>
  );
}

interface QuestionsProps {
  readonly questions: NonNullable<StatementAnswer["questions"]>;
  /** Sends the user's answer to a question; `null` if the view can't call tools. */
  readonly onChoice: ((readAs: Readonly<Record<string, string>>) => void) | null;
  readonly isBusy: boolean;
}

/** Asks how to resolve ambiguities in the file. Each choice shows its effect on the first rows. */
export function Questions({ questions, onChoice, isBusy }: QuestionsProps): VNode {
  return (
    <div>
      {questions.map(({ about, choices, example, rows = [] }) => (
        <div key={about}>
          <h2 class="group">{ABOUT[about] ?? about}</h2>
          <p class="small">
            In the file: <span class="name">{example}</span>
          </p>
          <ul class="balances">
            {choices.map((choice) => (
              <li key={choice}>
                {rows.filter((row) => row.choice === choice).map((row, at) => (
                  <Line key={at} name={row.payee} note={dayName(row.date)}>
                    {amount(row.amount)}
                  </Line>
                ))}
                {onChoice
                  ? (
                    <Button isOff={isBusy} act={() => onChoice({ [about]: unisolated(choice) })}>
                      {CHOICES[choice] ?? choice}
                    </Button>
                  )
                  : <span class="name">{CHOICES[choice] ?? choice}</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

const ABOUT: Readonly<Record<string, string>> = {
  date_order: "How are the dates written?",
  decimal_sign: "Which character is the decimal separator?",
  sign: "Which amounts are money out?",
  amount_column: "Which column has the amounts?",
  part: "Which of these is right?",
};

const CHOICES: Readonly<Record<string, string>> = {
  dmy: "Day, month, year",
  mdy: "Month, day, year",
  ymd: "Year, month, day",
  ".": "A period",
  ",": "A comma",
  as_shown: "Those with a minus sign",
  reversed: "Those without a minus sign",
};

interface FileFieldProps {
  readonly isOff: boolean;
  readonly onFile: (file: File) => void;
}

/**
 * Lets the user choose, drop or paste a file from their bank, or paste its text. The button for
 * choosing a file comes first, because some apps don't let users drop files into frames. The field
 * accepts all file types, because otherwise phones would gray out files whose type they don't
 * recognize.
 */
export function FileField({ isOff, onFile }: FileFieldProps): VNode {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const take = (files: Iterable<File> = []): boolean => {
    const [file, ...others] = files;
    setProblem(others.length > 0 ? "Add one file at a time." : "");
    if (file !== undefined && others.length === 0 && !isOff) onFile(file);
    return file !== undefined;
  };
  return (
    <div
      class="drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const isText = event.target instanceof HTMLTextAreaElement;
        if (take(event.dataTransfer?.files) || !isText) event.preventDefault();
      }}
      onPaste={(event) => {
        // Ignore pictures, because spreadsheets copy cells both as text and as a picture.
        const files = [...event.clipboardData?.files ?? []];
        if (take(files.filter(({ type }) => !type.startsWith("image/")))) event.preventDefault();
      }}
    >
      <Field label="Choose your bank's file, or drop it here">
        <input
          type="file"
          disabled={isOff}
          onChange={({ currentTarget }) => {
            take(currentTarget.files ?? []);
            // Clear the field, so that the user can choose the same file again.
            currentTarget.value = "";
          }}
        />
      </Field>
      <Field label="Or paste the file or its text">
        <textarea
          rows={2}
          cols={40}
          value={text}
          onInput={({ currentTarget: { value } }) => setText(value)}
        />
      </Field>
      {text.trim() !== "" && (
        <Button
          isOff={isOff}
          act={() => onFile(new File([text], "pasted.txt"))}
        >
          Read this text
        </Button>
      )}
      <Problem words={problem} />
    </div>
  );
}

/** Error message if the user has chosen a folder, or a file that has since been deleted. */
const UNREADABLE = "This file can't be read.";

/** Maximum size of a file that the server reads, in bytes. */
const MAX_BYTES = 5_000_000;
/**
 * Maximum length of an encoded file that can be passed in one tool call, in characters. Some hosts
 * and proxies reject bodies over 1 MiB.
 */
const MAX_CHARACTERS = 600_000;

/**
 * Encodes a file in base64 for a call, and compresses it first if the browser supports that.
 *
 * @throws {Error} If the file is too large, with a message for the user.
 */
export async function packed(file: Blob): Promise<string> {
  const tooLarge = new Error("This file is too large. Download a file for a shorter period.");
  if (file.size > MAX_BYTES) throw tooLarge;
  const small = typeof CompressionStream === "undefined"
    ? file
    : await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob()
      .catch(() => Promise.reject(new Error(UNREADABLE)));
  const data = await base64Of(small);
  if (data.length > MAX_CHARACTERS) throw tooLarge;
  return data;
}

function base64Of(blob: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/u, ""));
  reader.onerror = () => reject(new Error(UNREADABLE));
  reader.readAsDataURL(blob);
  return promise;
}
