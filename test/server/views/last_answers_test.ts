import { assertEquals } from "@std/assert";
import { type AnsweredCall, LastAnswers } from "../../../server/views/last_answers.ts";

function call(args: unknown, change: Partial<AnsweredCall> = {}): AnsweredCall {
  return { principal: null, tool: "forecast_balance", args, ...change };
}

/** Which of the calls that were numbered are still answered. */
function answered(answers: LastAnswers, numbers: readonly number[]): readonly number[] {
  return numbers.filter((number) => answers.find(call({ number })) !== null);
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

Deno.test("LastAnswers finds the answer to the same call, whatever the order of its arguments", () => {
  const answers = new LastAnswers();
  answers.keep(call({ a: [{ x: 1, y: null }], b: "2" }), { text: "an answer" });
  assertEquals(answers.find(call({ b: "2", a: [{ y: null, x: 1 }] })), { text: "an answer" });
  assertEquals(answers.find(call({ b: "2", a: [{ y: null, x: 1 }], c: undefined })), {
    text: "an answer",
  });
  answers.keep(call(undefined), "of no arguments");
  assertEquals(answers.find(call({})), "of no arguments");
});

Deno.test("LastAnswers gives nobody the answer to another call", () => {
  const answers = new LastAnswers();
  answers.keep(call({ months: [1, 2], name: null }), "an answer");
  for (
    const other of [
      call({ months: [2, 1], name: null }),
      call({ months: [1, 2] }),
      call({ months: [1, 2], name: "" }),
      call({ months: [1, 2], name: {} }),
      call({ months: [1, 2], name: null }, { principal: "somebody" }),
      call({ months: [1, 2], name: null }, { tool: "get_spending_trends" }),
    ]
  ) assertEquals(answers.find(other), null);
});

Deno.test("LastAnswers keeps 64 answers, those that were given last", () => {
  const answers = new LastAnswers();
  for (const number of upTo(64)) answers.keep(call({ number }), number);
  answers.keep(call({ number: 0 }), "given again");
  assertEquals(answered(answers, upTo(64)), upTo(64));
  answers.keep(call({ number: 64 }), 64);
  assertEquals(answered(answers, upTo(65)), [0, ...upTo(65).slice(2)]);
  assertEquals(answers.find(call({ number: 0 })), "given again");
});

Deno.test("LastAnswers keeps four million characters at most, and room that is free again is used", () => {
  const answers = new LastAnswers();
  // Two quotes belong to the text.
  const million = "x".repeat(1_000_000 - 2);
  for (const number of upTo(4)) answers.keep(call({ number }), million);
  assertEquals(answered(answers, upTo(4)), [0, 1, 2, 3]);
  // What takes the place of another takes its room as well.
  answers.keep(call({ number: 1 }), million);
  assertEquals(answered(answers, upTo(4)), [0, 1, 2, 3]);
  answers.keep(call({ number: 4 }), 1);
  assertEquals(answered(answers, upTo(5)), [1, 2, 3, 4]);
  answers.keep(call({ number: 5 }), "x".repeat(4_000_000 - 2));
  assertEquals(answered(answers, upTo(6)), [5]);
});

Deno.test("LastAnswers leaves out what is too long by itself, and nothing else for it", () => {
  const answers = new LastAnswers();
  answers.keep(call({ number: 0 }), "short");
  answers.keep(call({ number: 1 }), "x".repeat(4_000_000 - 1));
  assertEquals(answered(answers, [0, 1]), [0]);
});
