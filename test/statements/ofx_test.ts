import { assertEquals, assertMatch } from "@std/assert";
import { readText, refusalOf, rowsOf } from "./_reading.ts";

const booking = (fields: string): string => `<STMTTRN>\n${fields}\n</STMTTRN>\n`;

const account = (bookings: string, { id = "111", currency = "USD" } = {}): string =>
  `<STMTTRNRS>\n<STMTRS>\n<CURDEF>${currency}\n<BANKACCTFROM>\n<BANKID>12\n<ACCTID>${id}\n` +
  `<ACCTTYPE>CHECKING\n</BANKACCTFROM>\n<BANKTRANLIST>\n${bookings}</BANKTRANLIST>\n` +
  "<LEDGERBAL>\n<BALAMT>812.50\n<DTASOF>20241102\n</LEDGERBAL>\n</STMTRS>\n</STMTTRNRS>\n";

const file = (...accounts: readonly string[]): string =>
  `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX>\n<BANKMSGSRSV1>\n${
    accounts.join("")
  }</BANKMSGSRSV1>\n</OFX>`;

const one = (fields: string): string => file(account(booking(fields)));

const DAY_AND_AMOUNT = "<TRNTYPE>DEBIT\n<DTPOSTED>20241005\n<TRNAMT>-12.50\n<FITID>1\n";

const labels: readonly (readonly [string, string, string])[] = [
  ["a name that looks like a tag", "<NAME>BAR <CAFE> 12\n<MEMO>Lunch", "BAR <CAFE> 12 | Lunch"],
  ["a name that is only a tag", "<NAME><CAFE>", "<CAFE>"],
  ["an empty name", "<NAME>\n<MEMO>Card 77 Bakery", "Card 77 Bakery"],
  ["no label at all", "<CHECKNUM>1042", ""],
  ["a bare ampersand", "<NAME>R&B Music & more", "R&B Music & more"],
  ["an escaped text", "<NAME>A &amp; B &lt;Ltd&gt;", "A & B <Ltd>"],
  ["an escaped letter", "<NAME>Caf&eacute; M&uuml;ller", "Caf\u00e9 M\u00fcller"],
  ["text that was escaped twice", "<NAME>x &amp;lt; y &amp;amp; z", "x < y & z"],
  ["fields on one line", "<NAME>Bakery<MEMO>Bread", "Bakery | Bread"],
  ["fields in lower case", "<name>Bakery</name>\n<memo>Bread</memo>", "Bakery | Bread"],
  ["a memo equal to the name", "<NAME>Bakery\n<MEMO>Bakery", "Bakery"],
  ["a payee with an address", "<PAYEE>\n<NAME>Bakery\n<CITY>Bern\n</PAYEE>", "Bakery"],
  [
    "an extended name",
    "<NAME>Baker\n<EXTDNAME>Bakery of the Old Town",
    "Bakery of the Old Town | Baker",
  ],
  ["a CDATA section", "<NAME><![CDATA[Bakery <3]]></NAME>", "Bakery <3"],
  [
    "the other account of a transfer",
    "<NAME>Savings\n<BANKACCTTO>\n<ACCTID>9\n</BANKACCTTO>",
    "Savings",
  ],
  ["a bank's own field", "<NAME>Bakery\n<X.CATEGORY>Food\n<MEMO>Bread", "Bakery | Bread"],
];

for (const [what, fields, label] of labels) {
  Deno.test(`OFX: the payee and the memo are read from ${what}`, async () => {
    const rows = await rowsOf(one(DAY_AND_AMOUNT + fields));
    assertEquals(rows, [`2024-10-05 -12500 ${label}`.trim()]);
  });
}

const days: readonly (readonly [string, string])[] = [
  ["20241005", "2024-10-05"],
  ["20241005233000[-5:EST]", "2024-10-05"],
  ["20241005003000.000[+2:EET]", "2024-10-05"],
  ["20240229120000", "2024-02-29"],
];

for (const [written, day] of days) {
  Deno.test(`OFX: ${written} is read as ${day}, the day in the bank's time zone`, async () => {
    const rows = await rowsOf(one(`<DTPOSTED>${written}\n<TRNAMT>-1.00\n<NAME>Shop`));
    assertEquals(rows, [`${day} -1000 Shop`]);
  });
}

const amounts: readonly (readonly [string, number])[] = [
  ["-12.5", -12500],
  ["+12,50", 12500],
  ["12", 12000],
  ["-.75", -750],
  ["1234.5600", 1234560],
];

for (const [written, amount] of amounts) {
  Deno.test(`OFX: ${written} is read as ${amount} milliunits`, async () => {
    const rows = await rowsOf(one(`<DTPOSTED>20241005\n<TRNAMT>${written}\n<NAME>Shop`));
    assertEquals(rows, [`2024-10-05 ${amount} Shop`]);
  });
}

Deno.test("OFX: the user is asked about an amount whose only separator is followed by three digits", async () => {
  const text = one("<DTPOSTED>20241005\n<TRNAMT>-1,234\n<NAME>Shop");
  const { questions } = await readText(text);
  assertEquals(questions.map(({ about }) => about), ["decimal_sign"]);
  assertEquals(
    questions[0]?.rows.map(({ choice, rows }) => [choice, rows[0]?.amount]),
    [[".", -1234000], [",", -1234]],
  );
  const comma = await rowsOf(text, { readAs: { decimal_sign: "," } });
  assertEquals(comma, ["2024-10-05 -1234 Shop"]);
});

Deno.test("OFX: the user isn't asked about an amount with three decimals if the currency has three decimals", async () => {
  const text = one("<DTPOSTED>20241005\n<TRNAMT>-1.234\n<NAME>Shop");
  assertEquals(await rowsOf(text, { decimals: 3 }), ["2024-10-05 -1234 Shop"]);
});

Deno.test("OFX: amounts that contradict their transaction types prompt a question", async () => {
  const text = file(account(
    booking("<TRNTYPE>DEBIT\n<DTPOSTED>20241005\n<TRNAMT>12.50\n<NAME>Bakery") +
      booking("<TRNTYPE>CREDIT\n<DTPOSTED>20241006\n<TRNAMT>-900.00\n<NAME>Salary"),
  ));
  const { questions } = await readText(text);
  assertEquals(questions.map(({ about, choices }) => [about, choices]), [
    ["sign", ["reversed", "as_shown"]],
  ]);
  assertEquals(await rowsOf(text, { readAs: { sign: "reversed" } }), [
    "2024-10-05 -12500 Bakery",
    "2024-10-06 900000 Salary",
  ]);
  const [shown] = await rowsOf(text, { readAs: { sign: "as_shown" } });
  assertEquals(shown, "2024-10-05 12500 Bakery");
});

Deno.test("OFX: if the amounts of debits have no minus sign, the user is asked about the sign of the amounts", async () => {
  const text = file(account(
    booking("<TRNTYPE>DEBIT\n<DTPOSTED>20241005\n<TRNAMT>12.50\n<NAME>Bakery") +
      booking("<TRNTYPE>CREDIT\n<DTPOSTED>20241006\n<TRNAMT>900.00\n<NAME>Salary"),
  ));
  const { questions } = await readText(text);
  assertEquals(questions.map(({ about, choices }) => [about, choices]), [
    ["sign", ["as_shown", "reversed"]],
  ]);
});

Deno.test("OFX: a date with an implausibly early year is rejected", async () => {
  const text = one("<DTPOSTED>02511201\n<TRNAMT>-1.00\n<NAME>Shop");
  assertMatch(await refusalOf(text), /the date 0251-12-01 is too far in the past/u);
});

Deno.test("OFX: a card statement written as XML is read", async () => {
  const text = '<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="211"?><OFX>' +
    "<CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>EUR</CURDEF><CCACCTFROM>" +
    "<ACCTID>4417</ACCTID></CCACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT</TRNTYPE>" +
    "<DTPOSTED>20241005</DTPOSTED><TRNAMT>-9.99</TRNAMT><FITID>a</FITID><NAME>Caf\u00e9</NAME>" +
    "</STMTTRN></BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>";
  const { statement } = await readText(text, { currency: "EUR", isCard: true });
  assertEquals([statement.account, statement.currency, statement.format], ["4417", "EUR", "ofx"]);
  assertEquals(statement.rows.map(({ amount, payee }) => [amount, payee]), [[-9990, "Caf\u00e9"]]);
});

Deno.test("OFX: a balance dated after the last transaction isn't taken as the closing balance", async () => {
  const { statement } = await readText(one(`${DAY_AND_AMOUNT}<NAME>Bakery`));
  const { opening, closing, laterBalance } = statement;
  assertEquals([opening, closing, laterBalance], [null, null, 812_500]);
  const text = one(`${DAY_AND_AMOUNT}<NAME>Bakery`);
  const reversed = await readText(text, { readAs: { sign: "reversed" } });
  assertEquals(reversed.statement.laterBalance, -812_500);
});

Deno.test("OFX: pending, future, zero and foreign-currency transactions are left out", async () => {
  const text = file(account(
    booking("<DTPOSTED>20241005\n<TRNAMT>0.00\n<NAME>Note") +
      booking("<DTPOSTED>20250101\n<TRNAMT>-5.00\n<NAME>Rent") +
      booking(
        "<DTPOSTED>20241006\n<TRNAMT>-5.00\n<NAME>Gift\n<CURRENCY>\n<CURRATE>1.1\n<CURSYM>CAD\n</CURRENCY>",
      ) +
      booking(
        "<DTPOSTED>20241007\n<TRNAMT>-6.00\n<NAME>Book\n<ORIGCURRENCY>\n<CURRATE>1.1\n<CURSYM>CAD\n</ORIGCURRENCY>",
      ) +
      booking("<TRNTYPE>HOLD\n<DTPOSTED>20241008\n<TRNAMT>-7.00\n<NAME>Hotel") +
      "<BANKTRANLISTP>\n<STMTTRNP>\n<TRNTYPE>DEBIT\n<DTTRAN>20241008\n<TRNAMT>-7.00\n<NAME>Fuel\n</STMTTRNP>\n</BANKTRANLISTP>\n",
  ));
  const { statement } = await readText(text);
  assertEquals(statement.rows.map(({ row, payee }) => [row, payee]), [[4, "Book"]]);
  assertEquals(statement.leftOut, [
    { row: 1, reason: "zero" },
    { row: 2, reason: "future" },
    { row: 3, reason: "other_currency" },
    { row: 5, reason: "pending" },
    { row: 6, reason: "pending" },
  ]);
});

Deno.test("OFX: a file with two accounts prompts a question, which read_as.part answers", async () => {
  const text = file(
    account(booking(`${DAY_AND_AMOUNT}<NAME>Bakery`), { id: "111" }),
    account(booking(`${DAY_AND_AMOUNT}<NAME>Savings`), { id: "222" }),
  );
  const { questions } = await readText(text);
  assertEquals(questions.map(({ about, choices }) => [about, choices]), [["part", ["111", "222"]]]);
  assertEquals(questions[0]?.rows.map(({ rows }) => rows[0]?.payee), ["Bakery", "Savings"]);
  const row = "2024-10-05 -12500";
  assertEquals(await rowsOf(text, { readAs: { part: "222" } }), [`${row} Savings`]);
  assertEquals(await rowsOf(text, { remembered: { part: "111" } }), [`${row} Bakery`]);
  assertMatch(await refusalOf(text, { readAs: { part: "333" } }), /one of 111, 222$/u);
});

Deno.test("OFX: accounts with the same number are distinguished by currency", async () => {
  const bookings = booking(`${DAY_AND_AMOUNT}<NAME>Bakery`);
  const text = file(account(bookings, { currency: "EUR" }), account(bookings, { currency: "CHF" }));
  const { questions } = await readText(text, { currency: "CHF" });
  assertEquals(questions[0]?.choices, ["111 CHF", "111 EUR"]);
  assertMatch(
    await refusalOf(text, { currency: "CHF", readAs: { part: "111 EUR" } }),
    /all rows are in EUR, but the plan is in CHF/u,
  );
});

Deno.test("OFX: unreadable transactions are rejected with their line number", async () => {
  assertEquals(
    await refusalOf(one("<DTPOSTED>20241305\n<TRNAMT>-1.00")),
    'line 15: the day "2024-13-05" of this transaction can\'t be read',
  );
  assertEquals(
    await refusalOf(one("<DTPOSTED>20241005\n<TRNAMT>12.34.56")),
    'line 15: the amount "12.34.56" of this transaction can\'t be read',
  );
  assertMatch(await refusalOf(file(account(""))), /no rows/u);
  const whole = one(DAY_AND_AMOUNT);
  for (const end of ["</STMTTRN>", "</BANKTRANLIST>", "</STMTRS>"]) {
    assertMatch(await refusalOf(whole.slice(0, whole.indexOf(end))), /is cut off/u);
  }
});

Deno.test("OFX: entities declared in a DTD aren't expanded", async () => {
  const text = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>\n' +
    one(`${DAY_AND_AMOUNT}<NAME>&b; Shop`);
  assertEquals(await rowsOf(text), ["2024-10-05 -12500 &b; Shop"]);
});
