import { assert, assertEquals } from "@std/assert";
import {
  amount,
  changes,
  count,
  day,
  faultsOf,
  figuresIn,
  namesDay,
  never,
  neverAmount,
  words,
} from "../../evals/grade.ts";

const figures: readonly (readonly [has: number, texts: readonly string[]])[] = [
  [4080.71, ["$4,080.71", "4.080,71 $", "4\u202f080,71 $", "4 080,71 $", "CHF 4\u2019080.71."]],
  [4080.71, ["4080.71", "**$4,080.71**.", "\uff14\uff10\uff18\uff10.\uff17\uff11"]],
  [12, ["minus 12"]],
  [1_234_567.89, ["1,234,567.89"]],
  [1_234_567, ["1.234.567"]],
  [252_222.76, ["252.222,76"]],
  [1234, ["1,234"]],
  [12.5, ["12,5"]],
  [9.99, ["-$9.99,"]],
  [10.99, ["10.99/month"]],
];

Deno.test("figuresIn() finds numbers in every notation", () => {
  for (const [has, texts] of figures) {
    for (const text of texts) assert(figuresIn(text).includes(has), text);
  }
  assertEquals(figuresIn("12 34"), [12, 34]);
  assertEquals(figuresIn("since 2026-06-08 and 2026-07"), []);
});

const days: readonly string[] = [
  ...["2026-12-03", "December 3", "Dec. 3rd, 2026", "the 3rd of December", "3. Dezember"],
  ...["3 de diciembre de 2026", "3 d\u00e9cembre", "3 dicembre", "3 december", "3 de dezembro"],
  ...["3 grudnia", "12/3", "12/03/2026", "03.12.2026", "3.12.", "12\u67083\u65e5"],
];
const otherDays: readonly string[] = [
  ...["December 13", "2026-12-13", "23. Dezember", "3 November", "12/30", "$12.03"],
];

Deno.test("namesDay() recognizes a date in many formats and languages", () => {
  for (const text of days) assert(namesDay(`It is due ${text}`, "2026-12-03"), text);
  for (const text of otherDays) assert(!namesDay(text, "2026-12-03"), text);
  const names = "Jan. F\u00e9vr. Mars Abril Maggio Juni juil. sierpnia Sept. Oktober listopada"
    .split(" ");
  for (const [at, name] of names.entries()) {
    assert(namesDay(`5 ${name}`, `2026-${String(at + 1).padStart(2, "0")}-05`), name);
  }
});

Deno.test("faultsOf() accepts an amount to the cent or rounded to whole units", () => {
  const fact = [amount("it", -580_950)];
  for (const said of ["580.95", "-$580.95", "580,95 EUR", "about $581"]) {
    assertEquals(faultsOf(fact, said, []), [], said);
  }
  for (const said of ["580.94", "580", "582", "58.095", "nothing"]) {
    assertEquals(faultsOf(fact, said, []).length, 1, said);
  }
  assertEquals(faultsOf([amount("a small one", 6_750)], "$7", []).length, 1);
});

Deno.test('faultsOf() accepts any one of several expected amounts, and the word "nothing" for an amount of 0', () => {
  assertEquals(faultsOf([amount("it", 1_000, 2_000)], "2.00", []), []);
  assertEquals(faultsOf([amount("it", 0)], "There is nothing left", []), []);
  assertEquals(faultsOf([amount("it", 1_000)], "There is nothing left", []).length, 1);
});

Deno.test("faultsOf() accepts a count as a number or a word", () => {
  for (const said of ["2 of them", "two of them", "zwei", "twice"]) {
    assertEquals(faultsOf([count("those", 2)], said, []), [], said);
  }
  assertEquals(faultsOf([count("those", 2)], "22 of them", []).length, 1);
  assertEquals(faultsOf([count("those", 2)], "often", []).length, 1);
});

Deno.test("faultsOf() ignores case and accents in words, and case in the month names of dates", () => {
  assertEquals(faultsOf([words("it", "caf\u00e9", "bar")], "the CAFE", []), []);
  assertEquals(faultsOf([words("it", "caf\u00e9")], "the pub", []), ["omits it"]);
  assertEquals(faultsOf([day("it", "2026-12-03")], "3. Dez.", []), []);
  assertEquals(faultsOf([day("it", "2026-12-03")], "soon", []), ["omits it: 2026-12-03"]);
});

Deno.test("faultsOf() rejects a forbidden statement", () => {
  assertEquals(faultsOf([never("banana", "banana")], "BANANA", []), ["says banana"]);
  assertEquals(faultsOf([never("banana", "banana")], "no", []), []);
  assertEquals(faultsOf([neverAmount("it", 9_999_000)], "$9,999.00", []), ["says it: 9999"]);
  assertEquals(faultsOf([neverAmount("it", 9_999_000)], "$418.75", []), []);
});

Deno.test("faultsOf() accepts only the expected changes", () => {
  assertEquals(faultsOf([changes("a", "b")], "", ["b", "a"]), []);
  assertEquals(faultsOf([changes("a")], "", []), ["missing change: a"]);
  assertEquals(faultsOf([changes()], "", ["c"]), ["unexpected change: c"]);
});

Deno.test("faultsOf() rejects an answer of more than 2,500 characters", () => {
  const list = Array.from({ length: 1_000 }, (_, at) => at).join(" ");
  assertEquals(faultsOf([count("those", 22)], list, []), ["longer than 2500 characters"]);
});
