import { assertEquals } from "@std/assert";
import { normalisePayee } from "../../../domain/payees/payee_label.ts";

/** By statement language; each precedes the merchant's name. */
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
  Deno.test(`normalisePayee() drops the payment type before a name in ${language}`, () => {
    assertEquals(
      kinds.map((kind) => [kind, normalisePayee(`${kind} CORNER BAKERY`)]),
      kinds.map((kind) => [kind, "corner bakery"]),
    );
  });
}

Deno.test("normalisePayee() ends a name at a reference or mandate", () => {
  const tails = [
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
  ];
  for (const tail of tails) {
    assertEquals(normalisePayee(`CORNER BAKERY ${tail}`), "corner bakery", tail);
    assertEquals(normalisePayee(`CORNER BAKERY ${tail} MORE WORDS`), "corner bakery", tail);
  }
  for (const month of "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ")) {
    assertEquals(normalisePayee(`CORNER BAKERY ON 11 ${month} AT HOME`), "corner bakery");
  }
});

Deno.test("normalisePayee() drops a card number at the end", () => {
  const cards = [
    ...["TARJETA 5402XXXXXXXX1234", "CARTA *1234", "TARJ. N. 1234", "TARJ: 1234", "CARD 1234"],
    ...["P00000000123 CARD 1234", "S123456789 CARD 1234"],
  ];
  for (const card of cards) {
    assertEquals(normalisePayee(`CORNER BAKERY ${card}`), "corner bakery", card);
  }
});

Deno.test("normalisePayee() keeps names made of such words", () => {
  const names = [
    ...["Reference Books", "Motif Cafe", "Card Shop Central", "Direct Mail Press"],
    ...["Confetti Bakery", "Identity Salon", "Mandarin House", "Post Card Inn"],
  ];
  assertEquals(names.map(normalisePayee), names.map((name) => name.toLowerCase()));
});
