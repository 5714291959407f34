import { Fragment, h, type VNode } from "preact";
import { amount } from "./words.ts";
import { Sign, useFirst } from "./parts.tsx";

export interface ChangeLine {
  readonly id: string;
  readonly label: string;
  readonly field: string;
  readonly before?: string | number | boolean;
  readonly after?: string | number | boolean;
  readonly outcome?: "done" | "not_done" | "unknown";
  /** The category's available amounts before and after money is assigned. */
  readonly available_before?: number;
  readonly available_after?: number;
}

/** Matches ids of records to be created, which have no previous value. */
const NEW = /^new /u;

/** Number of records shown initially. */
const FIRST = 25;

export function ChangedRecords(
  { lines }: { readonly lines: readonly ChangeLine[] },
): VNode | null {
  const [shown, button] = useFirst(recordsIn(lines), { first: FIRST, noun: "first" });
  return lines.length === 0 ? null : (
    <>
      <ul class="records">
        {shown.map((fields, at) => <ChangedRecord key={at} fields={fields} />)}
      </ul>
      {button}
    </>
  );
}

function ChangedRecord(
  { fields }: { readonly fields: readonly ChangeLine[] },
): VNode {
  const outcome = fields.find((field) => field.outcome !== undefined)?.outcome;
  return (
    <li>
      <div class="label">
        <span>{fields[0]?.label}</span>
        {outcome === undefined ? null : (
          <span class={`outcome ${outcome}`}>
            <Sign>{OUTCOMES[outcome].mark}</Sign> {OUTCOMES[outcome].word}
          </span>
        )}
      </div>
      {fields.filter(({ field }) => field !== "").flatMap(withAvailable).map((field, at) => (
        <div class="field" key={at}>
          <span class="name">{field.field}</span>
          {NEW.test(field.id) && field.before === undefined ? null : (
            <>
              <del>
                <span class="hidden">before:</span>
                {written(field.before)}
              </del>
              <Sign>{" \u2192 "}</Sign>
            </>
          )}
          <ins>
            <span class="hidden">after:</span>
            {written(field.after)}
          </ins>
        </div>
      ))}
    </li>
  );
}

/** Shows the available amount below the assigned amount, because users decide by it. */
function withAvailable(line: ChangeLine): readonly ChangeLine[] {
  const { available_before: before, available_after: after } = line;
  if (before === undefined || after === undefined) return [line];
  return [line, { ...line, field: "available", before, after }];
}

const OUTCOMES = {
  done: { mark: "\u2713", word: "done" },
  not_done: { mark: "\u2715", word: "not done" },
  unknown: { mark: "?", word: "unknown" },
} as const;

function recordsIn(lines: readonly ChangeLine[]): readonly (readonly ChangeLine[])[] {
  const records: ChangeLine[][] = [];
  for (const line of lines) {
    const last = records.at(-1);
    if (last?.[0]?.id === line.id && last[0].label === line.label) last.push(line);
    else records.push([line]);
  }
  return records;
}

function written(value: ChangeLine["after"]): string {
  if (value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? amount(value) : value;
}
