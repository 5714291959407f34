import { assertEquals, assertMatch } from "@std/assert";
import { readText, refusalOf, rowsOf } from "./_reading.ts";

const balance = (code: string, amount: string, mark = "CRDT"): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt>` +
  `<CdtDbtInd>${mark}</CdtDbtInd><Dt><Dt>2024-10-31</Dt></Dt></Bal>`;

const entry = (
  {
    amount = "12.50",
    currency = "EUR",
    mark = "DBIT",
    status = "<Sts>BOOK</Sts>",
    details = "",
    day = "<BookgDt><Dt>2024-10-08</Dt></BookgDt><ValDt><Dt>2024-10-07</Dt></ValDt>",
  } = {},
): string =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd>${status}${day}${details}</Ntry>`;

const statement = (content: string, iban = "DE02120300000000202051"): string =>
  `<Stmt><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${content}</Stmt>`;

const file = (...statements: readonly string[]): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">\n' +
  `<BkToCstmrStmt><GrpHdr/>${statements.join("\n")}</BkToCstmrStmt></Document>\n`;

const one = (content: string): string => file(statement(content));

const details = (...transactions: readonly string[]): string =>
  `<NtryDtls>${transactions.map((text) => `<TxDtls>${text}</TxDtls>`).join("")}</NtryDtls>`;

const parties = (debtor: string, creditor: string): string =>
  `<RltdPties><Dbtr><Nm>${debtor}</Nm></Dbtr><Cdtr><Nm>${creditor}</Nm></Cdtr></RltdPties>`;

const wrapped = (debtor: string, creditor: string): string =>
  parties(debtor, creditor).replaceAll("<Nm>", "<Pty><Nm>").replaceAll("</Nm>", "</Nm></Pty>");

const remittance = (text: string): string => `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`;

const entries: readonly (readonly [string, Parameters<typeof entry>[0], string])[] = [
  ["is a payment to a creditor", {
    details: details(parties("Me", "Bakery") + remittance("Bread")),
  }, "2024-10-08 -12500 Bakery | Bread"],
  ["is a payment from a debtor", {
    mark: "CRDT",
    details: details(parties("Employer", "Me")),
  }, "2024-10-08 12500 Employer"],
  [
    "names its party in a Pty element",
    { details: details(wrapped("Me", "Bakery")) },
    "2024-10-08 -12500 Bakery",
  ],
  ["reverses a payment", {
    mark: "CRDT",
    details: `<RvslInd>true</RvslInd>${details(parties("Me", "Bakery"))}`,
  }, "2024-10-08 12500 Bakery"],
  ["has its status in an element", { status: "<Sts><Cd>BOOK</Cd></Sts>" }, "2024-10-08 -12500"],
  ["has a time in the bank's time zone", {
    day: "<BookgDt><DtTm>2024-10-08T23:30:00-05:00</DtTm></BookgDt>",
  }, "2024-10-08 -12500"],
  ["has only a value date", { day: "<ValDt><Dt>2024-10-07</Dt></ValDt>" }, "2024-10-07 -12500"],
  ["has no decimals", { amount: "12" }, "2024-10-08 -12000"],
  ["has extra decimals", { amount: "12.50000" }, "2024-10-08 -12500"],
  ["has its own text", {
    details: "<AddtlNtryInf>CARD 77 BAKERY</AddtlNtryInf>",
  }, "2024-10-08 -12500 CARD 77 BAKERY"],
  ["has remittance lines", {
    details: details("<RmtInf><Ustrd>Rent</Ustrd><Ustrd>October &amp; May</Ustrd></RmtInf>"),
  }, "2024-10-08 -12500 Rent October & May"],
  ["is a batch with text", {
    details: details(parties("Me", "Ann"), parties("Me", "Bob")) +
      "<AddtlNtryInf>Salaries</AddtlNtryInf>",
  }, "2024-10-08 -12500 Salaries | Ann and 1 more"],
  ["is a batch without text", {
    details: details(parties("Me", "Ann"), parties("Me", "Bob"), parties("Me", "Cid")),
  }, "2024-10-08 -12500 Ann and 2 more"],
  ["is a batch to one party", {
    details: details(parties("Me", "Ann"), parties("Me", "Ann")) +
      "<AddtlNtryInf>Batch</AddtlNtryInf>",
  }, "2024-10-08 -12500 Ann | Batch"],
];

for (const [what, given, row] of entries) {
  Deno.test(`CAMT: an entry that ${what} becomes a row`, async () => {
    assertEquals(await rowsOf(one(entry(given))), [row]);
  });
}

Deno.test("CAMT: CAMT.052 reports and elements with a namespace prefix are read", async () => {
  const text = one(entry({ details: "<AddtlNtryInf><![CDATA[A & B]]></AddtlNtryInf>" }))
    .replaceAll(/<(\/?)(?=[A-Z])/gu, "<$1ns2:").replace("xmlns=", "xmlns:ns2=")
    .replaceAll("BkToCstmrStmt", "BkToCstmrAcctRpt").replaceAll(":Stmt>", ":Rpt>");
  assertEquals(await rowsOf(text), ["2024-10-08 -12500 A & B"]);
});

Deno.test("CAMT: only booked entries in the account's currency become rows", async () => {
  const { statement: read } = await readText(one(
    entry({ status: "<Sts>PDNG</Sts>", day: "" }) + entry({ status: "<Sts><Cd>INFO</Cd></Sts>" }) +
      entry({ currency: "USD" }) + entry(),
  ));
  assertEquals(read.rows.map(({ row }) => row), [4]);
  assertEquals(read.leftOut, [
    { row: 1, reason: "pending" },
    { row: 2, reason: "pending" },
    { row: 3, reason: "other_currency" },
  ]);
});

const balances: readonly (readonly [string, string, number | null, number | null])[] = [
  ["OPBD and CLBD", balance("OPBD", "100.00") + balance("CLBD", "87.50"), 100000, 87500],
  ["PRCD and CLBD", balance("PRCD", "5.00", "DBIT") + balance("CLBD", "9.00"), -5000, 9000],
  [
    "an interim balance that adds up",
    balance("OPBD", "100.00") + balance("ITBD", "87.50"),
    100000,
    87500,
  ],
  [
    "an interim balance that doesn't add up",
    balance("OPBD", "100.00") + balance("ITBD", "80.00"),
    100000,
    null,
  ],
  ["an available balance", balance("CLAV", "87.50"), null, null],
];

for (const [what, written, opening, closing] of balances) {
  Deno.test(`CAMT: with ${what}, the opening balance is ${opening} and the closing balance is ${closing}`, async () => {
    const { statement: read } = await readText(one(written + entry()));
    assertEquals([read.opening, read.closing], [opening, closing]);
    assertEquals(read.evidence.length, closing === 87500 ? 1 : 0);
  });
}

Deno.test("CAMT: consecutive statements are joined, and a file with several accounts prompts a question", async () => {
  const first = balance("OPBD", "100.00") + balance("CLBD", "87.50") + entry();
  const second = balance("OPBD", "87.50") + balance("CLBD", "75.00") + entry();
  const { statement: read } = await readText(file(statement(first), statement(second)));
  assertEquals([read.rows.length, read.opening, read.closing], [2, 100000, 75000]);
  const { questions } = await readText(file(statement(first, "DE1"), statement(second, "DE2")));
  assertEquals(questions.map(({ about, choices }) => [about, choices]), [["part", ["DE1", "DE2"]]]);
});

const hostile: readonly (readonly [string, string, RegExp])[] = [
  [
    "entities that multiply",
    '<?xml version="1.0"?>\n<!DOCTYPE Document [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>\n' +
    one(entry({ details: "<AddtlNtryInf>&b;</AddtlNtryInf>" })).replace(/^.*\n/u, ""),
    /^line 2: .*DTD/u,
  ],
  [
    "an external DTD",
    '<!DOCTYPE Document SYSTEM "file:///etc/passwd"><Document/>',
    /DTD/u,
  ],
  ["an entity that isn't declared", one(entry({ details: "<X>&b;</X>" })), /well-formed/u],
  ["65 nested elements", `<Document>${"<a>".repeat(64)}`, /nested more than 64 levels deep/u],
  ["200,001 elements", `<Document>${"<a/>".repeat(200_000)}</Document>`, /200000 XML elements/u],
  ["truncated XML", one(entry()).slice(0, -30), /well-formed/u],
  ["other XML", "<?xml version='1.0'?><html/>", /neither CAMT\.052 nor CAMT\.053/u],
  [
    "a CAMT.054 notification",
    "<Document><BkToCstmrDbtCdtNtfctn><Ntfctn/></BkToCstmrDbtCdtNtfctn></Document>",
    /CAMT\.054, which only lists individual transactions/u,
  ],
  [
    "an entry not marked as credit or debit",
    one(entry({ mark: "" })),
    /^line 3: the entry has no readable amount/u,
  ],
  ["an amount with a comma", one(entry({ amount: "1,5" })), /no readable amount/u],
  ["an entry without a day", one(entry({ day: "" })), /no readable day/u],
  ["no entries", one(balance("OPBD", "1.00")), /no rows/u],
];

for (const [what, text, message] of hostile) {
  Deno.test(`CAMT: a file with ${what} is refused`, async () => {
    assertMatch(await refusalOf(text), message);
  });
}
