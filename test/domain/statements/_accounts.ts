import { type Random, randomFrom } from "../../../demo/model/random.ts";
import type { Transaction } from "../../../client/wire/transaction.ts";
import { addDays } from "../../../domain/base/day.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import type { Statement, StatementRow } from "../../../domain/statements/statement.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";
import { type AccountEvent, eventsOf, householdOf, type Party } from "./_account_events.ts";

/** How a row of the statement is really recorded in the account. */
export interface RowTruth {
  readonly kind: "same" | "amount" | "combined" | "transfer" | "missing";
  /** Ids of the transactions that record the row; for `same`, any one of them does. */
  readonly ids: readonly string[];
  readonly party: string;
}

export interface GeneratedAccount {
  readonly statement: Statement;
  readonly transactions: readonly TransactionRecord[];
  /** How each row is really recorded, by row number. */
  readonly truths: ReadonlyMap<number, RowTruth>;
  /** The party of each transaction of the account. */
  readonly parties: ReadonlyMap<string, string>;
  readonly today: string;
  /** Rows of a second statement, which overlaps this one. */
  readonly nextRows: readonly StatementRow[];
}

export const ACCOUNT = "checking";
const OTHER_ACCOUNT = "savings";

/** One user's habits in one account, generated once per account. */
interface Habits {
  /** Share of the bank's rows that the user forgets. */
  readonly forgets: number;
  /** Share of entries that have the bank's date. */
  readonly prompt: number;
  /** Whether YNAB imports from the bank. */
  readonly isLinked: boolean;
  /** Share of old transactions that came from earlier imports, with the bank's label. */
  readonly imported: number;
  readonly label: (party: Party, day: string) => string;
}

/** Days from the user's entry until the bank posts the transaction, for users who enter by hand. */
const LATENESS = [-2, -1, -1, -1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 5, 6];

export function generatedAccount(seed: string): GeneratedAccount {
  const draws = randomFrom(`statement/${seed}`);
  const first = addDays("2026-01-01", draws.integer(0, 120));
  const last = addDays(first, draws.pick([29, 30, 30, 60, 89]));
  const today = addDays(last, draws.integer(0, 9));
  const habits = habitsOf(draws);
  const life = new Life(habits, { first, last, today }, draws);
  for (const party of householdOf(draws)) {
    const span = { since: addDays(first, -240), until: addDays(last, 40), draws };
    for (const event of eventsOf(party, span)) life.live(event);
  }
  life.addNoise();
  return life.finished();
}

function habitsOf(draws: Random): Habits {
  const isLinked = draws.chance(0.3);
  const style = draws.integer(0, 6);
  return {
    forgets: draws.pick([0.02, 0.06, 0.12, 0.25]),
    prompt: draws.pick([0, 0.3, 0.8]),
    isLinked,
    imported: isLinked ? 0.95 : draws.pick([0, 0, 0.4, 0.9]),
    label: (party, day) => bankLabel(party, { day, style, draws }),
  };
}

function bankLabel(
  { name, kind }: Party,
  { day, style, draws }: { readonly day: string; readonly style: number; readonly draws: Random },
): string {
  const upper = name.toUpperCase();
  const number = draws.integer(1_000, 9_999);
  if (kind === "transfer") return style % 2 === 0 ? `Online Transfer ${number}` : `TFR ${number}`;
  if (kind === "cash") return `ATM ${number} HIGH STREET`;
  if (kind === "person") {
    return style % 2 === 0 ? `ZELLE TO ${upper}` : `PAYPAL INST XFER ${number}`;
  }
  switch (style) {
    case 0:
      return `POS PURCHASE ${upper} SEATTLE WA`;
    case 1:
      return upper.slice(0, 14);
    case 2:
      return `CARD PAYMENT TO ${upper} ON ${day.slice(8)} ${day.slice(5, 7)}`;
    case 3:
      return `SQ *${upper}`;
    case 4:
      return `${upper.replace(" ", "")} ${number} DEBIT`;
    case 5:
      return name;
    default:
      return `${upper} #${number} 00${number}${number}`;
  }
}

interface Period {
  readonly first: string;
  readonly last: string;
  readonly today: string;
}

class Life {
  readonly #habits: Habits;
  readonly #period: Period;
  readonly #draws: Random;
  readonly #transactions: TransactionRecord[] = [];
  readonly #parties = new Map<string, string>();
  readonly #booked: { readonly row: Omit<StatementRow, "row">; readonly truth: RowTruth }[] = [];

  constructor(habits: Habits, period: Period, draws: Random) {
    this.#habits = habits;
    this.#period = period;
    this.#draws = draws;
  }

  live(event: AccountEvent): void {
    const { party } = event;
    const draws = this.#draws;
    const isPrompt = this.#habits.isLinked || draws.chance(this.#habits.prompt);
    const late = isPrompt ? 0 : draws.pick(LATENESS);
    const date = addDays(event.day, late);
    const label = this.#habits.label(party, date);
    const booking = { date, amount: event.amount, payee: label, memo: null };
    const truth = this.#enter({ ...event, label, date });
    this.#booked.push({ row: booking, truth: { ...truth, party: party.key } });
  }

  /**
   * Creates the entries of the user or the bank link. Returns how the bank's row is really
   * recorded.
   */
  #enter(event: AccountEvent & { readonly label: string; readonly date: string }): RowTruth {
    const { party, amount } = event;
    const draws = this.#draws;
    const none: RowTruth = { kind: "missing", ids: [], party: party.key };
    if (event.day > this.#period.today) return none;
    const isOld = event.date < this.#period.first;
    const isImported = draws.chance(this.#habits.isLinked || isOld ? this.#habits.imported : 0);
    if (party.kind === "transfer" && draws.chance(0.25)) return this.#enterElsewhere(event);
    if (!isOld && !isImported && draws.chance(this.#habits.forgets)) return none;
    if (isOld || isImported) {
      const own = isImported && draws.chance(0.4) ? addDays(event.day, -draws.integer(0, 3)) : null;
      const id = this.#add(event, {
        date: own ?? (isImported ? event.date : event.day),
        ...(isImported ? importedAs(event) : {}),
        cleared: isOld ? "reconciled" : "cleared",
      });
      if (isImported && own !== null && draws.chance(0.15)) return this.#pair(event, id);
      return { kind: "same", ids: [id], party: party.key };
    }
    const luck = draws.fraction();
    if (party.kind === "table" && amount < 0 && luck < 0.35) {
      const share = 0.1 + 0.19 * draws.fraction();
      const bill = Math.round(amount / (1 + share) / 10) * 10;
      return { kind: "amount", ids: [this.#add(event, { amount: bill })], party: party.key };
    }
    if (luck > 0.98) {
      const typed = mistyped(amount, draws);
      if (typed === amount) return { kind: "same", ids: [this.#add(event)], party: party.key };
      return { kind: "amount", ids: [this.#add(event, { amount: typed })], party: party.key };
    }
    if (party.kind === "shop" && luck > 0.95 && Math.abs(amount) > 20_000) {
      const part = Math.round(amount * (0.2 + 0.6 * draws.fraction()) / 10) * 10;
      const ids = [
        this.#add(event, { amount: part }),
        this.#add(event, { amount: amount - part, category_id: "category other" }),
      ];
      return { kind: "combined", ids, party: party.key };
    }
    const id = this.#add(event, draws.chance(0.1) ? { cleared: "cleared" } : {});
    if (draws.chance(0.985)) return { kind: "same", ids: [id], party: party.key };
    const again = this.#add(event, { date: addDays(event.day, draws.integer(0, 2)) });
    return { kind: "same", ids: [id, again], party: party.key };
  }

  /** Enters only the other side of a transfer, as a payment. */
  #enterElsewhere(event: AccountEvent): RowTruth {
    const id = this.#draws.uuid();
    this.#transactions.push(aTransaction({
      id,
      account_id: OTHER_ACCOUNT,
      date: addDays(event.day, this.#draws.integer(-1, 3)),
      amount: -event.amount,
      payee_name: "From checking",
      payee_id: "from checking",
    }));
    return { kind: "transfer", ids: [id], party: event.party.key };
  }

  /** Adds a matched pair: the user's entry, which counts, and its import by the bank link. */
  #pair(
    event: AccountEvent & { readonly label: string; readonly date: string },
    id: string,
  ): RowTruth {
    const own = this.#transactions.find((one) => one.id === id) as TransactionRecord;
    const user = this.#add(event, {
      date: own.date,
      cleared: own.cleared,
      matched_transaction_id: id,
    });
    Object.assign(own, { matched_transaction_id: user, date: event.date });
    return { kind: "same", ids: [user], party: event.party.key };
  }

  #add(event: AccountEvent, change: Partial<Transaction> = {}): string {
    const { party, amount, day } = event;
    const id = this.#draws.uuid();
    const isSplit = party.kind === "shop" && change.amount === undefined &&
      this.#draws.chance(0.06);
    const half = Math.round(amount / 20) * 10;
    const ofTransfer = { transfer_account_id: OTHER_ACCOUNT, transfer_transaction_id: `${id}/2` };
    this.#transactions.push(aTransaction({
      id,
      account_id: ACCOUNT,
      date: day,
      amount,
      cleared: "uncleared",
      payee_id: party.payee === null ? null : `payee/${party.payee}`,
      payee_name: party.payee,
      category_id: isSplit ? null : party.category,
      subtransactions: isSplit
        ? [aSplitLine({ amount: half }), aSplitLine({ amount: amount - half })]
        : [],
      ...(party.kind === "transfer" ? ofTransfer : {}),
      ...change,
    }));
    this.#parties.set(id, party.key);
    return id;
  }

  /**
   * Entries that the bank never posts, such as cash payments and entries meant for another account.
   */
  addNoise(): void {
    const { first, last } = this.#period;
    const draws = this.#draws;
    const parties = householdOf(draws).filter(({ kind }) => kind !== "transfer");
    for (const account of [ACCOUNT, OTHER_ACCOUNT]) {
      const share = account === ACCOUNT ? 0.03 : 0.5;
      for (const party of parties) {
        for (const event of eventsOf(party, { since: first, until: last, draws })) {
          if (draws.chance(share)) this.#add(event, { account_id: account });
        }
      }
    }
  }

  finished(): GeneratedAccount {
    const { first, last, today } = this.#period;
    const booked = this.#booked.map((one) => ({ one, luck: this.#draws.fraction() }))
      .sort((a, b) =>
        a.one.row.date < b.one.row.date ? -1 : a.one.row.date > b.one.row.date ? 1 : a.luck - b.luck
      )
      .map(({ one }) => one);
    const inPeriod = booked.filter(({ row }) => row.date >= first && row.date <= last);
    const middle = addDays(first, 14);
    const next = booked.filter(({ row }) => row.date >= middle && row.date <= addDays(last, 20));
    const rows = inPeriod.map(({ row }, at) => ({ row: at + 1, ...row }));
    return {
      statement: statementOf(rows),
      transactions: this.#transactions,
      truths: new Map(inPeriod.map(({ truth }, at) => [at + 1, truth])),
      parties: this.#parties,
      today,
      nextRows: next.map(({ row }, at) => ({ row: at + 1, ...row })),
    };
  }
}

export function statementOf(rows: readonly StatementRow[]): Statement {
  return {
    format: "csv",
    account: null,
    currency: null,
    rows,
    leftOut: [],
    opening: null,
    closing: null,
    evidence: [],
  };
}

function importedAs(
  { label, amount, date }: AccountEvent & { readonly label: string; readonly date: string },
): Partial<Transaction> {
  return {
    import_id: `YNAB:${amount}:${date}:1`,
    import_payee_name: label,
    import_payee_name_original: label,
  };
}

function mistyped(amount: number, draws: Random): number {
  const digits = [...String(Math.abs(amount) / 10)];
  const at = draws.integer(0, digits.length - 1);
  switch (draws.integer(0, 4)) {
    case 0:
      digits[at] = String((Number(digits[at]) + draws.integer(1, 9)) % 10);
      break;
    case 1:
      digits.splice(at, 2, ...digits.slice(at, at + 2).toReversed());
      break;
    case 2:
      digits.splice(at, 1);
      break;
    case 3:
      digits.splice(at, 0, String(draws.integer(0, 9)));
      break;
    default:
      digits.push("0");
  }
  const size = Number(digits.join("")) * 10;
  return size === 0 ? amount : Math.sign(amount) * size;
}
