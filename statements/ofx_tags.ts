/** A tag of an OFX file with the text up to the next tag. */
export interface OfxTag {
  /** In capitals; a closing tag starts with a slash. */
  readonly name: string;
  /** Trimmed; entities aren't decoded. */
  readonly value: string;
  /** Position in the file. */
  readonly at: number;
}

/** Tags that may follow another tag on its line. */
const KNOWN: ReadonlySet<string> = new Set(
  ("OFX SIGNONMSGSRSV1 SONRS STATUS CODE SEVERITY MESSAGE DTSERVER LANGUAGE DTPROFUP DTACCTUP FI ORG " +
    "FID BANKMSGSRSV1 CREDITCARDMSGSRSV1 INVSTMTMSGSRSV1 STMTTRNRS CCSTMTTRNRS TRNUID CLTCOOKIE " +
    "STMTRS CCSTMTRS INVSTMTRS CURDEF BANKACCTFROM CCACCTFROM BANKACCTTO CCACCTTO BANKID BRANCHID " +
    "ACCTID ACCTTYPE ACCTKEY BANKTRANLIST BANKTRANLISTP DTSTART DTEND DTASOF STMTTRN STMTTRNP " +
    "TRNTYPE DTPOSTED DTUSER DTAVAIL DTTRAN DTEXPIRE TRNAMT FITID CORRECTFITID CORRECTACTION " +
    "SRVRTID CHECKNUM REFNUM SIC PAYEEID NAME EXTDNAME PAYEE ADDR1 ADDR2 ADDR3 CITY STATE " +
    "POSTALCODE COUNTRY PHONE MEMO IMAGEDATA CURRENCY ORIGCURRENCY CURRATE CURSYM INV401KSOURCE " +
    "LEDGERBAL AVAILBAL BALAMT BALLIST BAL DESC BALTYPE VALUE MKTGINFO").split(" "),
);

/**
 * Splits an OFX file into its tags. Payee names may look like tags, so a tag counts only
 * if it is known or starts a line.
 */
export function* ofxTags(text: string): Generator<OfxTag> {
  let last: { readonly name: string; readonly at: number; readonly end: number } | null = null;
  const tagAt = (end: number | undefined): readonly OfxTag[] =>
    last === null
      ? []
      : [{ name: last.name, value: text.slice(last.end, end).trim(), at: last.at }];
  for (
    const match of text.matchAll(/(?:((?<=^[ \t]*)<)|<)(\/?)([a-z][a-z0-9._]*)(?: [^<>]*)?>/gimu)
  ) {
    const [whole, lineStart, slash = "", written = ""] = match;
    const name = written.toUpperCase();
    if (lineStart === undefined && !KNOWN.has(name)) continue;
    yield* tagAt(match.index);
    last = { name: slash + name, at: match.index, end: match.index + whole.length };
  }
  yield* tagAt(undefined);
}
