import { assertEquals, assertMatch } from "@std/assert";
import { household, ids } from "./_plan.ts";
import { type Answer, aWorld, type World } from "./_world.ts";

/** A statement row: day, label and amount. */
export type Booking = readonly [date: string, label: string, amount: number];

/** Rows of the Checking account's March statement; two of the payments aren't in the plan. */
export const march: readonly Booking[] = [
  ["2026-03-01", "EMPLOYER PAYROLL", 3000],
  ["2026-03-02", "LANDLORD RENT", -1000],
  ["2026-03-05", "CAFE MUELLER", -80.5],
  ["2026-03-06", "AMZN MKTP US*2K4LM8QX3", -45],
  ["2026-03-07", "AMZN REFUND", 10],
  ["2026-03-08", "TO SAVINGS", -200],
  ["2026-03-10", "AMAZON", -20],
  ["2026-03-12", "GREENGROCER 0417", -12],
  ["2026-03-13", "GREENGROCER 0417", -14],
];

/** The Checking account's balance before March. */
export const OPENING = -7;

/** Writes a CSV file with a running balance, so that the rows can be verified. */
export function csvOf(bookings: readonly Booking[], opening = OPENING): string {
  let balance = Math.round(opening * 100);
  const lines = bookings.map(([date, label, amount]) => {
    balance += Math.round(amount * 100);
    return [date, label, amount.toFixed(2), (balance / 100).toFixed(2)].join(",");
  });
  return ["Date,Description,Amount,Balance", ...lines, ""].join("\n");
}

/** Writes an OFX file for an account. */
export function ofxOf(
  bookings: readonly Booking[],
  { number = "1234560417", currency = "USD", balance = "" } = {},
): string {
  const rows = bookings.map(([date, label, amount], at) =>
    `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${date.replaceAll("-", "")}<TRNAMT>${amount.toFixed(2)}` +
    `<FITID>${at}<NAME>${label}</STMTTRN>`
  );
  return [
    "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n",
    `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currency}`,
    `<BANKACCTFROM><BANKID>1<ACCTID>${number}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>`,
    ...rows,
    `</BANKTRANLIST>${balance && `<LEDGERBAL><BALAMT>${balance}</LEDGERBAL>`}`,
    "</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>",
  ].join("\n");
}

/** Creates a world whose Checking account isn't linked to the bank. */
export function aStatementWorld(
  options: Parameters<typeof aWorld>[0] = {},
): Promise<World> {
  const plan = household();
  const accounts = plan.accounts.map((one) => ({ ...one, direct_import_linked: false }));
  return aWorld({ write: true, profile: "complete", plans: [{ ...plan, accounts }], ...options });
}

export const checking = { account_id: "Checking" };

/** Previews an import and confirms it with the statement's handle. */
export async function imported(
  world: World,
  args: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const preview = await world.call("import_statement", args);
  const { confirmation, statement } = preview.structured ?? {};
  if (typeof confirmation !== "string") throw new Error(`No confirmation: ${preview.text}`);
  return await world.call("import_statement", { statement, confirmation });
}

export type Row = Readonly<Record<string, unknown>>;

export function rowsIn({ structured }: Answer, name: string): readonly Row[] {
  return (structured?.[name] ?? []) as readonly Row[];
}

/** Asserts that a result is an error with this code, and returns the error's text. */
export function refused({ isError, text }: Answer, code: string): string {
  assertEquals(isError, true, text);
  assertMatch(text, new RegExp(`^${code}: `, "u"));
  return text;
}

/** The transactions in Checking that aren't deleted, without ids. */
export function checkingRows({ upstream }: Pick<World, "upstream">): readonly Row[] {
  const [first] = upstream.snapshot();
  return (first?.transactions ?? [])
    .filter(({ account_id, deleted }) => account_id === ids.checking && !deleted)
    .map(({ date, amount, cleared, approved }) => ({ date, amount, cleared, approved }))
    .toSorted((one, other) => JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
}
