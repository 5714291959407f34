/**
 * Writes the measured figures as Markdown tables.
 *
 * @module
 */

import type { WrittenConversation } from "./_economy_conversation.ts";
import { type Cost, type Definitions, type PlainCost, sum } from "./_economy_measure.ts";

type Cells = readonly (string | number)[];

/**
 * Writes what the conversations cost.
 *
 * @param costs One per conversation.
 * @param definitions Tokens of the tools and the instructions, per profile.
 * @returns A table with a row per conversation and the sums.
 */
export function costTable(costs: readonly Cost[], definitions: readonly Definitions[]): string {
  const toldIn = ({ profile }: Pick<Cost, "profile">): number => {
    const { withOutput = 0, instructions = 0 } =
      definitions.find((one) => one.profile === profile) ?? {};
    return withOutput + instructions;
  };
  const rowOf = (cost: Omit<Cost, "title" | "profile">, told: number): Cells => [
    cost.calls,
    cost.requests,
    cost.emptyReads,
    cost.warmReads,
    told,
    cost.args,
    cost.text,
    cost.structured,
  ];
  const total = {
    calls: sum(costs, ({ calls }) => calls),
    requests: sum(costs, ({ requests }) => requests),
    emptyReads: sum(costs, ({ emptyReads }) => emptyReads),
    warmReads: sum(costs, ({ warmReads }) => warmReads),
    args: sum(costs, ({ args }) => args),
    text: sum(costs, ({ text }) => text),
    structured: sum(costs, ({ structured }) => structured),
  };
  return table([
    [
      "Conversation",
      "Calls",
      "Requests",
      "Reads, empty",
      "Reads, warm",
      "Definitions",
      "Arguments",
      "Text",
      "Structured",
    ],
    ...costs.map((cost): Cells => [cost.title, ...rowOf(cost, toldIn(cost))]),
    ["**Sum**", ...rowOf(total, sum(costs, toldIn))],
  ]);
}

/**
 * Writes what the same conversations cost with plain JSON.
 *
 * @param costs One per conversation.
 * @returns A table with a row per conversation and the sums.
 */
export function plainTable(costs: readonly PlainCost[]): string {
  const columns: readonly ((cost: PlainCost) => number)[] = [
    ({ calls }) => calls,
    ({ requests }) => requests,
    ({ args }) => args,
    ({ records }) => records,
    ({ fields }) => fields,
  ];
  return table([
    ["Conversation", "Calls", "Requests", "Arguments", "YNAB's records", "Our fields in full"],
    ...costs.map((cost): Cells => [cost.title, ...columns.map((numberIn) => numberIn(cost))]),
    ["**Sum**", ...columns.map((numberIn) => sum(costs, numberIn))],
  ]);
}

/**
 * Writes how the two compare.
 *
 * @param costs Ours.
 * @param plain Those with plain JSON.
 * @returns A table of shares, in percent.
 */
export function shareTable(costs: readonly Cost[], plain: readonly PlainCost[]): string {
  const total = (numberIn: (cost: Cost) => number): number => sum(costs, numberIn);
  const totalPlain = (numberIn: (cost: PlainCost) => number): number => sum(plain, numberIn);
  const args = total(({ args }) => args);
  const plainArgs = totalPlain(({ args }) => args);
  const text = total(({ text }) => text);
  const structured = total(({ structured }) => structured);
  const records = totalPlain(({ records }) => records) + plainArgs;
  const fields = totalPlain(({ fields }) => fields) + plainArgs;
  const sameRecords = totalPlain(({ sameRecords }) => sameRecords);
  const sameFields = totalPlain(({ sameFields }) => sameFields);
  return table([
    ["Share of", "YNAB's records", "Our fields in full"],
    ["text answers, same rows", share(text, sameRecords), share(text, sameFields)],
    [
      "structured answers, same rows",
      share(structured, sameRecords),
      share(structured, sameFields),
    ],
    ["text answers and arguments", share(text + args, records), share(text + args, fields)],
    [
      "structured answers and arguments",
      share(structured + args, records),
      share(structured + args, fields),
    ],
  ]);
}

/**
 * Writes what the household asks.
 *
 * @param conversations All of them.
 */
export function questionTable(conversations: readonly WrittenConversation[]): string {
  return table([
    ["Conversation", "The household asks", "Calls here"],
    ...conversations.map(({ title, question, calls }): Cells => [
      title,
      question,
      calls.map(({ tool, isConfirmed }) => `\`${tool}\`${isConfirmed === true ? " (twice)" : ""}`)
        .join(", "),
    ]),
  ], "---");
}

/**
 * Writes what is told before any call.
 *
 * @param definitions Tokens of the tools and the instructions, per profile.
 */
export function definitionTable(definitions: readonly Definitions[]): string {
  return table([
    ["Told once", "Tokens"],
    ...definitions.flatMap((one): readonly Cells[] => {
      const where = one.profile === "fuller" ? "" : ` (${one.profile})`;
      return [
        [`${one.tools} tools with output schemas${where}`, one.withOutput],
        [`${one.tools} tools without output schemas${where}`, one.withoutOutput],
        [`name, description and arguments alone${where}`, one.seen],
        [`the same, read-only${where}`, one.seenReadOnly],
      ];
    }),
    ["instructions", definitions[0]?.instructions ?? 0],
  ]);
}

function share(part: number, whole: number): string {
  return `${(100 * part / whole).toFixed(1)} %`;
}

/** Writes a table; its first column holds words, the others numbers unless they say otherwise. */
function table([head, ...rows]: readonly Cells[], others = "---:"): string {
  const line = (cells: Cells): string => `| ${cells.join(" | ")} |\n`;
  const rule = (head ?? []).map((_, at) => at === 0 ? "---" : others);
  return [head ?? [], rule, ...rows].map(line).join("");
}
