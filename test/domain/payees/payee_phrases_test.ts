import { assertEquals } from "@std/assert";
import { normalizePayee } from "../../../domain/payees/payee_label.ts";
import {
  CITIES,
  DOUBTFUL_REGIONS,
  PLAIN_REGIONS,
  PROCESSORS,
  TRAILING_WORDS,
} from "../../../domain/payees/payee_label_words.ts";

/** Asserts that each label is reduced to the merchant's name. */
function assertDropped(labels: readonly string[]): void {
  assertEquals(labels.filter((label) => normalizePayee(label) !== "corner bakery"), []);
}

/** Phrases that precede the merchant's name, by statement language. */
const KINDS_OF_PAYMENT: Readonly<Record<string, readonly string[]>> = {
  English: [
    ...["RECURRING DEBIT CARD PURCHASE AT", "CREDIT CARD PAYMENT TO", "VISA CARD TRANSACTION"],
    ...["CARD PURCHASE AUTHORIZED ON", "CHECK CARD PAYMENT", "VISA PURCHASE", "DEBIT PURCHASE AT"],
    ...["PURCHASE AUTHORIZED AT", "CHECK CARD", "CHECKCARD PURCHASE", "POS", "POS PURCHASE"],
    ...["POS WITHDRAWAL", "POS TRANSACTION", "POINT OF SALE DEBIT", "DEBIT CARD", "VISA DEBIT"],
    ...["RECURRING PAYMENT TO", "RECURRING DEBIT", "RECURRING CHARGE", "PREAUTHORISED DEBIT"],
    ...["AUTHORIZED PAYMENT", "ACH DEBIT", "ACH PAYMENT", "ACH PMT", "ACH WITHDRAWAL"],
    ...["ACH CREDIT", "ACH DEPOSIT", "ACH HOLD", "BILL PAYMENT", "BILL PMT TO", "DIRECT DEPOSIT"],
    ...["DIRECT DEP FROM", "DIRECT CREDIT FROM", "DIRECT DEBIT", "DIRECT DEBIT PAYMENT TO"],
    ...["ZELLE PAYMENT FROM", "VENMO PAYMENT TO", "OSKO PAYMENT FROM", "ZELLE TO", "ZELLE FROM"],
    ...["INTERAC E-TRANSFER PAYMENT TO", "CONTACTLESS", "CONTACTLESS PURCHASE TO"],
    ...["STANDING ORDER", "EFTPOS PURCHASE", "EFTPOS DEBIT", "INTERAC DEBIT", "IDP PURCHASE"],
    ...["MISC PAYMENT", "PREAUTHORIZED PAYMENT"],
  ],
  French: [
    ...["PAIEMENT CB", "ACHAT PAR CARTE BANCAIRE", "FACTURE CARTE", "CB", "CARTE BANCAIRE"],
    ...["PRLV", "PRLV EUROPEEN"],
    ...["PR\u00c9L\u00c8VEMENTS SEPA", "PR\u00c9L\u00c8VEMENT EUROP\u00c9EN DE"],
    ...["VIR", "VIR INST", "VIR PERMANENT POUR", "VIREMENT RE\u00c7U DE", "VIREMENT EMIS VERS"],
    ...["VIREMENT WEB EN FAVEUR DE", "VIREMENT SEPA INSTANTANE"],
  ],
  German: [
    ...["SEPA-FOLGELASTSCHRIFT", "SEPA-LASTSCHRIFTSEINZUG", "SEPA FIRMENLASTSCHRIFT"],
    ...["ERSTLASTSCHRIFT", "LASTSCHRIFT", "BASISLASTSCHRIFT", "LASTSCHRIFTSEINZUG"],
    ...["ECHTZEIT\u00dcBERWEISUNG AN", "GUTSCHRIFT VON"],
    ...["SEPA UEBERWEISUNG", "SEPA-DAUERAUFTRAG AN"],
    ...["EC-KARTENZAHLUNG", "GIROKARTENZAHLUNG", "KARTENZAHLUNG GIROCARD", "DEBITKARTENZAHLUNG"],
    ...["KARTENZAHLUNG DEBITKARTE", "VISA DEBITKARTENUMSATZ", "DEBITKARTENUMSATZ"],
    ...["KAUF/DIENSTLEISTUNG", "ZAHLUNG DEBITKARTE", "LOHN/GEHALT", "LOHN GEHALT/RENTE"],
    ...["LOHN GEHALT RENTE"],
  ],
  Dutch: [
    ...["SEPA INCASSO", "SEPA OVERBOEKING", "SEPA IDEAL", "SEPA PERIODIEKE OVERB."],
    ...["SEPA INCASSO ALGEMEEN EENMALIG", "INCASSO", "INCASSO ALGEMEEN DOORLOPEND"],
    ...["IDEAL BETALING", "IDEAL BETALING AAN"],
  ],
  Spanish: [
    ...["COMPRA", "COMPRA CON TARJETA EN", "COMPRA TARJ. INTERNET", "COMPRA ONLINE EN", "PAGO"],
    ...["PAGO CON TARJETA EN", "PAGO RECIBO DE", "PAGO M\u00d3VIL EN", "ADEUDO", "ADEUDO RECIBO"],
    ...["ADEUDO SEPA A FAVOR DE", "RECIBO DOMICILIADO DE", "TRANSFERENCIA INMEDIATA A"],
    ...["TRANSFERENCIA EMITIDA A FAVOR DE", "TRANSFERENCIA RECIBIDA DE", "BIZUM A FAVOR DE"],
    ...["BIZUM DE"],
  ],
  Italian: [
    ...["PAGAMENTO", "PAGAMENTO CON CARTA PRESSO", "OPERAZIONE BANCOMAT", "ACQUISTO POS"],
    ...["PAGAMENTO SU POS", "PAGAMENTO CONTACTLESS C/O", "PAGAMENTO POS C O", "ADDEBITO"],
    ...["ADDEBITO DIRETTO", "ADDEBITO DIRETTO SDD", "SDD CORE", "SDD", "BONIFICO", "BONIFICO DA"],
    ...["BONIFICO SEPA A FAVORE DI", "BONIFICO ISTANTANEO PER", "DISPOSIZIONE DI BONIFICO"],
    ...["BONIFICO DISPOSTO A FAVORE DI"],
  ],
  Portuguese: [
    ...["D\u00c9BITO DIRETO", "DEB DIRETO", "COMPRA D\u00c9BITO"],
    ...["COMPRAS CART\u00c3O", "COMPRA CART\u00c3O"],
  ],
  "the Nordic languages": [
    ...["DANKORT-NOTA", "VISA/DANKORT", "VISA VARE", "VAREKJ\u00d8P", "KORTK\u00d6P", "AUTOGIRO"],
    ...["BG AUTOGIRO", "SWISH BETALNING", "SWISH TILL"],
  ],
  Polish: [
    ...["P\u0141ATNO\u015a\u0106 KART\u0104", "P\u0141ATNO\u015a\u0106 BLIK"],
    ...["ZAKUP KART\u0104", "ZAKUP BLIK"],
    ...["ZAKUP PRZY U\u017bYCIU KARTY"],
  ],
};

for (const [language, kinds] of Object.entries(KINDS_OF_PAYMENT)) {
  Deno.test(`normalizePayee() drops payment types in ${language} that precede a name`, () => {
    assertDropped(kinds.map((kind) => `${kind} CORNER BAKERY`));
  });
}

/** Endings of labels. Dates, times, amounts and account numbers can also occur inside a name. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  "a date, time or amount": [
    ...["2026-04-11", "04/11", "4.11.", "11-04-26", "11.04.2026", "11 APR", "11APR26"],
    "11-Apr-2026",
    ...["12:34", "12h34", "12:34:56", "12:34 UHR", "EUR 12,50", "USD12.50", "12.50 GBP", "9,90CHF"],
    ..."1 JANUARY,2 JANVIER,3 FEBRUAR,4 MARCH,5 MARZO,6 MAI,7 JUNE,8 JULY,9 AUGUST".split(","),
    ..."10 SEPTEMBER,11 OKT,12 NOVEMBER,13 DEZ,14 DECEMBER,15 OCTOBER".split(","),
  ],
  "a phone number, address or place": [
    ...["800-555-0134", "1-800-555-0134", "+1 800 555 0134", "(800) 555-0134", "800.555.0134 NOW"],
    ...["WWW.EXAMPLE.COM", "EXAMPLE.CO.UK/PAY", "HELP.EXAMPLE.ORG", "EXAMPLE.NET ANYTHING ELSE"],
    ...["KOELN//DE", "KOELN//DE 2026 MORE", "//KOELN/DE"],
  ],
  "an account number": [
    ...["DE12370501980012345678", "GB29NWBK60161331926819", "FR76 3000 6000 0112 3456"],
  ],
  "a legal form and what follows": [
    ...["LLC", "INC", "LTD", "GMBH", "SARL", "SRL", "PLC", "PTY"].map((form) => `${form} WEST`),
  ],
  "a reference or mandate": [
    ...["DES:AUTOPAY", "INDN:ALEX MARLOW", "CO ID:9000012", "ID:AB12345", "ID 1234567"],
    ...["CONF# ABC", "CONFIRMATION A8D7F6", "EREF+12", "MREF+A", "CRED+DE98", "SVWZ+Miete"],
    ...["KREF+7", "ABWA+Alex", "PURP+RINP", "REF 12345", "REF. A1", "REFNR 77A", "REF NO 8"],
    ...["REFERENCE RENT", "REFERENZ 991", "REFERENCIA 12", "MANDAT MM12", "MANDATO 55"],
    ...["MANDATSREF X", "MACHTIGING X1", "KENMERK abc", "OMSCHRIJVING huur", "INCASSANT: NL98"],
    ...["RUM MM1", "MOTIF LOYER", "ECH/07/11", "VERWENDUNGSZWECK Miete", "GL\u00c4UBIGER-ID DE98"],
    ...["CONCEPTO ALQUILER", "CAUSALE AFFITTO", "IBAN: DE12", "IBAN DE12", "BIC COLSDE33"],
    ...["BIC: COLSDE33", "CON LA TARJETA : 5402", "PAS123", "NR:ABC12", "NO 1234", "N. 1234"],
    ...["CASH BACK 20.00", "CASHBACK", "ON 04-11", "ON 11/04", "ON 4.11"],
    ...["HTTPS://EXAMPLE.COM/X", "HTTP://X.Y"],
    ..."JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ").map((one) => `ON 11 ${one}`),
  ],
  "a card number": [
    ...["TARJETA 5402XXXXXXXX1234", "CARTA *1234", "TARJ. N. 1234", "TARJ: 1234", "CARD 1234"],
    ...["P00000000123 CARD 1234", "S123456789 CARD 1234"],
  ],
};

for (const [what, ends] of Object.entries(ENDS)) {
  Deno.test(`normalizePayee() drops ${what} after a name`, () => {
    assertDropped(ends.map((end) => `CORNER BAKERY ${end}`));
    if (/^a date|^an account/u.test(what)) assertDropped(ends.map((end) => `CORNER ${end} BAKERY`));
    if (what.startsWith("a reference")) {
      assertDropped(ends.map((end) => `CORNER BAKERY ${end} MORE`));
    }
  });
}

Deno.test("normalizePayee() drops places, payment processors, and trailing words such as Inc or LLC", () => {
  const after = (words: readonly string[], place = ""): readonly string[] =>
    words.map((word) => `CORNER BAKERY ${place}${word.toUpperCase()}`);
  assertDropped(after([...PLAIN_REGIONS, ...DOUBTFUL_REGIONS, ...CITIES], "114 "));
  assertDropped(after([...PLAIN_REGIONS, ...TRAILING_WORDS]));
  assertDropped(after(CITIES).map((label) => `${label} CA`));
  assertDropped(PROCESSORS.map((one) => `${one.toUpperCase()} *CORNER BAKERY`));
});
