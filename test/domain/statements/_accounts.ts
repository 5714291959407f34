import type { Transaction } from "../../../client/wire/transaction.ts";
import { householdPlan } from "../../../demo/household.ts";
import { type Random, randomFrom } from "../../../demo/model/random.ts";
import { addDays } from "../../../domain/base/day.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import type { Statement, StatementRow } from "../../../domain/statements/statement.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";
import { openApi } from "../../demo/_api.ts";

/** How a statement row is actually recorded in the account. */
export interface RowTruth {
  readonly kind: "same" | "amount" | "combined" | "transfer" | "missing";
  /**
   * Ids of the transactions that correspond to the row. If `kind` is `same`, each of these
   * transactions is a correct match.
   */
  readonly ids: readonly string[];
  readonly party: string;
}

export interface GeneratedAccount {
  readonly statement: Statement;
  readonly transactions: readonly TransactionRecord[];
  /** How each row is actually recorded, by row number. */
  readonly truths: ReadonlyMap<number, RowTruth>;
  /** The actual payee of each transaction, by transaction id. */
  readonly parties: ReadonlyMap<string, string>;
  readonly today: string;
  /** Rows of a second statement, which overlaps this one. */
  readonly nextRows: readonly StatementRow[];
}

export const ACCOUNT = "checking";
const OTHER_ACCOUNT = "savings";
const TODAY = "2026-03-15";

/**
 * Demo accounts whose transactions have bank labels. The tests use these transactions as the bank's
 * records.
 */
const POSTED = ["Checking", "Everyday Visa", "Lyon Account", "Girokonto", "London Current Account"];
const api = openApi({}, { plans: [householdPlan({ today: TODAY })] });
const history: readonly Transaction[] =
  (await api.get("/transactions?since_date=1990-01-01")).transactions;
const postedIn = POSTED.map((name) => history.filter((one) => one.account_name === name));

/**
 * Days from the user's entry until the bank posts the transaction, for users who enter transactions
 * by hand.
 */
const LATENESS = [-2, -1, -1, -1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 5, 6];
const NICKNAMES = ("Lunch;Groceries;Kids;Dad;Stuff;Weekend;Work;Home;Going out;Treat").split(";");

/** What a bank posted to an account, and a user's imperfect record of it in a plan. */
export function generatedAccount(seed: string): GeneratedAccount {
  const draws = randomFrom(`statement/${seed}`);
  const last = addDays(TODAY, -draws.integer(20, 700));
  const first = addDays(last, -draws.pick([29, 30, 60, 89]));
  const today = addDays(last, draws.integer(0, 9));
  const posted = draws.pick(postedIn);
  const isBetween = (since: string, until: string) => ({ date }: { readonly date: string }) =>
    date >= since && date <= until;
  const user = new User(draws, { first, today });
  const booked = posted.filter(isBetween(addDays(first, -240), addDays(last, 20))).map((real) => {
    const payee = real.import_payee_name_original ?? (real.payee_name ?? "").toUpperCase();
    const row = { date: real.date, amount: real.amount, payee, memo: null };
    return { row, truth: user.enter(real, payee) };
  });
  user.addNoise(draws.pick(postedIn).filter(isBetween(first, last)));
  const rowsOf = (since: string, until: string) =>
    booked.filter(({ row }) => isBetween(since, until)(row));
  const inPeriod = rowsOf(first, last);
  return {
    statement: statementOf(inPeriod.map(({ row }, at) => ({ row: at + 1, ...row }))),
    transactions: user.transactions,
    truths: new Map(inPeriod.map(({ truth }, at) => [at + 1, truth])),
    parties: user.parties,
    today,
    nextRows: rowsOf(addDays(first, 14), addDays(last, 20))
      .map(({ row }, at) => ({ row: at + 1, ...row })),
  };
}

/** A user with consistent habits, who records what the bank posted. */
class User {
  readonly transactions: TransactionRecord[] = [];
  readonly parties = new Map<string, string>();
  readonly #draws: Random;
  readonly #period: { readonly first: string; readonly today: string };
  /**
   * Share of the bank's rows that the user forgets to enter, and share of the user's entries that
   * have the bank's date.
   */
  readonly #forgets: number;
  readonly #prompt: number;
  /**
   * Whether YNAB still imports from the bank, and the share of old transactions that it imported.
   */
  readonly #isLinked: boolean;
  readonly #imported: number;
  readonly #names = new Map<string, string | null>();

  constructor(draws: Random, period: { readonly first: string; readonly today: string }) {
    this.#draws = draws;
    this.#period = period;
    this.#forgets = draws.pick([0.02, 0.06, 0.12, 0.25]);
    this.#prompt = draws.pick([0, 0.3, 0.8]);
    this.#isLinked = draws.chance(0.3);
    this.#imported = this.#isLinked ? 0.95 : draws.pick([0, 0, 0.4, 0.9]);
  }

  /** Records a bank row as the user would, and returns the correct match for it. */
  enter(real: Transaction, label: string): RowTruth {
    const draws = this.#draws;
    const { amount, date } = real;
    const party = real.payee_name ?? label;
    const truth = (kind: RowTruth["kind"], ...ids: string[]): RowTruth => ({ kind, ids, party });
    if (date > this.#period.today) return truth("missing");
    const isOld = date < this.#period.first;
    const isImported = draws.chance(this.#isLinked || isOld ? this.#imported : 0);
    if (real.transfer_account_id && draws.chance(0.25)) {
      const day = addDays(date, draws.integer(-1, 3));
      const payee = { payee_name: "From checking", payee_id: "from checking", category_id: null };
      const other = { account_id: OTHER_ACCOUNT, transfer_account_id: null, amount: -amount };
      return truth("transfer", this.#add(real, { ...other, ...payee, date: day }));
    }
    if (isOld || isImported) {
      const import_id = `YNAB:${amount}:${date}:1`;
      const labels = { import_payee_name: label, import_payee_name_original: label };
      const own = draws.chance(0.4) ? addDays(date, -draws.integer(0, 3)) : date;
      const cleared = isOld ? "reconciled" : "cleared";
      const imported = isImported ? { import_id, ...labels } : {};
      return truth("same", this.#add(real, { date: own, cleared, ...imported }));
    }
    if (draws.chance(this.#forgets)) return truth("missing");
    const late = draws.chance(this.#prompt) ? 0 : draws.pick(LATENESS);
    const entry = { date: addDays(date, -late) };
    const luck = draws.fraction();
    if (amount < 0 && luck < 0.35 && /dining|restaurant|bistro/iu.test(real.category_name ?? "")) {
      const bill = Math.round(amount / (1.1 + 0.19 * draws.fraction()) / 10) * 10;
      return truth("amount", this.#add(real, { ...entry, amount: bill }));
    }
    const typed = luck > 0.98 ? mistyped(amount, draws) : amount;
    if (typed !== amount) return truth("amount", this.#add(real, { ...entry, amount: typed }));
    if (luck > 0.95 && amount < -20_000 && !real.transfer_account_id) {
      const part = Math.round(amount * (0.2 + 0.6 * draws.fraction()) / 10) * 10;
      const other = { ...entry, amount: amount - part, category_id: "category other" };
      return truth("combined", this.#add(real, { ...entry, amount: part }), this.#add(real, other));
    }
    const id = this.#add(real, { ...entry, ...(draws.chance(0.1) ? { cleared: "cleared" } : {}) });
    if (draws.chance(0.985)) return truth("same", id);
    const again = addDays(entry.date, draws.integer(0, 2));
    return truth("same", id, this.#add(real, { date: again }));
  }

  /**
   * Adds transactions that aren't on this account's statement: cash payments, and transactions in
   * another account.
   */
  addNoise(others: readonly Transaction[]): void {
    for (const real of others.filter((one) => !one.transfer_account_id)) {
      if (this.#draws.chance(0.03)) this.#add(real, {});
      if (this.#draws.chance(0.5)) this.#add(real, { account_id: OTHER_ACCOUNT });
    }
  }

  #add(real: Transaction, change: Partial<Transaction>): string {
    const { amount, date, category_id = null } = real;
    const transfer_account_id = real.transfer_account_id ? OTHER_ACCOUNT : null;
    const id = this.#draws.uuid();
    const name = this.#nameOf(real.payee_name ?? "");
    const half = Math.round(amount / 20) * 10;
    const isSplit = transfer_account_id === null && change.amount === undefined &&
      this.#draws.chance(0.03);
    const lines = isSplit ? [half, amount - half].map((part) => aSplitLine({ amount: part })) : [];
    this.transactions.push(aTransaction({
      ...{ id, account_id: ACCOUNT, date, amount, cleared: "uncleared", payee_name: name },
      payee_id: name === null ? null : `payee/${name}`,
      category_id: isSplit ? null : category_id,
      transfer_account_id,
      subtransactions: lines,
      ...change,
    }));
    this.parties.set(id, real.payee_name ?? "");
    return id;
  }

  /** Users rename some payees, misspell some, and leave some empty. */
  #nameOf(party: string): string | null {
    const known = this.#names.get(party);
    if (known !== undefined) return known;
    const draws = this.#draws;
    const luck = party.startsWith("Transfer") ? 0 : draws.fraction();
    const misspelt = party.replace(/(.)(.)(?=.$)/u, "$2$1");
    const name = luck < 0.63
      ? party
      : luck < 0.76
      ? party.split(" ")[0] ?? party
      : luck < 0.9
      ? draws.pick(NICKNAMES)
      : luck < 0.96
      ? misspelt
      : null;
    this.#names.set(party, name);
    return name;
  }
}

export function statementOf(rows: readonly StatementRow[]): Statement {
  return {
    ...{ format: "csv", account: null, currency: null, rows, leftOut: [] },
    ...{ opening: null, closing: null, evidence: [] },
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
