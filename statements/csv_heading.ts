import { pattern } from "./pattern.ts";
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

const AMOUNT = pattern(
  String.raw`\b(?:amount|amnt|amt|betrag|umsatz|montant|importo?|importe|bedrag|belopp|`,
  String.raw`belob|belop|kwota|castka|suma|summa|sum|osszeg|valor|maara|quantia|iznos|`,
  String.raw`znesek|tutar|gross|brutto|net|netto|upphaed|upphaeth|tutari?)\b|`,
  String.raw`\u03c0\u03bf\u03c3\u03bf|\u0441\u0443\u043c\u043c\u0430|\u91d1\u984d|`,
  String.raw`\u0645\u0628\u0644\u063a|buchungsbetrag|transaktionsbetrag|transaktionsbelopp|`,
  String.raw`^(?:value|total)$`,
);

/** Words that headings of debit and credit columns add. */
const FILLERS =
  /\b(?:amounts?|amt|betrag|umsatz|montant|importo|importe|bedrag|belopp|belob|belop|kwota|castka|valor|value|summa|amnt|suma|sum|eur|euros?|usd|gbp|chf|sek|nok|dkk|pln|czk|huf|cad|aud|nzd|brl|inr|jpy|transactions?|column)\b/gu;
/** `Betrag in EUR` is no column of money in. */
const CURRENCY_AT_END = /\b(?:in|en|i|em|w) (?:euros?|[a-z]{3})$/u;
const DEBIT = pattern(
  String.raw`^(?:debits?|debt|dr|dbt?|ma dati|debet|debito|debite|soll|belastung(?:en)?|`,
  String.raw`lastschrift(?:en)?|ausgang|ausgabe(?:n)?|auszahlung(?:en)?|abgang|`,
  String.raw`withdrawals?|withdrawn|paid out|money out|out|outflow|outgoings?|`,
  String.raw`payments? out|payments?|spent|expenses?|charges?|dare|addebit[oi]|uscite|`,
  String.raw`cargos?|debe|egresos?|gastos?|retiros?|pagos|saidas?|uitgaven|uit|af|`,
  String.raw`afschrijving(?:en)?|ut|uttag|utgift|ut av konto|ut fra konto|`,
  String.raw`udbetaling(?:er)?|utbetaling(?:er)?|utbetalning(?:ar)?|haevet|otot|otto|`,
  String.raw`uit rekening|obciazenia|obciazenie|wydatki|terheles|vydaje|vydaj|izdaci|`,
  String.raw`depenses?|wn|wyplaty?|ud|retraits?|sorties?|tilivedot|islaidos|debetas|debets|`,
  String.raw`deebet|borc|cikan|cekilen|odenen|\u03c7\u03c1\u03b5\u03c9\u03c3\u03b7|`,
  String.raw`\u0440\u0430\u0441\u0445\u043e\u0434|`,
  String.raw`\u0441\u043f\u0438\u0441\u0430\u043d\u0438\u0435|`,
  String.raw`\u0434\u0435\u0431\u0435\u0442|\u51fa\u91d1|\u51fa\u91d1\u984d|`,
  String.raw`\u304a\u652f\u6255\u91d1\u984d|\u304a\u5f15\u51fa\u3057|`,
  String.raw`\u304a\u5f15\u51fa\u91d1\u984d|\u5f15\u51fa|\u652f\u6255|`,
  String.raw`\u0645\u062f\u064a\u0646|\u0633\u062d\u0628|\u062e\u0635\u0645)$`,
);
const CREDIT = pattern(
  String.raw`^(?:credits?|cr|cdt|dal|kredit|credito|credite|haben|gutschrift(?:en)?|`,
  String.raw`eingang|einnahmen?|einzahlung(?:en)?|zugang|deposits?|deposited|paid in|`,
  String.raw`money in|in|inflow|incomings?|income|received|receipts?|payments? in|avere|`,
  String.raw`accredit[oi]|entrate|abonos?|haber|ingresos?|depositos?|entradas?|inkomsten|`,
  String.raw`bij|bijschrijving(?:en)?|insattning|insattningar|innskudd|inn|inn pa konto|`,
  String.raw`inn til konto|indbetaling(?:er)?|innbetaling(?:er)?|inbetalning(?:ar)?|indsat|`,
  String.raw`panot|pano|uznania|uznanie|wplywy|jovairas|prijmy|prijem|primici|depots?|ma|`,
  String.raw`wplaty?|ind|recettes?|entrees?|versements?|pajamos|kreditas|kredits|kreedit|`,
  String.raw`alacak|giren|yatan|\u03c0\u03b9\u03c3\u03c4\u03c9\u03c3\u03b7|`,
  String.raw`\u043f\u0440\u0438\u0445\u043e\u0434|`,
  String.raw`\u0437\u0430\u0447\u0438\u0441\u043b\u0435\u043d\u0438\u0435|`,
  String.raw`\u043f\u043e\u0441\u0442\u0443\u043f\u043b\u0435\u043d\u0438\u0435|`,
  String.raw`\u043a\u0440\u0435\u0434\u0438\u0442|\u5165\u91d1|\u5165\u91d1\u984d|`,
  String.raw`\u304a\u9810\u5165\u308c?|\u304a\u9810\u308a\u91d1\u984d|\u9810\u5165|`,
  String.raw`\u062f\u0627\u064a\u0646|\u0627\u064a\u062f\u0627\u0639)$`,
);

/** In this order: the first that fits is the role. */
const ROLES: readonly (readonly [HeadingRole, RegExp])[] = [
  ["other", /\bids?$|\bids? |\b(?:uuid|guid|bic|swift|blz|mcc|zip|postcode|latitude|longitude)\b/u],
  [
    "other",
    pattern(
      String.raw`\borig|puvodni|pradin|eredeti|alkupera|\u03b1\u03c1\u03c7\u03b9\u03ba|`,
      String.raw`orijinal|\u0438\u0441\u0445\u043e\u0434\u043d|`,
      String.raw`\u043f\u0435\u0440\u0432\u043e\u043d\u0430\u0447|oryginal|oorspr|ursprung|`,
      String.raw`foreign|fremd|\blocal\b|transfer amount|exchange|wechsel|kurs\b|koers|`,
      String.raw`\brates?\b|\bfx\b|cambio|\bcours\b|convert|compensation|instructed|`,
      String.raw`tegenwaarde|gegenwert|ausland|utland|udenland|\bfees?\b|gebuhr|gebuehr|`,
      String.raw`commission|comissao|comision|commissione|avgift|gebyr|poplatek|oplata|`,
      String.raw`prowizja|\btax\b|\bvat\b|mwst|\binterest\b|cashback|points|limit`,
    ),
  ],
  [
    "currency",
    pattern(
      String.raw`currency|^whrg|wahrung|waehrung|^devise|moneda|moeda|^munt|valutacode|valuuta|`,
      String.raw`^mena|deviza|penznem|valiuta|\bccy\b|^cur$|^valuta$|divisa|waluta|para birimi|`,
      String.raw`^doviz|\u03bd\u03bf\u03bc\u03b9\u03c3\u03bc\u03b1|`,
      String.raw`\u0432\u0430\u043b\u044e\u0442\u0430|\u901a\u8ca8|`,
      String.raw`\u0627\u0644\u0639\u0645\u0644\u0629|\u0639\u0645\u0644\u0629`,
    ),
  ],
  [
    "balance",
    pattern(
      String.raw`balance|^bal$|\u7e70\u8d8a|saldo|kontostand|\bsolde|zustatek|zostatek|`,
      String.raw`zustatok|egyenleg|atlikums|likutis|\bjaak|beholdning|bakiye|^stand|^sold$|`,
      String.raw`\u03c5\u03c0\u03bf\u03bb\u03bf\u03b9\u03c0\u03bf|`,
      String.raw`\u043e\u0441\u0442\u0430\u0442\u043e\u043a|`,
      String.raw`\u0441\u0430\u043b\u044c\u0434\u043e|\u0431\u0430\u043b\u0430\u043d\u0441|`,
      String.raw`\u6b8b\u9ad8|\u0631\u0635\u064a\u062f`,
    ),
  ],
  ["other", /debtor|creditor|kreditor|glaubiger|glaeubiger|incassant|mandat|machtiging/u],
  [
    "indicator",
    pattern(
      String.raw`^(?=.*(?:debi|debe|\bdb?[rt]?\b|soll|\baf\b|^s h$))(?=.*(?:credi|kredi|`,
      String.raw`\bcd?[rt]?\b|haben|\bbij\b|^s h$))`,
    ),
  ],
  ["indicator", /^(?:dc|cd|sh|af ?bij|direction|sign|richting|vorzeichen|plus minus)$/u],
  [
    "date",
    pattern(
      String.raw`date|^pvm$|\u03b7\u03bc ?\u03bd\u03b9\u03b1|\bdt$|datum|dato\b|fecha|^data\b|`,
      String.raw`(?:bokforings|transaktions|valuta|bogforings|bokings|rente)dag$|(?:buchungs?|`,
      String.raw`valuta|wertstellungs|beleg|umsatz)tag$|^dag$|^tag$|paiva|kuupaev|wertstellung|`,
      String.raw`valeur|\bday\b|tarih|\bnap$|`,
      String.raw`\u03b7\u03bc\u03b5\u03c1\u03bf\u03bc\u03b7\u03bd\u03b9\u03b1|`,
      String.raw`\u0434\u0430\u0442\u0430|\u65e5\u4ed8|\u53d6\u5f15\u65e5|\u5e74\u6708\u65e5|`,
      String.raw`\u5229\u7528\u65e5|\u8a08\u4e0a\u65e5|\u8d77\u7b97\u65e5|`,
      String.raw`\u062a\u0627\u0631\u064a\u062e`,
    ),
  ],
  ["amount", AMOUNT],
  [
    "counterparty",
    pattern(
      String.raw`^cpty acct|(?=.*(?:counter|tegen|gegen|partner|benefic|begunst|beguenst|proti|`,
      String.raw`motkonto|motpart|modkonto|contra|empfanger|empfaenger|recipient|payee|`,
      String
        .raw`remitter|\bfrom\b|\bto\b))(?=.*(?:account|konto|iban|rekening|compte|cuenta|conta\b|`,
      String.raw`number|nummer|\bnr\b|uctu))|tegenrekening$|kontonummer iban|protiucet`,
    ),
  ],
  [
    "account",
    pattern(
      String.raw`^(?:own |mein |my )?(?:account|konto|kontonummer|kontonr|rekening|`,
      String.raw`rekeningnummer|auftragskonto|iban|iban bban|compte|cuenta|conta|card|acct|`,
      String.raw`acct (?:no|nr)|card (?:no|number|used.*)|karte|kartennummer|creditcard nummer|`,
      String.raw`account (?:no|nr|number|name)|accountnum|kontoname|bankkonto|ucet|cislo uctu|`,
      String.raw`rachunek|numer rachunku|szamlaszam|tili|tilinumero|conto|hesap|hesap no|`,
      String.raw`hesap numarasi|saskaita|saskaitos numeris|\u0441\u0447\u0435\u0442|`,
      String.raw`\u043d\u043e\u043c\u0435\u0440 \u0441\u0447\u0435\u0442\u0430|`,
      String.raw`\u03bb\u03bf\u03b3\u03b1\u03c1\u03b9\u03b1\u03c3\u03bc\u03bf\u03c2|`,
      String.raw`\u53e3\u5ea7|\u53e3\u5ea7\u756a\u53f7|\u0627\u0644\u062d\u0633\u0627\u0628|`,
      String.raw`\u0631\u0642\u0645 \u0627\u0644\u062d\u0633\u0627\u0628|numero de (?:compte|`,
      String.raw`cuenta|conta)|booking account)$`,
    ),
  ],
  [
    "status",
    pattern(
      String.raw`\bstatus\b|^state$|^pending$|^stav$|^estado$|^statut$|^stato$|^tila$|^durum|`,
      String.raw`situac|^busena|\u0441\u0442\u0430\u0442\u0443\u0441|`,
      String.raw`\u0441\u043e\u0441\u0442\u043e\u044f\u043d\u0438\u0435|`,
      String.raw`\u03ba\u03b1\u03c4\u03b1\u03c3\u03c4\u03b1\u03c3\u03b7|\u72b6\u614b|`,
      String.raw`\u72b6\u6cc1|\u30b9\u30c6\u30fc\u30bf\u30b9|`,
      String.raw`\u0627\u0644\u062d\u0627\u0644\u0629|^cleared$|^booked$`,
    ),
  ],
  [
    "payee",
    pattern(
      String.raw`payee|^cpty n|merchant|counterparty|counter party|beneficiar|recipient|`,
      String.raw`auftraggeber|empfanger|empfaenger|begunstigter|zahlungspflicht|`,
      String.raw`zahlungsbeteiligt|tegenpartij|tegenrekeninghouder|contraparte|contrepartie|`,
      String.raw`destinat|ordenante|mottagare|mottaker|modtager|avsandare|nadawca|odbiorca|`,
      String.raw`protistran|nazev protiuctu|prijemce|partner|kontrahent|saaja|maksaja|gavejas|`,
      String.raw`moketojas|sanemejs|maksatajs|\btiers\b|comercio|estabelecimento|vendor|`,
      String.raw`supplier|^alici|gonderen|karsi taraf|isyeri|`,
      String.raw`\u043f\u043e\u043b\u0443\u0447\u0430\u0442\u0435\u043b|`,
      String.raw`\u043e\u0442\u043f\u0440\u0430\u0432\u0438\u0442\u0435\u043b|`,
      String.raw`\u043a\u043e\u043d\u0442\u0440\u0430\u0433\u0435\u043d\u0442|`,
      String.raw`\u03b4\u03b9\u03ba\u03b1\u03b9\u03bf\u03c5\u03c7|\u652f\u6255\u5148|`,
      String.raw`\u76f8\u624b\u5148|\u5229\u7528\u5148|\u5229\u7528\u5e97|\u5e97\u540d|`,
      String.raw`\u52a0\u76df\u5e97|\u0627\u0644\u0645\u0633\u062a\u0641\u064a\u062f|`,
      String.raw`\u0627\u0644\u0645\u0633\u062a\u0644\u0645`,
    ),
  ],
  ["name", /\b(?:names?|naam|nom|nome|nombre|namn|navn|nazwa|nazev|nimi|nev)\b/u],
  [
    "memo",
    pattern(
      String.raw`memo|notes?\b|purpose|verwendungszweck|mededeling|communication|betreff|`,
      String.raw`comments?\b|message|zprava|poznamka|tytul|causale|kozlemeny|viesti|viite|`,
      String.raw`notlar|\u043f\u0440\u0438\u043c\u0435\u0447\u0430\u043d\u0438|`,
      String.raw`\u0441\u043e\u043e\u0431\u0449\u0435\u043d\u0438|`,
      String.raw`\u03c3\u03c7\u03bf\u03bb\u03b9|\u5099\u8003|\u30e1\u30e2|`,
      String.raw`\u0645\u0644\u0627\u062d\u0638|zahlungsgrund|remittance|additional|^vwz`,
    ),
  ],
  [
    "description",
    pattern(
      String.raw`descri|omschrijving|beschreibung|buchungstext|^text|^tekst|libelle|concepto|`,
      String.raw`descrizione|historico|opis|popis|rubrik|rubrikk|beskrivning|beskrivelse|`,
      String.raw`selite|aprasym|paskirtis|details?\b|particulars|narrati|^transaction$|`,
      String.raw`^transaktion$|^transaksjon$|label|meddelande|leiras|otsikko|aciklama|`,
      String.raw`operations?$|\u03c0\u03b5\u03c1\u03b9\u03b3\u03c1\u03b1\u03c6\u03b7|`,
      String.raw`\u03b1\u03b9\u03c4\u03b9\u03bf\u03bb\u03bf\u03b3\u03b9\u03b1|`,
      String.raw`\u043e\u043f\u0438\u0441\u0430\u043d\u0438|`,
      String.raw`\u043d\u0430\u0437\u043d\u0430\u0447\u0435\u043d\u0438|`,
      String.raw`\u0434\u0435\u0442\u0430\u043b\u0438|\u6458\u8981|\u5185\u5bb9|`,
      String.raw`\u0627\u0644\u0648\u0635\u0641|\u0627\u0644\u0628\u064a\u0627\u0646|`,
      String.raw`\u0627\u0644\u062a\u0641\u0627\u0635\u064a\u0644|`,
      String.raw`\u062a\u0641\u0627\u0635\u064a\u0644`,
    ),
  ],
  [
    "other",
    pattern(
      String.raw`\bref|reference|referen|number|nummer|numero|\bn[ro]\b|\btime\b|zeit$|uhrzeit|`,
      String.raw`\bcode\b|categor|kategor|\btags?\b|\btype\b|\btyp\b|\bart\b|soort|class|check|`,
      String.raw`cheque|\bcity\b|country|address|adresse?\b|volgnr`,
    ),
  ],
];

const LONGEST_HEADING = 80;

/** Finds what a heading says about its column. */
export function headingRole(heading: string): HeadingRole {
  const text = heading.length > LONGEST_HEADING ? "" : words(heading);
  if (text === "") return "unknown";
  const side = text.replace(CURRENCY_AT_END, "").replace(FILLERS, " ").replace(/ +/gu, " ").trim();
  if (DEBIT.test(side)) return "debit";
  if (CREDIT.test(side)) return "credit";
  return ROLES.find(([, pattern]) => pattern.test(text))?.[0] ?? "unknown";
}

function words(heading: string): string {
  return foldText(heading.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")).replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
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
  if (
    pattern(
      String.raw`val(?:ue|ut|iut|or|dt|dat)|arvo|\u03b1\u03be\u03b9\u03b1\u03c2|`,
      String.raw`\u0432\u0430\u043b\u044e\u0442\u0438\u0440|\u8d77\u7b97|ertek|wert|valeur|`,
      String.raw`rente|effective`,
    )
      .test(text)
  ) return 1;
  if (
    pattern(
      String.raw`book|buch|\u043f\u0440\u043e\u0432\u043e\u0434\u043a|`,
      String.raw`\u03ba\u03b1\u03c4\u03b1\u03c7\u03c9\u03c1|\u8a08\u4e0a|muhasebe|boek|bokf|`,
      String.raw`bogf|post|konter|contab|comptab|kirjaus|ksieg|zauct|konyvel`,
    )
      .test(text)
  ) return 4;
  return 2;
}
