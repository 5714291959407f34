import { foldText } from "../domain/base/fold_text.ts";

/** What a heading says about its column. The data decide whether it is so. */
export type HeadingRole =
  | "account"
  | "amount"
  | "balance"
  | "counterparty"
  | "credit"
  | "currency"
  | "date"
  | "debit"
  | "description"
  | "indicator"
  | "memo"
  | "name"
  | "other"
  | "payee"
  | "status"
  | "unknown";

const AMOUNT =
  /\b(?:amount|amt|betrag|umsatz|montant|importo?|importe|bedrag|belopp|belob|belop|kwota|castka|suma|summa|sum|osszeg|valor|maara|quantia|iznos|znesek|tutar|gross|brutto|net|netto|upphaed|upphaeth|\u03c0\u03bf\u03c3\u03bf|\u0441\u0443\u043c\u043c\u0430)\b|buchungsbetrag|transaktionsbetrag|transaktionsbelopp|^(?:value|total)$/u;

/** Words that may stand beside those of a debit or credit column. */
const FILLERS =
  /\b(?:amounts?|amt|betrag|umsatz|montant|importo|importe|bedrag|belopp|belob|belop|kwota|castka|valor|value|summa|suma|sum|eur|euros?|usd|gbp|chf|sek|nok|dkk|pln|czk|huf|cad|aud|nzd|brl|inr|jpy|transactions?|column)\b/gu;
const DEBIT =
  /^(?:debits?|debet|debito|debite|soll|belastung(?:en)?|lastschrift(?:en)?|ausgang|ausgabe(?:n)?|auszahlung(?:en)?|abgang|withdrawals?|withdrawn|paid out|money out|out|outflow|outgoings?|payments? out|payments?|spent|expenses?|charges?|dare|addebit[oi]|uscite|cargos?|debe|egresos?|gastos?|retiros?|pagos|saidas?|uitgaven|uit|af|afschrijving(?:en)?|ut|uttag|utgift|ut av konto|ut fra konto|uit rekening|obciazenia|obciazenie|wydatki|terheles|vydaje|vydaj|izdaci|depenses?|retraits?|sorties?|tilivedot|panot ulos|\u03c7\u03c1\u03b5\u03c9\u03c3\u03b7|\u0440\u0430\u0441\u0445\u043e\u0434|\u0441\u043f\u0438\u0441\u0430\u043d\u0438\u0435)$/u;
const CREDIT =
  /^(?:credits?|kredit|credito|credite|haben|gutschrift(?:en)?|eingang|einnahmen?|einzahlung(?:en)?|zugang|deposits?|deposited|paid in|money in|in|inflow|incomings?|income|received|receipts?|payments? in|avere|accredit[oi]|entrate|abonos?|haber|ingresos?|depositos?|entradas?|inkomsten|bij|bijschrijving(?:en)?|insattning|insattningar|innskudd|inn|inn pa konto|inn til konto|uznania|uznanie|wplywy|jovairas|prijmy|prijem|primici|depots?|recettes?|entrees?|versements?|\u03c0\u03b9\u03c3\u03c4\u03c9\u03c3\u03b7|\u043f\u0440\u0438\u0445\u043e\u0434|\u0437\u0430\u0447\u0438\u0441\u043b\u0435\u043d\u0438\u0435)$/u;

/** In this order: the first that fits is the role. */
const ROLES: readonly (readonly [HeadingRole, RegExp])[] = [
  ["other", /\bids?$|\bids? |\b(?:uuid|guid|bic|swift|blz|mcc|zip|postcode|latitude|longitude)\b/u],
  [
    "other",
    /\borig|oorspr|ursprung|foreign|fremd|\blocal\b|transfer amount|exchange|wechsel|kurs\b|koers|\brates?\b|\bfx\b|cambio|\bcours\b|convert|compensation|instructed|tegenwaarde|gegenwert|ausland|utland|udenland|\bfees?\b|gebuhr|gebuehr|commission|comissao|comision|commissione|avgift|gebyr|poplatek|oplata|prowizja|\btax\b|\bvat\b|mwst|\binterest\b|cashback|points|limit/u,
  ],
  [
    "currency",
    /currency|wahrung|waehrung|^devise|moneda|moeda|^munt|valutacode|valuuta|^mena|deviza|penznem|valiuta|\bccy\b|^cur$|^valuta$|divisa|waluta|para birimi|\u03bd\u03bf\u03bc\u03b9\u03c3\u03bc\u03b1|\u0432\u0430\u043b\u044e\u0442\u0430/u,
  ],
  [
    "balance",
    /balance|saldo|kontostand|\bsolde|zustatek|zostatek|zustatok|egyenleg|atlikums|likutis|\bjaak|beholdning|bakiye|^stand|^sold$|\u03c5\u03c0\u03bf\u03bb\u03bf\u03b9\u03c0\u03bf|\u043e\u0441\u0442\u0430\u0442\u043e\u043a/u,
  ],
  ["other", /debtor|creditor|kreditor|glaubiger|glaeubiger|incassant|mandat|machtiging/u],
  [
    "indicator",
    /(?=.*(?:debi|debe|\bdr?\b|soll|\baf\b|^s h$))(?=.*(?:credi|kredi|\bcr?\b|haben|\bbij\b|^s h$))/u,
  ],
  ["indicator", /^(?:dc|cd|sh|af ?bij|direction|sign|richting|vorzeichen|plus minus)$/u],
  [
    "date",
    /date|datum|dato\b|fecha|^data\b|dag$|tag$|paiva|kuupaev|wertstellung|valeur|\bday\b|tarih|\bnap$|\u03b7\u03bc\u03b5\u03c1\u03bf\u03bc\u03b7\u03bd\u03b9\u03b1|\u0434\u0430\u0442\u0430/u,
  ],
  ["amount", AMOUNT],
  [
    "counterparty",
    /(?=.*(?:counter|tegen|gegen|partner|benefic|begunst|beguenst|proti|motkonto|motpart|modkonto|contra|empfanger|empfaenger|recipient|payee|remitter|from|to\b))(?=.*(?:account|konto|iban|rekening|compte|cuenta|conta\b|number|nummer|\bnr\b|uctu))|tegenrekening$|kontonummer iban|protiucet/u,
  ],
  [
    "account",
    /^(?:own |mein |my )?(?:account|konto|kontonummer|kontonr|rekening|rekeningnummer|auftragskonto|iban|iban bban|compte|cuenta|conta|card|card (?:no|number|used.*)|karte|kartennummer|creditcard nummer|account (?:no|nr|number|name)|accountnum|kontoname|bankkonto|ucet|cislo uctu|rachunek|numer rachunku|szamlaszam|tili|tilinumero|conto|numero de (?:compte|cuenta|conta)|booking account)$/u,
  ],
  [
    "status",
    /\bstatus\b|^state$|^pending$|^stav$|^estado$|^statut$|^stato$|^tila$|^cleared$|^booked$/u,
  ],
  [
    "payee",
    /payee|merchant|counterparty|counter party|beneficiar|recipient|auftraggeber|empfanger|empfaenger|begunstigter|zahlungspflicht|zahlungsbeteiligt|tegenpartij|tegenrekeninghouder|contraparte|contrepartie|destinat|ordenante|mottagare|mottaker|modtager|avsandare|nadawca|odbiorca|protistran|nazev protiuctu|prijemce|partner|kontrahent|saaja|maksaja|gavejas|moketojas|sanemejs|maksatajs|\btiers\b|comercio|estabelecimento|vendor|supplier/u,
  ],
  ["name", /\b(?:names?|naam|nom|nome|nombre|namn|navn|nazwa|nazev|nimi|nev)\b/u],
  [
    "memo",
    /memo|notes?\b|purpose|verwendungszweck|mededeling|communication|betreff|comments?\b|message|zprava|poznamka|tytul|causale|kozlemeny|viesti|viite|zahlungsgrund|remittance|additional|^vwz/u,
  ],
  [
    "description",
    /descri|omschrijving|beschreibung|buchungstext|^text|^tekst|libelle|concepto|descrizione|historico|opis|popis|rubrik|rubrikk|beskrivning|beskrivelse|selite|aprasym|paskirtis|details?\b|particulars|narrati|^transaction$|^transaktion$|^transaksjon$|label|meddelande|leiras|otsikko|aciklama|operations?$|\u03c0\u03b5\u03c1\u03b9\u03b3\u03c1\u03b1\u03c6\u03b7|\u03b1\u03b9\u03c4\u03b9\u03bf\u03bb\u03bf\u03b3\u03b9\u03b1|\u043e\u043f\u0438\u0441\u0430\u043d\u0438\u0435|\u043d\u0430\u0437\u043d\u0430\u0447\u0435\u043d\u0438\u0435/u,
  ],
  [
    "other",
    /\bref|reference|referen|number|nummer|numero|\bn[ro]\b|\btime\b|zeit$|uhrzeit|\bcode\b|categor|kategor|\btags?\b|\btype\b|\btyp\b|\bart\b|soort|class|check|cheque|\bcity\b|country|address|adresse?\b|volgnr/u,
  ],
];

/** Finds what a heading says about its column. */
export function headingRole(heading: string): HeadingRole {
  const text = words(heading);
  if (text === "") return "unknown";
  const side = text.replace(FILLERS, " ").replace(/ +/gu, " ").trim();
  if (DEBIT.test(side)) return "debit";
  if (CREDIT.test(side)) return "credit";
  return ROLES.find(([, pattern]) => pattern.test(text))?.[0] ?? "unknown";
}

function words(heading: string): string {
  return foldText(heading).replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/** Whether a heading is the word for an amount, or one with its currency, and nothing else. */
export function isPlainAmount(heading: string): boolean {
  return AMOUNT.test(words(heading)) && words(heading).replace(FILLERS, "").trim() === "";
}

/** Which of several dates is the day of booking, as far as the heading says. */
export function dateRank(heading: string): number {
  const text = words(heading);
  if (
    /\bdue\b|fallig|faellig|mandat|birth|expir|available|created|reported|scheduled/u.test(text)
  ) return 0;
  if (/value|valut|wert|valeur|rente|effective/u.test(text)) return 1;
  if (
    /book|buch|boek|bokf|bogf|post|konter|contab|comptab|kirjaus|ksieg|zauct|konyvel/u.test(text)
  ) return 4;
  return text === "" || headingRole(heading) !== "date" ? 2 : 3;
}
