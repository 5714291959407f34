import { assertEquals } from "@std/assert";
import { alignAnswer } from "../../../cli/layout/align_answer.ts";

const wide = { width: 100, rows: 10 };

Deno.test("alignAnswer() puts facts under each other", () => {
  assertEquals(alignAnswer("month: 2026-11 | totals.spent: $2.00", wide), [
    "month         2026-11",
    "totals spent  $2.00",
  ]);
});

Deno.test("alignAnswer() keeps an empty list as the fact that it is", () => {
  assertEquals(alignAnswer("categories: none", wide), ["categories  none"]);
});

Deno.test("alignAnswer() aligns numbers right and text left", () => {
  assertEquals(alignAnswer("rows ($): name | left\nRent | -10.00\nTea | 2.00", wide), [
    "rows ($)",
    "name    left",
    "Rent  -10.00",
    "Tea     2.00",
  ]);
});

Deno.test("alignAnswer() leaves out columns that no printed row fills", () => {
  const text = "rows: name | memo | left\nRent |  | 1.00\nTea | green | 2.00";
  assertEquals(alignAnswer(text, { width: 100, rows: 1 }), [
    "rows",
    "name  left",
    "Rent  1.00",
    "... and 1 more",
  ]);
});

Deno.test("alignAnswer() counts rows of other pages", () => {
  const text = "rows: name | left\nRent | 1.00\nnext_cursor: abc (more rows: repeat the call)";
  assertEquals(alignAnswer(text, { ...wide, total: 7 }).at(-1), "... and 6 more");
});

Deno.test("alignAnswer() keeps rows below with their row", () => {
  const text = "rows: name | left\n  lines: name | left\nShop | 3.00\n  Food | 1.00\n  Soap | 2.00";
  assertEquals(alignAnswer(text, wide), [
    "rows",
    "name  left",
    "Shop  3.00",
    "  Food  1.00",
    "  Soap  2.00",
  ]);
});

Deno.test("alignAnswer() shows escaped bars and backslashes as they were", () => {
  const text = "rows: name | left\na \\| b \\\\ c | 1.00";
  assertEquals(alignAnswer(text, wide).at(-1), "a | b \\ c  1.00");
});

Deno.test("alignAnswer() breaks what is too long for its column, never an id", () => {
  const text = `rows: id | name\n${"1".repeat(12)} | ${"n".repeat(20)}`;
  assertEquals(alignAnswer(text, { width: 29, rows: 1 }), [
    "rows",
    "          id  name",
    "111111111111  nnnnnnnnnnnnnnn",
    "              nnnnn",
  ]);
});

Deno.test("alignAnswer() keeps what is told once for several rows above them", () => {
  const text = "rows ($): name|left\ngroup: Home\nRent|-10.00\ngroup: Fun\nTea|2.00\ncount: 2";
  assertEquals(alignAnswer(text, wide), [
    "rows ($)",
    "name    left",
    "Home:",
    "Rent  -10.00",
    "Fun:",
    "Tea     2.00",
    "count  2",
  ]);
});

Deno.test("alignAnswer() breaks long facts and notes instead of cutting them", () => {
  const text = "hint: one two three four five six\nrows: name | left\nTea | 1.00\n" +
    "rows holds only 1 of 9: ask for less";
  assertEquals(alignAnswer(text, { width: 22 }), [
    "hint  one two three",
    "      four five six",
    "rows",
    "name  left",
    "Tea   1.00",
    "rows holds only 1 of",
    "9: ask for less",
  ]);
});

Deno.test("alignAnswer() parts lists with blanks, and tells runs of days by their ends", () => {
  const days = "2026-11-28,2026-11-29,2026-11-30,2026-12-01,2026-12-08";
  const text = `months: 2026-10,2026-11\nrows ($): date|each|sum\n${days}|1.00,2.00|1,234.50`;
  assertEquals(alignAnswer(text, wide), [
    "months  2026-10, 2026-11",
    "rows ($)",
    "date                                        each             sum",
    "2026-11-28 to 2026-12-01 daily, 2026-12-08  1.00, 2.00  1,234.50",
  ]);
});

Deno.test("alignAnswer() shows nothing that a terminal obeys", () => {
  const text = "rows: name|left\nTea\u001b[2J\u202e\u009b|1.00";
  assertEquals(alignAnswer(text, wide).at(-1), "Tea[2J  1.00");
});

Deno.test("alignAnswer() shows a name that looks like a heading as it is", () => {
  const text = "rows: name|left\ngroup\\: Home|1.00";
  assertEquals(alignAnswer(text, wide).at(-1), "group: Home  1.00");
});

Deno.test("alignAnswer() parts tables, and paints titles, headings and names of facts", () => {
  const paint = (text: string, style: string): string => `${style}(${text})`;
  const text = "month: 2026-11\nrows: name|left\nTea|1.00\nmore: name|left\nMilk|2.00";
  assertEquals(alignAnswer(text, { width: 80, paint }), [
    "dim(month)  2026-11",
    "bold(rows)",
    "dim(name  left)",
    "Tea   1.00",
    "",
    "bold(more)",
    "dim(name  left)",
    "Milk  2.00",
  ]);
});

Deno.test("alignAnswer() breaks an instant between its day and its time", () => {
  const text = "plans: name|last_modified\nHousehold Budget|2026-11-20T00:00:30+00:00";
  assertEquals(alignAnswer(text, { width: 25 }), [
    "plans",
    "           last",
    "name       modified",
    "Household  2026-11-20",
    "Budget     00:00:30+00:00",
  ]);
});
