import { SaxesParser } from "saxes";
import { cleanWhole } from "../domain/base/clean_text.ts";
import { isDay } from "../domain/base/day.ts";
import { sumOf } from "../domain/base/money.ts";
import type { ToolError } from "../domain/base/tool_error.ts";
import type { ReadingOfStatement, ReadingOptions } from "../domain/statements/statement.ts";
import { type Booking, readPart, type StatementPart } from "./parts.ts";
import { refusal } from "./refusal.ts";

export function readCamt(text: string, options: ReadingOptions): ReadingOfStatement {
  const document = parseXml(text.trimStart());
  const statements = [
    ...elementsAt(document, "Document/BkToCstmrStmt/Stmt"),
    ...elementsAt(document, "Document/BkToCstmrAcctRpt/Rpt"),
  ];
  if (statements.length === 0) {
    const isNotice = elementsAt(document, "Document/BkToCstmrDbtCdtNtfctn").length > 0;
    throw refusal(
      (isNotice
        ? "the file is CAMT.054, which only lists individual transactions and has no balances"
        : "the file is neither CAMT.052 nor CAMT.053") +
        ": download CAMT.053, CAMT.052 or CSV from your bank",
    );
  }
  return readPart("camt", statements.map(partOf), options);
}

function partOf(statement: XmlElement): StatementPart {
  const balances = elementsAt(statement, "Bal");
  const currency = textAt(statement, "Acct/Ccy") || currencyIn(balances[0] ?? statement);
  const bookings = elementsAt(statement, "Ntry").map((entry) => bookingOf(entry, currency));
  const opening = balanceOf(balances, ["OPBD", "PRCD"]);
  const booked = bookings.filter(({ reason }) => reason === null).map(({ amount }) => amount);
  // An interim balance may be from a different time than the entries.
  const interim = balanceOf(balances, ["ITBD"]);
  const proven = opening !== null && opening + sumOf(booked) === interim ? interim : null;
  return {
    account: textAt(statement, "Acct/Id/IBAN", "Acct/Id/Othr/Id") || null,
    currency,
    bookings,
    opening,
    closing: balanceOf(balances, ["CLBD"]) ?? proven,
  };
}

function balanceOf(balances: readonly XmlElement[], codes: readonly string[]): number | null {
  for (const code of codes) {
    const balance = balances.find((one) => textAt(one, "Tp/CdOrPrtry/Cd") === code);
    if (balance !== undefined) return amountIn(balance);
  }
  return null;
}

function bookingOf(entry: XmlElement, currency: string | null): Booking {
  // Later versions of CAMT put the status code into a nested element.
  const status = textAt(entry, "Sts/Cd", "Sts") || "BOOK";
  // A pending entry may have no date yet.
  if (status !== "BOOK") return { date: "", amount: 0, payee: "", memo: null, reason: "pending" };
  const date = textAt(entry, "BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm").slice(0, 10);
  if (!isDay(date)) throw unreadable(entry, "day");
  const reason = isIn(entry, currency) ? null : "other_currency";
  return { date, amount: amountIn(entry), ...labelOf(entry), reason };
}

function isIn(entry: XmlElement, currency: string | null): boolean {
  const own = currencyIn(entry);
  return own === null || currency === null || own === currency;
}

function currencyIn(element: XmlElement): string | null {
  return elementsAt(element, "Amt")[0]?.attributes["Ccy"] ?? null;
}

/** The sign comes from `CdtDbtInd`, even for a reversal (`RvslInd`). */
function amountIn(element: XmlElement): number {
  const mark = textAt(element, "CdtDbtInd");
  const [, whole, decimals = ""] = /^\+?(\d{1,12})(?:\.(\d{0,3})0*)?$/u.exec(
    textAt(element, "Amt"),
  ) ?? [];
  if (whole === undefined || (mark !== "CRDT" && mark !== "DBIT")) {
    throw unreadable(element, "amount");
  }
  const amount = Number(`${whole}${decimals.padEnd(3, "0")}`);
  return mark === "CRDT" ? amount : 0 - amount;
}

/** An entry becomes one row, even if it is a batch of several payments. */
function labelOf(entry: XmlElement): Pick<Booking, "payee" | "memo"> {
  const details = elementsAt(entry, "NtryDtls/TxDtls");
  const textsAt = (...paths: readonly string[]): readonly string[] => [
    ...new Set(details.map((one) => textAt(one, ...paths)).filter((text) => text !== "")),
  ];
  // In a returned payment, the debtor and the creditor are still those of the original payment.
  const isFromOther = (textAt(entry, "CdtDbtInd") === "CRDT") !==
    (textAt(entry, "RvslInd") === "true");
  const party = `RltdPties/${isFromOther ? "Dbtr" : "Cdtr"}`;
  const names = textsAt(`${party}/Pty/Nm`, `${party}/Nm`);
  const further = textAt(entry, "AddtlNtryInf");
  const written = details.flatMap((one) => elementsAt(one, "RmtInf/Ustrd")).map(({ text }) => text);
  const [payee = "", ...rest] = [
    ...(names.length > 1 ? [further] : []),
    names.length > 1 ? `${names[0]} and ${names.length - 1} more` : names[0] ?? "",
    written.join(" "),
    further,
    textsAt("AddtlTxInf").join(" "),
    textsAt("RmtInf/Strd/CdtrRefInf/Ref").join(" "),
  ].map(cleanWhole).filter((text) => text !== "");
  return { payee, memo: rest.find((text) => text !== payee) ?? null };
}

function unreadable({ line }: XmlElement, what: string): ToolError {
  return refusal(`line ${line}: the entry has no readable ${what}`);
}

const MAX_DEPTH = 64;
const MAX_ELEMENTS = 200_000;

interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The element's own text, without its children's text. */
  readonly text: string;
  /** Line in the file, counted from 1. */
  readonly line: number;
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

function parseXml(text: string): XmlElement {
  const document: OpenElement = { name: "", attributes: {}, children: [], text: "", line: 1 };
  const open = [document];
  let elements = 0;
  const parser = new SaxesParser();
  const refuse = (what: string, cause?: unknown): never => {
    throw refusal(`line ${parser.line}: ${what}`, { cause });
  };
  const addText = (part: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  };
  parser.on(
    "doctype",
    () =>
      refuse(
        "XML with a DTD isn't accepted, and a bank's file shouldn't contain one: download the " +
          "file from your bank again",
      ),
  );
  parser.on("opentag", ({ name, attributes }) => {
    elements += 1;
    if (elements > MAX_ELEMENTS) refuse(`the file has more than ${MAX_ELEMENTS} XML elements`);
    if (open.length > MAX_DEPTH) {
      refuse(`the file has XML elements nested more than ${MAX_DEPTH} levels deep`);
    }
    const element = {
      name: localName(name),
      attributes,
      children: [],
      text: "",
      line: parser.line,
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on(
    "error",
    (error) => refuse("the XML isn't well-formed: download the file again", error),
  );
  parser.write(text).close();
  return document;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Returns all elements at a slash-separated path of element names. */
function elementsAt(element: XmlElement, path: string): readonly XmlElement[] {
  let found: readonly XmlElement[] = [element];
  for (const step of path.split("/")) {
    const next: XmlElement[] = [];
    for (const { children } of found) {
      for (const child of children) if (child.name === step) next.push(child);
    }
    found = next;
  }
  return found;
}

/** Returns the trimmed text at the first path that has text; empty if no path has text. */
function textAt(element: XmlElement, ...paths: readonly string[]): string {
  for (const path of paths) {
    for (const { text } of elementsAt(element, path)) {
      if (text.trim() !== "") return text.trim();
    }
  }
  return "";
}
