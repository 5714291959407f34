import { assert, assertEquals } from "@std/assert";
import { fitAnswer, MOST_CHARACTERS } from "../../tools/_fit.ts";

const rows = Array.from({ length: 200 }, (_, at) => ({ at, memo: "x".repeat(500), flag: null }));

Deno.test("fitAnswer() leaves an answer alone that fits", () => {
  const answer = { rows: rows.slice(0, 50), next_cursor: "c" };
  assertEquals(fitAnswer(answer), { answer, note: null });
});

Deno.test("fitAnswer() cuts the longest list and says how to get the rest", () => {
  const { answer, note } = fitAnswer({ short: [1], rows });
  const kept = (answer as { readonly rows: readonly unknown[] }).rows;
  assertEquals(kept, rows.slice(0, kept.length));
  assert(JSON.stringify(answer).length <= MOST_CHARACTERS + 30 * kept.length);
  assertEquals(
    note,
    `rows holds only ${kept.length} of 200: ask for less at once, such as one group, to see the rest`,
  );
});

Deno.test("fitAnswer() takes the cursor away that would lead past the cut rows", () => {
  const { answer, note } = fitAnswer({ rows, next_cursor: "c" });
  assertEquals(Object.keys(answer as object), ["rows"]);
  assert(note?.includes("repeat the call with limit "));
});

Deno.test("fitAnswer() does not count what is left out of an answer", () => {
  const sparse = Array.from({ length: 200 }, () => ({ flag: null, memo: "", transfer: false }));
  assertEquals(fitAnswer({ rows: sparse }).note, null);
});
