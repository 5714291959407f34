import { foldText } from "../domain/base/fold_text.ts";
import type { LeftOutReason } from "../domain/statements/statement.ts";
import type { Column } from "./csv_columns.ts";

const PENDING =
  /^(?:pending|authori[sz]ed|authori[sz]ation|processing|in progress|on hold|unposted|vorgemerkt|vorgemerkte buchung|vormerkung|umsatz vorgemerkt|ausstehend|offen|en attente|en cours|a venir|in sospeso|in elaborazione|in attesa|non contabilizzat\w*|pendientes?|pendentes?|em processamento|retenid[oa]|openstaand|in behandeling|gereserveerd|reservering|reserver\w*|reservation|reservasjon|reserverat|preliminar\w*|foreloepig|forelopig|afventer|venter|vantande|varaus|katevaraus|odottaa|oczekuj\w*|w trakcie\w*|w realizacji|blokada|nezauct\w*|cekajici|ceka na\w*|blokace|fuggo\w*|fuggoben|zarolt|zarolas|gaida\w*|apstrade|rezerv\w*|laukiama\w*|ootel|broneeritud|\u0432 \u043e\u0431\u0440\u0430\u0431\u043e\u0442\u043a\u0435|\u043e\u0436\u0438\u0434\u0430\S*|\u03b5\u03ba\u03ba\u03c1\u03b5\u03bc\S*)$/u;
const FAILED =
  /^(?:failed|declined|rejected|reverted|reversed|cancell?ed|denied|refused|error|expired|void(?:ed)?|fehlgeschlagen|abgelehnt|storniert|abgebrochen|zuruckgewiesen|refusee?|echouee?|annulee?|rejetee?|rifiutat\w|annullat\w|non riuscit\w|fallid[oa]|rechazad[oa]|anulad[oa]|cancelad[oa]|recusad[oa]|rejeitad[oa]|falhou|geweigerd|mislukt|geannuleerd|afgewezen|misslyckad\w*|avvisad|avbruten|nekad|makulerad|afvist|annulleret|mislykke\w*|avvist|avslatt|kansellert|hylatty|peruttu|epaonnistu\w*|odrzucon\w*|anulowan\w*|zamitnut\w*|zrusen\w*|sikertelen|elutasit\w*|torolt|torolve|atteikts|noraidit\w*|atmest\w*|tagasi lukatud|\u043e\u0442\u043a\u043b\u043e\u043d\u0435\u043d\S*|\u043e\u0442\u043c\u0435\u043d\u0435\u043d\S*|\u03b1\u03c0\u03bf\u03c1\u03c1\u03b9\u03c6\u03b8\S*|\u03b1\u03ba\u03c5\u03c1\S*)$/u;
const BOOKED =
  /^(?:booked|posted|completed?|cleared|settled|paid|done|ok|gebucht|erledigt|comptabilisee?|contabilizzat\w|contabilizad\w|geboekt|verwerkt|bokford|bokfort|bogfort|kirjattu|zaksiegowan\w*|zrealizowan\w*|zauctovan\w*|konyvelt|konyvelve|teljesult|executed|ausgefuhrt|completad[oa]|effettuat\w|utford|udfort|utfort)$/u;

/** Why a cell's word keeps a booking from being entered; `null` if it doesn't. */
export function reasonIn(cell: string): Extract<LeftOutReason, "pending" | "failed"> | null {
  if (cell === "") return null;
  const word = foldText(cell);
  return PENDING.test(word) ? "pending" : FAILED.test(word) ? "failed" : null;
}

/** Finds the column that says whether a booking is pending. */
export function statusColumn(columns: readonly Column[]): Column | null {
  const filled = columns.filter(({ filled }) => filled > 0);
  return filled.find(({ role }) => role === "status") ??
    filled.find(({ role, cells }) =>
      role === "unknown" &&
      cells.every((cell) => cell === "" || reasonIn(cell) !== null || BOOKED.test(foldText(cell)))
    ) ?? null;
}

/** Reason that a status column gives; below a heading such as Pending, `yes` is one. */
export function reasonFrom(column: Column | null, cell: string): ReturnType<typeof reasonIn> {
  if (column === null) return null;
  const isFlag = /^pending$|^vorgemerkt$/iu.test(column.heading);
  return isFlag && /^(?:true|yes|y|1|x|ja)$/iu.test(cell) ? "pending" : reasonIn(cell);
}

const OPENING =
  /^(?:opening|starting|start|beginning|previous|initial|old|last) (?:account )?balance|^balance (?:brought|b f|carried|forward|at start)|^brought forward|anfangs(?:saldo|bestand)|^alter (?:konto)?(?:stand|saldo)|^eroffnung|saldovortrag|^vortrag|^startsaldo|solde (?:initial|d'ouverture|precedent|anterieur|de depart)|^ancien solde|^saldo (?:inicial|anterior|iniziale|precedente|poczatkowe|di apertura)|^beginsaldo|^oud saldo|^vorig saldo|^ingaende|^inngaende|^primo(?:saldo)?\b|^pocatecni|^nyito|^alkusaldo|^sakuma|^pradinis|^algsaldo|^saldo initial|^\u0432\u0445\u043e\u0434\u044f\u0449\u0438\u0439|^\u043d\u0430\u0447\u0430\u043b\u044c\u043d|^\u03b1\u03c1\u03c7\u03b9\u03ba\u03bf|^\u03c0\u03c1\u03bf\u03b7\u03b3\u03bf\u03c5\u03bc\u03b5\u03bd\u03bf/u;
const CLOSING =
  /^(?:closing|ending|end|final|new|current|actual) (?:account )?balance|^balance (?:carried down|c f|at end)|^endsaldo|^endbestand|^schlusssaldo|^abschlusssaldo|^neuer (?:konto)?(?:stand|saldo)|^kontostand|^solde (?:final|de cloture|actuel|nouveau)|^nouveau solde|^saldo (?:final|finale|actual|atual|koncowe|di chiusura|contabile)|^eindsaldo|^nieuw saldo|^slutsaldo|^utgaende|^ultimo(?:saldo)?\b|^konecny|^zaro|^loppusaldo|^beigu|^galutinis|^loppsaldo|^\u0438\u0441\u0445\u043e\u0434\u044f\u0449\u0438\u0439|^\u043a\u043e\u043d\u0435\u0447\u043d|^\u03c4\u03b5\u03bb\u03b9\u03ba\u03bf|^\u03bd\u03b5\u03bf \u03c5\u03c0\u03bf\u03bb\u03bf\u03b9\u03c0\u03bf/u;
const TOTAL =
  /^(?:totals?|sub ?total|turnover|sum|summe|gesamt\w*|umsatze?|zwischensumme|somme|suma|soma|totale|totaal|obroty|omsattning|omsetning|omsaetning|kaive|apgrozijums|apyvarta|osszesen|celkem|yhteensa|razem|\u0438\u0442\u043e\u0433\u043e|\u043e\u0431\u043e\u0440\u043e\u0442|\u03c3\u03c5\u03bd\u03bf\u03bb\u03bf)(?: |:|$)/u;

/** What a label says about a row that may be no booking; `null` if it says nothing. */
export function balanceLabel(label: string): "opening" | "closing" | "total" | null {
  const text = foldText(label).trim();
  if (OPENING.test(text)) return "opening";
  if (CLOSING.test(text)) return "closing";
  return TOTAL.test(text) ? "total" : null;
}
