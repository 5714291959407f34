import { assert, assertEquals } from "@std/assert";
import type { AnswerCost, Measured } from "../../scripts/comparison/measure.ts";
import { comparisonTables, notesOf } from "../../scripts/comparison/table.ts";

const answer: AnswerCost = {
  calls: 1,
  textTokens: 1_234,
  structuredTokens: 0,
  bytes: 5_678,
  isShown: true,
  isError: false,
};

function measured(accounts: AnswerCost | null): Measured {
  return {
    config: {
      name: "Some",
      version: "1.0.0",
      command: ["some"],
      env: {},
      redirect: false,
      questions: {},
      notes: ["is made up."],
    },
    tools: 3,
    definitions: { input: 1_000_000, output: 0, told: 7 },
    answers: new Map([["accounts", accounts]]),
    requests: { cold: 6, again: 0, anew: 1 },
    times: { initialized: 12.6, listed: 20, cold: 30, again: 4 },
    memory: null,
  };
}

function accountsCell(cost: AnswerCost | null): string | undefined {
  return /What is on each account\? \| (.*) \|/u.exec(comparisonTables([measured(cost)]))?.[1];
}

Deno.test("comparisonTables() writes each figure in its row, grouped and rounded", () => {
  const text = comparisonTables([measured(answer)]);
  assert(text.startsWith("| Measured | Some 1.0.0 |\n| --- | ---: |\n| tools | 3 |\n"), text);
  assert(text.includes("| tokens: names, descriptions, input schemas | 1,000,000 |"), text);
  assert(text.includes("| start to `initialize`, ms | 13 |"), text);
  assert(text.includes("| requests: in a new process | 1 |"), text);
  assert(text.includes("| peak memory, MiB | unknown |"), text);
  assert(text.includes("| questions with the figures in the answer | 1 of 1 |"), text);
});

Deno.test("an answer's cell tells tokens of both forms, bytes and calls", () => {
  assertEquals(accountsCell(answer), "1,234 (5,678)");
  assertEquals(
    accountsCell({ ...answer, calls: 2, structuredTokens: 99 }),
    "1,234 / 99 (5,678, 2 calls)",
  );
});

Deno.test("what is no answer is told in words, and what is half of one has a mark", () => {
  assertEquals(accountsCell(null), "no way");
  assertEquals(accountsCell({ ...answer, isError: true, isShown: false }), "error");
  assertEquals(accountsCell({ ...answer, isShown: false }), "1,234 (5,678) \\*");
});

Deno.test("notesOf() explains the mark only where there is one", () => {
  assertEquals(notesOf([measured(answer)]), "- **Some**: is made up.\n");
  assertEquals(notesOf([measured(null)]), "- **Some**: is made up.\n");
  const marked = notesOf([measured({ ...answer, isShown: false })]);
  assert(marked.startsWith("\\* The answer does not hold all figures"), marked);
});
