import type { BankFile } from "./_bank_file.ts";
import { balancesOf } from "./_balances.ts";
import { Draw } from "./_draw.ts";
import { encodable, encode } from "./_encode.ts";
import { type Booking, lastAccount, type Ledger, milliunits } from "./_ledger.ts";
import { hasParts } from "./_open_points.ts";
import {
  byAccount,
  drawStandardLedger,
  standardAmount,
  standardOptions,
  standardRow,
} from "./_standard_ledger.ts";

interface Mt940Format {
  readonly blocks: boolean;
  readonly lineEnd: string;
  readonly encoding: "utf-8" | "windows-1252";
  /** Whether entries have a booking date, which defaults to the value date. */
  readonly entryDay: boolean;
  /** Whether the third letter of the currency follows the debit or credit mark. */
  readonly fundsCode: boolean;
  readonly details: "structured" | "slashes" | "free";
  /** Entries per page of a long statement, or per statement. */
  readonly page: number;
  readonly isIntermediate: boolean;
  readonly end: "-" | "-}" | "";
  readonly supplement: boolean;
}

/** Generates an MT940 file from a seed. */
export function mt940File(seed: number): BankFile {
  const draw = new Draw(seed);
  const ledger = drawStandardLedger(draw, { europe: true });
  const blocks = draw.percent(20);
  const format: Mt940Format = {
    blocks,
    lineEnd: draw.pick(["\r\n", "\r\n", "\n"]),
    encoding: draw.percent(50) ? "utf-8" : "windows-1252",
    entryDay: draw.percent(75),
    fundsCode: draw.percent(20),
    details: draw.weighted({ structured: 50, slashes: 25, free: 25 }),
    page: draw.pick([5, 12, 1_000, 1_000]),
    isIntermediate: draw.percent(40),
    end: blocks ? "-}" : draw.pick(["-", ""]),
    supplement: draw.percent(15),
  };
  const account = lastAccount(ledger.bookings);
  const text = byAccount(ledger)
    .flatMap((part) => statements(part, { draw, ledger, format }))
    .join(format.lineEnd) + format.lineEnd;
  return {
    seed,
    kind: "mt940",
    bytes: encode(encodable(text, format.encoding), { ...format, mark: false }),
    options: standardOptions(draw, ledger),
    rows: ledger.bookings
      .filter((booking) => booking.account === account)
      .map((booking) =>
        standardRow(booking, {
          payees: payeesOf(booking, format).map((payee) => encodable(payee, format.encoding)),
          memo: booking.memo,
          currency: ledger.currency,
        })
      ),
    opening: milliunits(ledger.opening[account] ?? 0, ledger.currency),
    closing: milliunits(balancesOf(ledger).closing[account] ?? 0, ledger.currency),
    answers: { part: account, sign: "as_shown" },
    open: hasParts(ledger) ? ["part"] : [],
    traits: [JSON.stringify(format), ledger.currency.iso, `${ledger.bookings.length} bookings`],
  };
}

interface Writer {
  readonly draw: Draw;
  readonly ledger: Ledger;
  readonly format: Mt940Format;
}

function statements(
  { account, bookings }: { readonly account: string; readonly bookings: readonly Booking[] },
  writer: Writer,
): readonly string[] {
  const { ledger, format } = writer;
  const count = Math.max(1, Math.ceil(bookings.length / format.page));
  let balance = ledger.opening[account] ?? 0;
  return Array.from({ length: count }, (_, at) => {
    const part = bookings.slice(at * format.page, (at + 1) * format.page);
    const opening = balance;
    balance += part.reduce((sum, { units }) => sum + units, 0);
    const isFirst = at === 0 || !format.isIntermediate;
    const isLast = at === count - 1 || !format.isIntermediate;
    const lines = [
      ":20:STARTUMS",
      `:25:${format.details === "structured" ? `12030000/${account}` : account}`,
      `:28C:${format.isIntermediate ? `00007/${String(at + 1).padStart(3, "0")}` : `${at + 1}/1`}`,
      `:60${isFirst ? "F" : "M"}:${balanceText(opening, part[0]?.date ?? ledger.today, writer)}`,
      ...part.flatMap((booking) => bookingLines(booking, writer)),
      `:62${isLast ? "F" : "M"}:${balanceText(balance, part.at(-1)?.date ?? ledger.today, writer)}`,
      `:64:${balanceText(balance + 5_000, part.at(-1)?.date ?? ledger.today, writer)}`,
    ];
    const head = format.blocks ? ["{1:F01EXAMDEFFAXXX0000000000}{2:O9400000N}{4:"] : [];
    return [...head, ...lines, ...(format.end === "" ? [] : [format.end])];
  }).flat();
}

function balanceText(units: number, date: string, { ledger }: Writer): string {
  const mark = units < 0 ? "D" : "C";
  return `${mark}${sixDigits(date)}${ledger.currency.iso}${swiftAmount(Math.abs(units), ledger)}`;
}

/** Writes an amount. SWIFT may omit zeros after the comma, but never the comma. */
function swiftAmount(units: number, { currency }: Ledger): string {
  const text = standardAmount(units, currency, ",");
  if (!text.includes(",")) return `${text},`;
  return units % 3 === 0 ? text.replace(/0+$/u, "") : text;
}

function bookingLines(booking: Booking, { draw, ledger, format }: Writer): readonly string[] {
  const isReversal = draw.percent(4);
  const isOut = booking.units < 0;
  const mark = isReversal ? (isOut ? "RC" : "RD") : isOut ? "D" : "C";
  const entry = format.entryDay ? booking.date.slice(5).replace("-", "") : "";
  const funds = format.fundsCode ? ledger.currency.iso.slice(2) : "";
  const valueDate = format.entryDay ? booking.valueDate : booking.date;
  const line = `:61:${sixDigits(valueDate)}${entry}${mark}${funds}` +
    `${swiftAmount(Math.abs(booking.units), ledger)}NTRFNONREF//${booking.reference}`;
  return [line, ...(format.supplement ? ["/OCMT/EUR1,00/"] : []), ...detailLines(booking, format)];
}

function sixDigits(date: string): string {
  return date.slice(2).replaceAll("-", "");
}

function detailLines({ payee, memo }: Booking, { details }: Mt940Format): readonly string[] {
  switch (details) {
    case "structured": {
      const fields = [
        "166?00SEPA-BUCHUNG?10931",
        `?20SVWZ+${memo.slice(0, 22)}`,
        ...(memo.length > 22 ? [`?21${memo.slice(22)}`] : []),
        "?30EXAMDEFFXXX?31DE00123456780000000000",
        `?32${payee.slice(0, 27)}`,
        ...(payee.length > 27 ? [`?33${payee.slice(27)}`] : []),
      ];
      return folded(`:86:${fields.join("")}`);
    }
    case "slashes":
      return folded(
        `:86:/TRTP/SEPA/IBAN/NL00EXAM0123456789/NAME/${payee}/REMI/${memo}/EREF/NOTPROVIDED`,
      );
    case "free":
      return [`:86:${payee}`, ...(memo === "" ? [] : [memo])];
  }
}

/** Breaks text into lines of at most 65 characters, even within words. */
function folded(text: string): readonly string[] {
  return text.match(/.{1,65}/gu) ?? [];
}

function payeesOf({ payee, memo }: Booking, { details }: Mt940Format): readonly string[] {
  return details === "free" ? [payee, `${payee} ${memo}`, payee + memo] : [payee];
}
