import {
  BAKERY,
  type BankStatement,
  bankStatement,
  type Booking,
  csvOf,
  FEE,
  LYON,
} from "./bank_files.ts";
import type { Desk } from "./desk.ts";
import type { Household } from "./household.ts";
import { amount, changes } from "./grade.ts";
import type { Turn, WrittenQuestion } from "./question.ts";

const PHONE: Booking = {
  date: "2026-10-26",
  cents: -3_250,
  label: "PRLV SEPA BOXFIL TELECOM REF 3976662875",
};

const withMissing = bankStatement(LYON, [BAKERY, FEE]);
const withPhone = bankStatement(LYON, [PHONE]);

/** A restaurant bill without its tip, in cents. */
const DINNER = { date: "2026-10-29", cents: -2_789, withTip: -3_289 };
const tipped = bankStatement(
  { account: "Everyday Visa", month: DINNER.date },
  [],
  (booking) => booking.cents === DINNER.cents ? { ...booking, cents: DINNER.withTip } : booking,
);

/** Questions about importing bank statements. */
export const statementImports: readonly WrittenQuestion[] = ([
  {
    id: "statement-tip-dutch",
    kind: "change",
    language: "nl",
    turns: [
      {
        says: `Dit is mijn Visa-afschrift van 29 oktober. Klopt het?\n\n${csvOf(tipped)}`,
        rehearsed: async (desk) => {
          const { answer } = await desk.compare("Everyday Visa", csvOf(tipped));
          const row = answer.first("differs");
          return `${row.text("payee")}: de bank heeft ${desk.money(row.number("amount"))}, YNAB ` +
            `${desk.money(row.number("has"))}. Zal ik het bedrag van de bank nemen?`;
        },
      },
      {
        says: "Ja, neem het bedrag van de bank.",
        rehearsed: async (desk) => {
          const { statement, answer } = desk.compared;
          const differing = answer.first("differs");
          const [row, id] = [differing.number("row"), differing.text("transaction_id")];
          const decide = [{ row, as: "amount", transaction_id: id }];
          return await previewed(desk, statement, { decide });
        },
      },
      { says: "Ja, doe maar.", rehearsed: confirms },
    ],
    facts: (household) => [
      amount("the bank's amount", DINNER.withTip * 10),
      amount("YNAB's amount", DINNER.cents * 10),
      changes(
        ...on(household, "Everyday Visa", DINNER.date)
          .filter(({ amount }) => amount === DINNER.cents * 10)
          .map(({ id, date, amount }) =>
            `transaction ${id} amount: ${date} ${amount} -> ${date} ${DINNER.withTip * 10}`
          ),
      ),
    ],
  },
  {
    id: "statement-import",
    kind: "change",
    turns: imported(
      `Enter what is missing in YNAB from this statement of the Lyon account.\n\n${
        csvOf(withPhone)
      }`,
      "Yes, go ahead.",
      withPhone,
    ),
    facts: (household) => [changes(...importOf(household))],
  },
  {
    id: "statement-import-undone-polish",
    kind: "change",
    language: "pl",
    turns: [
      ...imported(
        `Zaimportuj ten wyci\u0105g konta Lyon.\n\n${csvOf(withPhone)}`,
        "Tak.",
        withPhone,
      ),
      {
        says: "Jednak nie, cofnij to.",
        rehearsed: async (desk) => (await desk.call("undo_operation")).text("message"),
      },
      { says: "Tak, cofnij.", rehearsed: confirms },
    ],
    facts: () => [amount("what was entered", PHONE.cents * 10), changes()],
  },
  {
    id: "statement-declined-italian",
    kind: "decline",
    language: "it",
    turns: [
      imported(
        `Importa questo estratto del conto di Lione.\n\n${csvOf(withMissing)}`,
        "",
        withMissing,
      )[0],
      {
        says: "No, lascia stare.",
        rehearsed: () => Promise.resolve("Va bene, non ho cambiato nulla."),
      },
    ],
    facts: () => [
      amount("what would be entered", BAKERY.cents * 10, (BAKERY.cents + FEE.cents) * 10),
      changes(),
    ],
  },
] satisfies readonly WrittenQuestion[]).map((question) => ({ ...question, profile: "complete" }));

/** Previews an import of the Lyon account, and applies it after the user confirms. */
function imported(says: string, yes: string, file: BankStatement): readonly [Turn, Turn] {
  return [
    {
      says,
      rehearsed: async (desk) => {
        const text = csvOf(file);
        const { statement } = await desk.compare(LYON.account, text);
        return await previewed(desk, statement);
      },
    },
    { says: yes, rehearsed: confirms },
  ];
}

/** Returns an account's transactions of a month or day. */
function on(
  household: Household,
  name: string,
  days: string,
): Household["transactions"] {
  const { id } = household.account(name);
  return household.transactions.filter((row) => row.account_id === id && row.date.startsWith(days));
}

/** What importing the file with the phone bill changes, also of what was cleared before. */
function importOf(household: Household): readonly string[] {
  return [
    `new ${PHONE.date} ${LYON.account} ${
      PHONE.cents * 10
    } Boxfil Telecom: none -> Europe/Lyon Flat`,
    ...household.transactions
      .filter(({ account_id, cleared, date }) =>
        account_id === household.account(LYON.account).id && cleared === "cleared" &&
        date <= `${LYON.month}-31`
      )
      .map(({ id }) => `transaction ${id} cleared: cleared -> reconciled`),
  ];
}

async function previewed(
  desk: Desk,
  statement: string,
  further: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return (await desk.call("import_statement", { statement, ...further })).text("message");
}

async function confirms(desk: Desk): Promise<string> {
  return (await desk.confirm()).text("message");
}
