import { assertEquals, assertMatch } from "@std/assert";
import { readText, refusalOf, rowsOf } from "./_reading.ts";

const bank = (...records: readonly string[]): string => `!Type:Bank\n${records.join("\n^\n")}\n^\n`;

const days: readonly (readonly [string, string])[] = [
  ["6/24'24", "2024-06-24"],
  ["6/24/24", "2024-06-24"],
  ["06/24/2024", "2024-06-24"],
  ["24.6.2024", "2024-06-24"],
  ["24. 6.24", "2024-06-24"],
  ["24/ 6'24", "2024-06-24"],
  ["2024-06-24", "2024-06-24"],
  ["24-06-2024", "2024-06-24"],
];

for (const [written, day] of days) {
  Deno.test(`QIF: ${written} is read as ${day}`, async () => {
    assertEquals(await rowsOf(bank(`D${written}\nT-1.00\nPShop`)), [`${day} -1000 Shop`]);
  });
}

const amounts: readonly (readonly [string, number])[] = [
  ["-12.50", -12500],
  ["-1,234.56", -1234560],
  ["1.234,56", 1234560],
  ["+12,5", 12500],
  ["-12", -12000],
];

for (const [written, amount] of amounts) {
  Deno.test(`QIF: ${written} is read as ${amount} milliunits`, async () => {
    const rows = await rowsOf(bank(`D2024-06-24\nT${written}\nPShop`));
    assertEquals(rows, [`2024-06-24 ${amount} Shop`]);
  });
}

Deno.test("QIF: an ambiguous date prompts a question unless another row resolves it", async () => {
  const { questions } = await readText(bank("D3/4/24\nT-1.00\nPShop"));
  assertEquals(questions.map(({ about, example }) => [about, example]), [
    ["date_order", "3/4/24 -1.00"],
  ]);
  const read = new Map(questions[0]?.rows.map(({ choice, rows }) => [choice, rows[0]?.date]));
  assertEquals([read.get("dmy"), read.get("mdy")], ["2024-04-03", "2024-03-04"]);
  const answered = await rowsOf(bank("D3/4/24\nT-1.00"), { readAs: { date_order: "mdy" } });
  assertEquals(answered, ["2024-03-04 -1000"]);
  const settled = await rowsOf(bank("D3/4/24\nT-1.00", "D3/14/24\nT-1.00"));
  assertEquals(settled, ["2024-03-04 -1000", "2024-03-14 -1000"]);
});

Deno.test("QIF: the user is asked about an amount whose only separator is followed by three digits", async () => {
  const { questions } = await readText(bank("D2024-06-24\nT-1,234\nPShop"));
  assertEquals(questions.map(({ about }) => about), ["decimal_sign"]);
});

Deno.test("QIF: split lines don't change the amount, memo or payee", async () => {
  const record =
    "D2024-06-24\nT-30.00\nPShop\nMWeek\nSFood\nEBread\n$-10.00\nSHome\nEBroom\n$-20.00";
  assertEquals(await rowsOf(bank(record)), ["2024-06-24 -30000 Shop | Week"]);
});

Deno.test("QIF: the last end-of-record marker (^) may be missing, and any line ending is accepted", async () => {
  for (const lineEnd of ["\n", "\r\n", "\r"]) {
    const text = "!type:bank \nD2024-06-24\nT-1.00\nPShop\n^\nD2024-06-25\nU-2.00\nMRent";
    assertEquals(await rowsOf(text.replaceAll("\n", lineEnd)), [
      "2024-06-24 -1000 Shop",
      "2024-06-25 -2000 Rent",
    ]);
  }
});

Deno.test("QIF: no record is lost when an end-of-record marker (^) is missing", async () => {
  const text = "!Type:Bank\nD2024-06-24\nT-1.00\n!Type:Cash\nD2024-06-25\nT-2.00\n^\n";
  assertEquals(await rowsOf(text), ["2024-06-24 -1000", "2024-06-25 -2000"]);
  assertMatch(
    await refusalOf("!Type:Bank\nD2024-06-24\nT-1.00\nD2024-06-25\nT-2.00\n^\n"),
    /^line 4: .*no end/u,
  );
});

Deno.test("QIF: an opening balance record isn't read as a transaction", async () => {
  const text = bank(
    "D2024-06-01\nT100.00\nPOpening Balance\nL[Checking]",
    "D2024-06-24\nT-1.00\nPShop",
  );
  const { statement } = await readText(text);
  assertEquals([statement.opening, statement.rows.map(({ payee }) => payee)], [100000, ["Shop"]]);
});

Deno.test("QIF: a file with several accounts prompts a question, and lists of categories are skipped", async () => {
  const list = (name: string): string => `!Account\nN${name}\nTBank\n^\n`;
  const text = `!Option:AutoSwitch\n!Account\nNChecking\nTBank\n^\nNSavings\nTBank\n^\n` +
    `!Clear:AutoSwitch\n!Type:Cat\nNFood\nE\n^\nNRent\nT5.00\n^\n` +
    list("Checking") + bank("D2024-06-24\nT-1.00\nPShop") +
    list("Savings") + bank("D2024-06-25\nT2.00\nPInterest");
  const { statement, questions } = await readText(text);
  assertEquals(questions.map(({ about, choices }) => [about, choices]), [
    ["part", ["Checking", "Savings"]],
  ]);
  assertEquals(statement.account, null);
  const rows = await rowsOf(text, { readAs: { part: "Savings" } });
  assertEquals(rows, ["2024-06-25 2000 Interest"]);
});

const card = (...amounts: readonly string[]): string =>
  `!Type:CCard\n${amounts.map((one) => `D2024-06-24\nT${one}\nPShop`).join("\n^\n")}\n^\n`;

Deno.test("QIF: a credit card file with few rows prompts a question about the sign", async () => {
  assertEquals((await readText(card("1.00"))).questions.map(({ about }) => about), ["sign"]);
  const spent = await rowsOf(card("1.00"), { readAs: { sign: "reversed" } });
  assertEquals(spent, ["2024-06-24 -1000 Shop"]);
  const few = await readText(card("-1.00", "-2.00", "-3.00", "9.00"));
  assertEquals(few.questions.map(({ about }) => about), ["sign"]);
  const settled = await rowsOf(card("-1.00", "-2.00", "-3.00", "-4.00", "-5.00", "9.00"));
  assertEquals([settled.length, settled[0]], [6, "2024-06-24 -1000 Shop"]);
});

Deno.test("QIF: unreadable records are rejected with their line number", async () => {
  assertMatch(
    await refusalOf(bank("D2024-13-24\nT-1.00")),
    /^line 4: the record .* has an unreadable date "2024-13-24"/u,
  );
  assertMatch(
    await refusalOf(bank("D2024-06-24\nT1.2.3")),
    /^line 4: the record .* has an unreadable amount "1\.2\.3"/u,
  );
  assertMatch(await refusalOf(bank("D24/06/2024\nT1.00", "D06/25/2024\nT1.00")), /same order/u);
  assertMatch(await refusalOf(bank("D24/06/67\nT1.00")), /far in the future/u);
  assertMatch(await refusalOf("!Type:Cat\nNFood\n^\n"), /no rows/u);
  const invested = "!Type:Invst\nD2024-06-24\nNBuy\nYACME\nT100.00\n^\n";
  assertMatch(await refusalOf(invested), /only investments/u);
});
