import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { ToolError } from "../../domain/base/tool_error.ts";
import type { ReadingOfStatement } from "../../domain/statements/statement.ts";
import { readLines } from "./_reading.ts";

function asked({ questions }: ReadingOfStatement): readonly string[] {
  return questions.map(({ about }) => about);
}

/**
 * CSV files with the expected results. Each case has a title, options after `@`, and the file's
 * lines. Lines that begin with `->` give the expected rows, omitted rows, balances, evidence and
 * questions, or the expected error message.
 */
const CASES = (await Deno.readTextFile(new URL("csv_cases.txt", import.meta.url)))
  .replace(/\\u(\w{4})/gu, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  .slice("# ".length).split("\n\n# ");

for (const text of CASES) {
  const [title = "", ...rest] = text.trimEnd().split("\n");
  const options = JSON.parse(rest[0]?.startsWith("@ ") === true ? rest[0].slice(2) : "{}");
  const lines = rest.filter((line) => !/^(?:@|->) /u.test(line));
  const expected = (kind: string): readonly string[] =>
    rest.filter((line) => line.startsWith(`-> ${kind}`))
      .map((line) => line.slice(`-> ${kind}`.length));
  const rows = expected("2").flatMap((line) => `2${line}`.split(" | "));
  const [questions, leftOut] = [expected("asked "), expected("left out ")];
  const [[balances], [refused]] = [expected("balances "), expected("refused ")];
  const [evidence] = expected("evidence ");
  const verb = refused === undefined ? questions.length > 0 ? "asked about" : "read" : "refused";
  Deno.test(`a CSV file with ${title} is ${verb}`, async () => {
    if (refused !== undefined) {
      const error = await assertRejects(() => readLines(lines, options), ToolError);
      assertEquals(error.code, "invalid_input");
      assertStringIncludes(error.message, refused);
      return;
    }
    const reading = await readLines(lines, options);
    const { opening, closing, leftOut: left } = reading.statement;
    assertEquals(asked(reading), questions);
    if (rows.length > 0) {
      const read = reading.statement.rows
        .map(({ date, amount, payee }) => `${date} ${amount} ${payee}`);
      assertEquals(read, rows);
    }
    if (leftOut.length > 0) {
      assertEquals(left.map(({ row, reason }) => `${row} ${reason}`), leftOut);
    }
    if (balances !== undefined) assertEquals(`${opening} ${closing}`, balances);
    if (evidence !== undefined) assertEquals(reading.statement.evidence.join("; "), evidence);
    assert(rows.length + questions.length + leftOut.length > 0, "nothing is expected");
  });
}

Deno.test("an earlier answer is offered as a choice only if it applies to the file", async () => {
  const choicesIn = async (part: string, rows: readonly string[]): Promise<readonly string[]> => {
    const { questions } = await readLines(["Date,Payee,Amount", ...rows], { remembered: { part } });
    return questions.flatMap(({ choices }) => choices);
  };
  const undated = ["2026-11-13,Shop,-7.10", ",Postage,-2.50"];
  assertEquals(await choicesIn("with the rows Fee (no date); without the rows marked *", undated), [
    "without the rows Postage (no date)",
    "with the rows Postage (no date)",
  ]);
  const sum = ["2026-11-12,Shop,-7.10", "2026-11-13,Cafe,-2.55", "2026-11-14,Zoblet,-9.65"];
  const named = "the rows Shop, Zoblet (equal to sums of other rows)";
  assertEquals(await choicesIn(`with ${named}`, sum), [
    `without ${named}`,
    "without the rows Zoblet (equal to sums of other rows)",
    `with ${named}`,
  ]);
});

Deno.test("a question shows how the first rows would be read with each choice", async () => {
  const reading = await readLines([
    "Date,Payee,Amount",
    "03/04/2026,A,-1.00",
    "05/06/2026,B,-2.00",
  ]);
  const rowsOn = (first: string, second: string): unknown => [
    { date: first, amount: -1000, payee: "A" },
    { date: second, amount: -2000, payee: "B" },
  ];
  assertEquals<unknown>(reading.questions, [{
    about: "date_order",
    choices: ["dmy", "mdy"],
    example: "03/04/2026",
    rows: [
      { choice: "dmy", rows: rowsOn("2026-04-03", "2026-06-05") },
      { choice: "mdy", rows: rowsOn("2026-03-04", "2026-05-06") },
    ],
  }]);
});

Deno.test("the user's answer about whether a row is a balance is reused for the next file", async () => {
  const lines = [
    "Date,Description,Amount",
    "2026-11-01,Opening balance,100.00",
    "2026-11-10,A,-10.00",
    "2026-11-11,B,-20.00",
  ];
  const { questions: [question] } = await readLines(lines);
  for (const [at, count] of [[0, 2], [1, 3]] as const) {
    const part = question?.choices[at] ?? "";
    for (const options of [{ readAs: { part } }, { remembered: { part } }]) {
      const reading = await readLines(lines, options);
      assertEquals([asked(reading), reading.statement.rows.length], [[], count]);
    }
  }
});

Deno.test("the user is asked a question if a column without a heading contains account numbers", async () => {
  const lines = [
    "2026-11-14,A,-1.00,4400123",
    "2026-11-13,B,2.00,4400124",
    "2026-11-12,C,-3.00,4400123",
  ];
  const reading = await readLines(lines);
  assertEquals(asked(reading), ["part"]);
  const [all = ""] = reading.questions[0]?.choices ?? [];
  assertEquals((await readLines(lines, { readAs: { part: all } })).statement.rows.length, 3);
  assertEquals((await readLines(lines, { readAs: { part: "4400123" } })).statement.rows.length, 2);
});

Deno.test("a last line with a date but no amount is ignored if a line feed follows it", async () => {
  const last = [
    "2026-11-20,Exported",
    "2026-11-20 10:00:00,Exported",
    "2026-10-31,Opening of account",
  ];
  for (const line of last) {
    const lines = ["Date,Payee,Amount", "2026-11-14,Bakery,-12.50", line];
    const { statement: { rows } } = await readLines([...lines, ""]);
    assertEquals(rows.map(({ payee }) => payee), ["Bakery"]);
    await assertRejects(() => readLines(lines), ToolError, "line 3 has a date but no amount");
  }
});

Deno.test("a weekday column next to year and month columns is read as neither the date nor the memo", async () => {
  const { statement: { rows } } = await readLines([
    "Posted,Year,Month,Day,Description,Amount",
    "03.05.2026,2026,5,Sunday,Shop,-12.50",
  ]);
  assertEquals(rows.map(({ date, payee, memo }) => [date, payee, memo]), [
    ["2026-05-03", "Shop", null],
  ]);
});

Deno.test("if a transaction's only text is a code, the code is its memo, not its payee", async () => {
  const { statement } = await readLines([
    "Date,Amount,Reference",
    "2026-11-14,-12.50,abc123",
    "2026-11-13,900.00,def456",
  ]);
  const texts = statement.rows.map(({ payee, memo }) => [payee, memo]);
  assertEquals(texts, [["", "abc123"], ["", "def456"]]);
});

Deno.test("columns headed Amount, Debit or Credit are found even if they follow many fee columns", async () => {
  const fees = Array.from({ length: 45 }, (_, at) => `Fee ${at + 1}`);
  const zeros = fees.map(() => "0.00").join(",");
  const row = (day: number, ...cells: string[]): string =>
    `2026-11-${day},Shop,${zeros},${cells.join(",")}`;
  const amounts = async (heading: string, ...rows: string[]): Promise<unknown> => {
    const reading = await readLines([`Date,Payee,${fees.join(",")},${heading}`, ...rows]);
    return [asked(reading), reading.statement.rows.map(({ amount }) => amount)];
  };
  const expected = [[], [-12500, 900000]];
  assertEquals(await amounts("Amount", row(14, "-12.50"), row(15, "900.00")), expected);
  assertEquals(
    await amounts("Debit,Credit", row(14, "12.50", ""), row(15, "", "900.00")),
    expected,
  );
});
