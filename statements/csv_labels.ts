import { pattern } from "./pattern.ts";
import { foldText } from "../domain/base/fold_text.ts";
import type { LeftOutReason } from "../domain/statements/statement.ts";
import type { Column } from "./csv_columns.ts";
import { headingRole } from "./csv_heading.ts";

const PENDING = pattern(
  String.raw`^(?:pending|authori[sz]ed|authori[sz]ation|processing|in progress|on hold|`,
  String.raw`hold|unposted|vorgemerkt|vorgemerkte buchung|vormerkung|umsatz vorgemerkt|`,
  String.raw`ausstehend|offen|en attente|en cours|a venir|in sospeso|in elaborazione|`,
  String.raw`in attesa|non contabilizzat\w*|pendientes?|pendentes?|em processamento|`,
  String.raw`retenid[oa]|openstaand|in behandeling|gereserveerd|reservering|reserver\w*|`,
  String.raw`reservation|reservasjon|reserverat|preliminar\w*|foreloepig|forelopig|`,
  String.raw`afventer|venter|vantande|varaus|katevaraus|odottaa|oczekuj\w*|w trakcie\w*|`,
  String.raw`w realizacji|blokada|nezauct\w*|cekajici|ceka\b.*|blokace|fuggo\w*|fuggoben|`,
  String.raw`zarolt|zarolas|gaida\w*|apstrade|rezerv\w*|laukiama\w*|ootel|broneeritud|`,
  String.raw`\u0432 \u043e\u0431\u0440\u0430\u0431\u043e\u0442\u043a\u0435|`,
  String.raw`\u043e\u0436\u0438\u0434\u0430\S*|`,
  String.raw`(?:\u03c3\u03b5 )?\u03b5\u03ba\u03ba\u03c1\u03b5\u03bc\S*|beklemede|bekliyor|`,
  String.raw`bekleyen|provizyon\w*|vykdoma\w*|\u672a\u78ba\u5b9a|\u4fdd\u7559|`,
  String.raw`\u4fdd\u7559\u4e2d|\u51e6\u7406\u4e2d|\u672a\u51e6\u7406|`,
  String.raw`\u0645\u0639\u0644\u0642\u0629?|\u0642\u064a\u062f \S+|`,
  String.raw`\u043d\u0430 \u0443\u0434\u0435\u0440\u0436\u0430\u043d\u0438\u0438|`,
  String.raw`\u0445\u043e\u043b\u0434|`,
  String.raw`\u0432 \u043f\u0440\u043e\u0446\u0435\u0441\u0441\u0435)$`,
);
const FAILED = pattern(
  String.raw`^(?:failed|declined|rejected|reverted|reversed|cancell?ed|denied|refused|`,
  String.raw`error|expired|void(?:ed)?|fehlgeschlagen|abgelehnt|storniert|abgebrochen|`,
  String.raw`zuruckgewiesen|refusee?|echouee?|annulee?|rejetee?|rifiutat\w|annullat\w|`,
  String.raw`non riuscit\w|fallid[oa]|rechazad[oa]|anulad[oa]|cancelad[oa]|recusad[oa]|`,
  String.raw`rejeitad[oa]|falhou|geweigerd|mislukt|geannuleerd|afgewezen|misslyckad\w*|`,
  String.raw`avvisad|avbruten|nekad|makulerad|afvist|annulleret|mislykke\w*|avvist|avslatt|`,
  String.raw`kansellert|hylatty|peruttu|epaonnistu\w*|odrzucon\w*|anulowan\w*|zamitnut\w*|`,
  String.raw`zrusen\w*|sikertelen|elutasit\w*|torolt|torolve|atteikts|noraidit\w*|`,
  String.raw`atmest\w*|tagasi lukatud|\u043e\u0442\u043a\u043b\u043e\u043d\u0435\u043d\S*|`,
  String.raw`\u043e\u0442\u043c\u0435\u043d\u0435\u043d\S*|`,
  String.raw`\u03b1\u03c0\u03bf\u03c1\u03c1\u03b9\u03c6\u03b8\S*|`,
  String.raw`\u03b1\u03ba\u03c5\u03c1\S*|\u03b1\u03c0\u03bf\u03c4\u03c5\u03c7\S*|iptal\w*|`,
  String.raw`basarisiz|reddedildi|red|atsaukta|nepavyk\w*|`,
  String.raw`\u043e\u0448\u0438\u0431\u043a\u0430|`,
  String.raw`\u043d\u0435 \u0438\u0441\u043f\u043e\u043b\u043d\u0435\u043d\S*|\u53d6\u6d88|`,
  String.raw`\u53d6\u6d88\u6e08|\u5931\u6557|\u30a8\u30e9\u30fc|`,
  String.raw`\u0645\u0644\u063a\u0627\u0629?|\u0645\u0644\u063a\u064a|`,
  String.raw`\u0645\u0631\u0641\u0648\u0636\u0629?|\u0641\u0634\u0644\S*)$`,
);
/** Why a cell's word keeps a booking from being entered; `null` if it doesn't. */
export function reasonIn(cell: string): Extract<LeftOutReason, "pending" | "failed"> | null {
  if (cell === "") return null;
  const word = foldText(cell);
  return PENDING.test(word) ? "pending" : FAILED.test(word) ? "failed" : null;
}

/** Words of a status; a column with more of them is something else. */
const MOST_STATUSES = 6;

/** Finds the column that says whether a booking is pending. */
export function statusColumn(columns: readonly Column[]): Column | null {
  const texts = columns.filter(({ amounts, dates }) => amounts === null && dates === null);
  return texts.find(({ role }) => role === "status") ??
    texts.find(({ cells }) => {
      const words = [...new Set(cells)];
      return words.length <= MOST_STATUSES && words.some((word) => reasonIn(word) !== null);
    }) ?? null;
}

/** Rows at the end of a file with another status, for each row with the usual one. */
const MOST_PENDING = 0.3;

/** Words of a status column with the reason that they give. */
export function statusReasons(
  column: Column | null,
): ReadonlyMap<string, ReturnType<typeof reasonIn>> {
  if (column === null) return new Map();
  const isFlag = /^pending$|^vorgemerkt$/iu.test(column.heading);
  const { cells, role } = column;
  const reasonOf = (word: string): ReturnType<typeof reasonIn> => {
    if (isFlag) return /^(?:true|yes|y|1|x|ja)$/iu.test(word) ? "pending" : null;
    const known = reasonIn(word);
    if (known !== null || role !== "status" || word === "") return known;
    // The newest rows, at either end of the file, with a word of their own are not booked yet.
    const count = cells.filter((cell) => cell === word).length;
    const isAtEnd = [cells.slice(0, count), cells.slice(-count)]
      .some((end) => end.every((cell) => cell === word));
    const usual = cells.filter((cell) => cell !== word && reasonIn(cell) === null).length;
    return isAtEnd && count <= usual * MOST_PENDING ? "pending" : null;
  };
  return new Map([...new Set(cells)].map((word) => [word, reasonOf(word)]));
}

const OPENING = pattern(
  String.raw`^(?:opening|starting|start|beginning|previous|initial|old|`,
  String.raw`last) (?:account )?balance|^balance (?:brought|b ?f|forward|at start)|`,
  String.raw`^brought forward|anfangs(?:saldo|bestand)|^alter (?:konto)?(?:stand|saldo)|`,
  String.raw`^eroffnung|saldovortrag|^vortrag|^startsaldo|solde (?:initial|d'ouverture|`,
  String.raw`precedent|anterieur|de depart)|^ancien solde|^saldo (?:inicial|anterior|`,
  String.raw`iniziale|precedente|poczatkowe|di apertura)|^beginsaldo|^oud saldo|`,
  String.raw`^vorig saldo|^ingaende|^inngaende|^primo(?:saldo)?\b|^pocatecni|^nyito|`,
  String.raw`^alkusaldo|^sakuma|^pradinis|^algsaldo|^saldo initial|`,
  String.raw`^\u0432\u0445\u043e\u0434\u044f\u0449\u0438\u0439|`,
  String.raw`^\u043d\u0430\u0447\u0430\u043b\u044c\u043d|`,
  String.raw`^\u03b1\u03c1\u03c7\u03b9\u03ba\u03bf|`,
  String.raw`^\u03c0\u03c1\u03bf\u03b7\u03b3\u03bf\u03c5\u03bc\u03b5\u03bd\u03bf|^acilis|`,
  String.raw`^devir|^devreden|^onceki bakiye|`,
  String.raw`^\u0432\u0445\u043e\u0434\u044f\u0449\u0435\u0435|\u524d\u6708\u7e70\u8d8a|`,
  String.raw`\u7e70\u8d8a\u6b8b\u9ad8|\u671f\u9996\u6b8b\u9ad8|`,
  String.raw`\u0627\u0641\u062a\u062a\u0627\u062d\u064a`,
);
const CLOSING = pattern(
  String.raw`^(?:closing|ending|end|final|new|current|actual) (?:account )?balance|`,
  String.raw`^balance (?:carried|c ?f|at end)|^endsaldo|^endbestand|^schlusssaldo|`,
  String.raw`^abschlusssaldo|^neuer (?:konto)?(?:stand|saldo)|^kontostand|^solde (?:final|`,
  String.raw`de cloture|actuel|nouveau)|^nouveau solde|^saldo (?:final|finale|actual|atual|`,
  String.raw`koncowe|di chiusura|contabile)|^eindsaldo|^nieuw saldo|^slutsaldo|^utgaende|`,
  String.raw`^ultimo(?:saldo)?\b|^konecny|^zaro|^loppusaldo|^beigu|^galutinis|^loppsaldo|`,
  String.raw`^\u0438\u0441\u0445\u043e\u0434\u044f\u0449\u0438\u0439|`,
  String.raw`^\u043a\u043e\u043d\u0435\u0447\u043d|^\u03c4\u03b5\u03bb\u03b9\u03ba\u03bf|`,
  String.raw`^\u03bd\u03b5\u03bf \u03c5\u03c0\u03bf\u03bb\u03bf\u03b9\u03c0\u03bf|^kapanis|`,
  String.raw`^son bakiye|^\u0438\u0441\u0445\u043e\u0434\u044f\u0449\u0435\u0435|`,
  String.raw`\u671f\u672b\u6b8b\u9ad8|\u6b21\u6708\u7e70\u8d8a|`,
  String.raw`\u062e\u062a\u0627\u0645\u064a`,
);
const TOTAL = pattern(
  String.raw`^(?:totals?|sub ?total|turnover|sum|summe|gesamt\w*|umsatze?|zwischensumme|`,
  String.raw`somme|suma|soma|totale|totaal|obroty|omsattning|omsetning|omsaetning|kaive|`,
  String.raw`apgrozijums|apyvarta|osszesen|celkem|is viso|i alt|sammenlagt|yhteensa|razem|`,
  String.raw`\u0438\u0442\u043e\u0433\u043e|\u043e\u0431\u043e\u0440\u043e\u0442|`,
  String.raw`\u03c3\u03c5\u03bd\u03bf\u03bb\u03bf)(?::| (?:debits?|credits?|debet|kredit|`,
  String.raw`debito|credito|out|in|soll|haben|amount|turnover|operations?|des operations|`,
  String.raw`general|period)\b|$)`,
);

/** What a label says about a row that may be no booking. */
export type BalanceLabel = "opening" | "closing" | "balance" | "total";

/** Reads a label as one of a balance or a total; `null` if it is none. */
export function balanceLabel(label: string): BalanceLabel | null {
  if (label === "" || label.length > LONGEST_LABEL) return null;
  const text = foldText(label).replace(/\/|_/gu, " ");
  if (OPENING.test(text)) return "opening";
  if (CLOSING.test(text)) return "closing";
  if (TOTAL.test(text)) return "total";
  const isShort = !/\d/u.test(text);
  return isShort && /^(?:\S+ ?){1,3}$/u.test(text) && headingRole(text) === "balance"
    ? "balance"
    : null;
}

const LONGEST_LABEL = 50;
