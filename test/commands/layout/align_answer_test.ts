import { assertEquals } from "@std/assert";
import { alignAnswer } from "../../../commands/layout/align_answer.ts";

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
  assertEquals(alignAnswer(text, { width: 24, rows: 1 }), [
    "rows",
    "          id  name",
    "111111111111  nnnnnnnnnn",
    "              nnnnnnnnnn",
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
