import type { ReadAs } from "../../domain/statements/statement.ts";
import type { BankFile } from "./_bank_file.ts";
import { csvFile } from "./_csv_file.ts";
import { Draw } from "./_draw.ts";
import { encodable, encode } from "./_encode.ts";
import { languages } from "./_language.ts";
import {
  type Balances,
  balancesOf,
  type Booking,
  drawLedger,
  lastAccount,
  type Ledger,
  milliunits,
} from "./_ledger.ts";
import { hasParts, isCardSignOpen, openDateOrder } from "./_open_points.ts";

type Kind = Exclude<BankFile["kind"], "csv">;

interface Writer {
  readonly draw: Draw;
  readonly ledger: Ledger;
  readonly balances: Balances;
  readonly isCard: boolean | null;
}

interface Written {
  readonly lines: readonly string[];
  /** Returns the payee labels that count as correct (by default, only the transaction's payee). */
  readonly payeesOf?: (booking: Booking) => readonly string[];
  readonly answers?: ReadAs;
  /** What is ambiguous about the file, apart from the account. */
  readonly open?: readonly (keyof ReadAs)[];
}

const FORMATS: Readonly<Record<Kind, (writer: Writer) => Written>> = {
  camt: camtLines,
  mt940: mt940Lines,
  ofx: ofxLines,
  qif: qifLines,
};

/** Functions that generate a bank file from a seed, keyed by file format. */
export const bankFiles: Readonly<Record<BankFile["kind"], (seed: number) => BankFile>> = {
  csv: csvFile,
  ofx: (seed) => standardFile("ofx", seed),
  camt: (seed) => standardFile("camt", seed),
  mt940: (seed) => standardFile("mt940", seed),
  qif: (seed) => standardFile("qif", seed),
};

/** Generates a file in a standard format, which all banks write the same way. */
function standardFile(kind: Kind, seed: number): BankFile {
  const draw = new Draw(seed);
  const encoding = kind === "camt" || draw.percent(50) ? "utf-8" : "windows-1252";
  const ledger = drawStandardLedger(draw, kind);
  const isCard = draw.percent(10) ? null : ledger.isCard;
  const balances = balancesOf(ledger);
  const { lines, payeesOf = ({ payee }: Booking) => [payee], answers, open = [] } = FORMATS[kind]({
    draw,
    ledger,
    balances,
    isCard,
  });
  const account = lastAccount(ledger.bookings);
  const { currency } = ledger;
  const text = lines.join(draw.pick(["\n", "\r\n"]));
  const clean = (label: string): string => encodable(label, encoding).replace(/\s+/gu, " ").trim();
  return {
    seed,
    kind,
    bytes: encode(encodable(text, encoding), { encoding, mark: false }),
    options: {
      today: ledger.today,
      decimals: currency.decimals,
      currency: currency.iso,
      isCard,
      remembered: {},
      readAs: {},
    },
    rows: ledger.bookings.filter((booking) => booking.account === account).map((booking) => ({
      date: booking.date,
      amount: milliunits(booking.units, currency),
      payees: payeesOf(booking).map(clean),
      memo: booking.memo,
      leftOut: booking.state === "pending" ? "pending" : booking.units === 0 ? "zero" : null,
    })),
    opening: milliunits(ledger.opening[account] ?? 0, currency),
    closing: milliunits(balances.closing[account] ?? 0, currency),
    answers: { part: account, sign: "as_shown", ...answers },
    open: [...(hasParts(ledger) ? ["part" as const] : []), ...open],
    traits: [encoding, currency.iso, `${ledger.bookings.length} bookings`],
  };
}

function drawStandardLedger(draw: Draw, kind: Kind): Ledger {
  const isEuropean = kind === "camt" || kind === "mt940";
  const english = languages.filter(({ code }) => code === "en");
  const known = languages.filter(({ code }) => !isEuropean || !["en", "ja", "ar"].includes(code));
  const ledger = drawLedger(draw, {
    language: draw.pick(!isEuropean && draw.percent(55) ? english : known),
    isCard: draw.percent(25),
    accountCount: draw.percent(5) ? 2 : 1,
    pending: (kind === "camt" || kind === "ofx") && draw.percent(6),
    zeros: draw.percent(6),
  });
  return { ...ledger, bookings: ledger.bookings.filter(({ state }) => state !== "failed") };
}

function amountText(units: number, { currency }: Ledger, decimal: "." | ","): string {
  return (units / 10 ** currency.decimals).toFixed(currency.decimals).replace(".", decimal);
}

function compact(date: string): string {
  return date.replaceAll("-", "");
}

function bookingsOf(account: string, { bookings }: Ledger): readonly Booking[] {
  return bookings.filter((booking) => booking.account === account);
}

interface Period {
  readonly bookings: readonly Booking[];
  readonly opening: number;
  readonly closing: number;
  readonly last: string;
}

/** Divides an account's entries into consecutive statements, each with its balances. */
function periodsOf(account: string, ledger: Ledger, size: number): readonly Period[] {
  const all = bookingsOf(account, ledger);
  let closing = ledger.opening[account] ?? 0;
  return Array.from({ length: Math.max(1, Math.ceil(all.length / size)) }, (_, at) => {
    const bookings = all.slice(at * size, (at + 1) * size);
    const opening = closing;
    for (const { state, units } of bookings) closing += state === "booked" ? units : 0;
    return { bookings, opening, closing, last: bookings.at(-1)?.date ?? ledger.today };
  });
}

function ofxLines({ draw, ledger, balances }: Writer): Written {
  const [isClosed, decimal] = [draw.percent(50), draw.percent(8) ? "," as const : "." as const];
  const time = draw.pick(["", "120000", "233000[-5:EST]", "003000.000[+2:EET]"]);
  const value = (tag: string, text: string): string =>
    `<${tag}>${text.replaceAll("&", "&amp;")}${isClosed ? `</${tag}>` : ""}`;
  const prefix = ledger.isCard ? "CC" : "";
  const source = ledger.isCard ? "CCACCTFROM" : "BANKACCTFROM";
  const transaction = (booking: Booking): readonly string[] => {
    const isPending = booking.state === "pending";
    const tag = isPending ? "STMTTRNP" : "STMTTRN";
    return [
      `<${tag}>`,
      value("TRNTYPE", booking.units < 0 ? "DEBIT" : "CREDIT"),
      value(isPending ? "DTTRAN" : "DTPOSTED", compact(booking.date) + time),
      ...(isPending ? [] : [value("DTUSER", compact(booking.valueDate))]),
      value("TRNAMT", amountText(booking.units, ledger, decimal)),
      value("NAME", booking.payee),
      ...(booking.memo === "" ? [] : [value("MEMO", booking.memo)]),
      `</${tag}>`,
    ];
  };
  const accounts = ledger.accounts.flatMap((account) => [
    `<${prefix}STMTTRNRS>`,
    `<${prefix}STMTRS>`,
    value("CURDEF", ledger.currency.iso),
    `<${source}>`,
    value("ACCTID", account),
    `</${source}>`,
    "<BANKTRANLIST>",
    ...bookingsOf(account, ledger).flatMap(transaction),
    "</BANKTRANLIST>",
    "<LEDGERBAL>",
    value("BALAMT", amountText(balances.closing[account] ?? 0, ledger, decimal)),
    "</LEDGERBAL>",
    `</${prefix}STMTRS>`,
    `</${prefix}STMTTRNRS>`,
  ]);
  const lines = ["OFXHEADER:100", "DATA:OFXSGML", "", "<OFX>", ...accounts, "</OFX>"];
  return { lines, answers: { decimal_sign: decimal } };
}

function camtLines({ draw, ledger }: Writer): Written {
  const [isReport, isLater, prefix] = [
    draw.percent(30),
    draw.percent(40),
    draw.pick(["", "ns2:"]),
  ];
  const tag = (name: string, inner: string, attributes = ""): string =>
    `<${prefix}${name}${attributes}>${inner}</${prefix}${name}>`;
  const leaf = (name: string, text: string): string => tag(name, text.replaceAll("&", "&amp;"));
  const amount = (units: number): string =>
    tag("Amt", amountText(Math.abs(units), ledger, "."), ` Ccy="${ledger.currency.iso}"`) +
    leaf("CdtDbtInd", units < 0 ? "DBIT" : "CRDT");
  const balance = (code: string, units: number): string =>
    tag("Bal", tag("Tp", tag("CdOrPrtry", leaf("Cd", code))) + amount(units));
  const party = (name: string, role: string): string =>
    tag(role, isLater ? tag("Pty", leaf("Nm", name)) : leaf("Nm", name));
  const entry = ({ state, units, date, payee, memo }: Booking): string => {
    const status = state === "booked" ? "BOOK" : "PDNG";
    const [debtor, creditor] = units < 0 ? ["Robin Example", payee] : [payee, "Robin Example"];
    return tag(
      "Ntry",
      amount(units) + (isLater ? tag("Sts", leaf("Cd", status)) : leaf("Sts", status)) +
        tag("BookgDt", isLater ? leaf("DtTm", `${date}T23:10:00+02:00`) : leaf("Dt", date)) +
        tag(
          "NtryDtls",
          tag(
            "TxDtls",
            tag("RltdPties", party(debtor, "Dbtr") + party(creditor, "Cdtr")) +
              tag("RmtInf", leaf("Ustrd", memo)),
          ),
        ),
    );
  };
  const size = draw.pick([20, 1_000]);
  const statements = ledger.accounts.flatMap((account) =>
    periodsOf(account, ledger, size).map(({ bookings, opening, closing }) =>
      tag(
        isReport ? "Rpt" : "Stmt",
        tag(
          "Acct",
          tag("Id", tag("Othr", leaf("Id", account))) + leaf("Ccy", ledger.currency.iso),
        ) +
          balance("OPBD", opening) + balance("CLBD", closing) + bookings.map(entry).join("\n"),
      )
    )
  );
  const space = prefix === "" ? "xmlns" : "xmlns:ns2";
  const body = tag(isReport ? "BkToCstmrAcctRpt" : "BkToCstmrStmt", statements.join("\n"));
  return { lines: ['<?xml version="1.0"?>', tag("Document", body, ` ${space}="urn:iso:camt"`)] };
}

function mt940Lines({ draw, ledger }: Writer): Written {
  const [hasDay, isStructured] = [draw.percent(75), draw.percent(60)];
  const swift = (units: number): string => {
    const text = amountText(Math.abs(units), ledger, ",");
    return text.includes(",") ? text : `${text},`;
  };
  const balance = (units: number, date: string): string =>
    (units < 0 ? "D" : "C") + compact(date).slice(2) + ledger.currency.iso + swift(units);
  const entry = ({ date, valueDate, units, payee, memo }: Booking): readonly string[] => {
    const day = hasDay ? valueDate : date;
    const mark = draw.percent(4) ? (units < 0 ? "RC" : "RD") : units < 0 ? "D" : "C";
    const text = isStructured
      ? `:86:166?00X?20${memo.slice(0, 27)}?32${payee.slice(0, 27)}?33${payee.slice(27)}`
      : `:86:${payee}\n${memo}`;
    const booked = hasDay ? compact(date).slice(4) : "";
    return [`:61:${compact(day).slice(2)}${booked}${mark}${swift(units)}NTRFNONREF`, text];
  };
  const size = draw.pick([12, 1_000]);
  const lines = ledger.accounts.flatMap((account) =>
    periodsOf(account, ledger, size).flatMap(({ bookings, opening, closing, last }) => [
      ":20:STARTUMS",
      `:25:${account}`,
      ":28C:1/1",
      `:60F:${balance(opening, bookings[0]?.date ?? last)}`,
      ...bookings.flatMap(entry),
      `:62F:${balance(closing, last)}`,
      "-",
    ])
  );
  const payeesOf = ({ payee, memo }: Booking): readonly string[] => [payee, `${payee} ${memo}`];
  return { lines: [...lines, ""], payeesOf };
}

function qifLines({ draw, ledger, isCard }: Writer): Written {
  const order = draw.pick(["mdy", "dmy", "ymd"] as const);
  const isShort = order !== "ymd" && draw.percent(30);
  const decimal = draw.percent(30) ? "," as const : "." as const;
  const dateText = (date: string): string => {
    const [year = "", month = "", day = ""] = date.split("-");
    const parts = { mdy: [month, day], dmy: [day, month], ymd: [] }[order];
    if (order === "ymd") return date;
    return `${parts.join("/")}/${isShort ? year.slice(2) : year}`;
  };
  const lines = ledger.accounts.flatMap((account) => [
    ...(ledger.accounts.length > 1 ? ["!Account", `N${account}`, "TBank", "^"] : []),
    `!Type:${ledger.isCard ? "CCard" : "Bank"}`,
    ...bookingsOf(account, ledger).flatMap(({ date, units, payee, memo }) => [
      `D${dateText(date)}`,
      `T${amountText(units, ledger, decimal)}`,
      `P${payee}`,
      ...(memo === "" ? [] : [`M${memo}`]),
      "LFood:Groceries",
      "^",
    ]),
  ]);
  const format = { order, shortYear: isShort, separator: "/", padded: true } as const;
  return {
    lines: [...lines, ""],
    answers: { date_order: order, decimal_sign: decimal },
    open: [
      ...(isCardSignOpen(ledger.bookings, isCard) ? ["sign" as const] : []),
      ...openDateOrder(ledger.bookings, { ...format, time: "none", closed: false }, ledger.today),
    ],
  };
}
