import { Fragment, h, type VNode } from "preact";
import { Sign, useFirst } from "./parts.tsx";
import type { ChangeLine } from "./use_card.ts";
import { amount } from "./words.ts";

/** Matches the ids of records that will be created, which have no previous values. */
const NEW = /^new /u;

/** Number of records shown initially. */
const FIRST = 25;

export function ChangedRecords({ lines }: { readonly lines: readonly ChangeLine[] }): VNode | null {
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

function ChangedRecord({ fields }: { readonly fields: readonly ChangeLine[] }): VNode {
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
