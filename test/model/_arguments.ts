import type { PlanRecords } from "../../demo/model/records.ts";
import { tools } from "../../tools/_manifest.ts";
import type { Args } from "./_world.ts";
import { idOf, ids } from "../tools/_plan.ts";
import { drawnArguments } from "./_drawn_arguments.ts";
import { pick, type Step } from "./_steps.ts";

/** Arguments for a step's tool; about one in six calls is rejected. */
export function argumentsOf(step: Step, records: PlanRecords): Args {
  const tool = tools.find(({ name }) => name === step.kind);
  if (tool === undefined) return {};
  const make = MAKERS[tool.name];
  return make === undefined ? drawnArguments(tool, step, records) : make(step, records);
}

const USUAL = [ids.rent, ids.power, ids.gifts, ids.dining, ids.otherGifts];
const PLAIN = [idOf("72"), idOf("73"), idOf("75"), idOf("78"), idOf("79")];
const COLORS = ["red", "blue", "purple", null, "green"];
const ACCOUNTS = ["Checking", "Savings", "Visa", "House", "Old account", "Nowhere"];
const GROUPS = ["Bills", "Fun", "Hidden Categories", "Internal Master Category"];
const MONTHS = ["2026-01", "2026-03", "2026-04", "current"];
const NAMES = ["Zoo", "Rent", "Gifts", " Fun & Games ", "A|B"];
const AHEAD = ["2026-05-31", "2026-06-15", "2026-07-01", "2026-08-31"];
const OFTEN = ["never", "weekly", "monthly", "every4Weeks", "yearly"];
const DAYS = ["2026-03-14", "2026-03-01", "2026-02-10", "2026-04-30"];

type Maker = (step: Step, records: PlanRecords) => Args;

/** Mostly valid arguments. Tools without an entry get random arguments that match their schema. */
const MAKERS: Readonly<Record<string, Maker>> = {
  undo_operation: () => ({}),
  edit_transaction: editArguments,
  delete_transactions: (step, records) => ({ transaction_ids: rowsOf(step, records) }),
  create_transfer: ({ one, two, three, amount }) => {
    const [from, to] = [pick(ACCOUNTS, one), pick(ACCOUNTS, one + 1 + two % 3)];
    const isTracked = from === "House" || to === "House";
    return {
      from_account_id: from,
      to_account_id: to,
      amount: Math.abs(amount + 10) / 1000,
      date: pick(DAYS, two % 11 === 0 ? 3 : one % 3),
      ...(isTracked || two % 9 === 0 ? { category_id: pick(USUAL, two) } : {}),
      ...(three % 3 === 0 ? { memo: `transfer ${one}` } : {}),
      from_cleared: three % 2 === 0,
      to_cleared: two % 2 === 0,
    };
  },
  create_scheduled_transaction: (step, records) => ({
    ...scheduleFields(step, records),
    account_id: pick(ACCOUNTS, step.one),
    date: pick(AHEAD, step.two),
    amount: step.amount / 1000,
    frequency: pick(OFTEN, step.three),
  }),
  edit_scheduled_transaction: (step, records) => ({
    ...scheduleFields(step, records),
    scheduled_id: scheduleOf(step, records),
    ...(step.one % 3 === 0 ? { account_id: pick(ACCOUNTS, step.two) } : {}),
    ...(step.two % 3 === 0 ? { date: pick(AHEAD, step.one) } : {}),
    ...(step.three % 2 === 0 ? { amount: step.amount / 1000 } : {}),
    ...(step.three % 4 === 1 ? { frequency: pick(OFTEN, step.one) } : {}),
  }),
  delete_scheduled_transaction: (step, records) => ({ scheduled_id: scheduleOf(step, records) }),
  apply_categories: (step, records) => ({
    assignments: rowsOf(step, records).map((transaction_id, at) => ({
      transaction_id,
      category_id: (step.two + at) % 6 === 5 ? null : categoryOf(step.two + at, records),
    })),
  }),
  approve_transactions: (step, records) => ({ transaction_ids: rowsOf(step, records) }),
  flag_transactions: (step, records) => ({
    flags: rowsOf(step, records).map((transaction_id, at) => ({
      transaction_id,
      color: pick(COLORS, step.two + at),
    })),
  }),
  create_transactions: (step, records) => ({
    account_id: pick(ACCOUNTS, step.one),
    approved: step.two % 2 === 0,
    transactions: Array.from({ length: 1 + step.three % 3 }, (_, at) => newRow(step, at, records)),
  }),
  import_transactions: () => ({}),
  import_statement: statementArguments,
  split_transaction: splitArguments,
  reconcile_account: (step, records) => ({
    ...clearing(step, records),
    account_id: pick(ACCOUNTS, step.one),
    // NaN means the account's own balance, which completed() fills in.
    bank_balance: step.two % 3 === 0 ? step.amount / 1000 : Number.NaN,
    adjust: step.three % 2 === 0,
  }),
  create_category: ({ one, two }) => ({
    group_id: pick(GROUPS, one),
    name: `${pick(NAMES, two)}${two % 7 === 0 ? "" : ` ${two}`}`,
  }),
  update_category: ({ one, two, three }, records) => ({
    category_id: categoryOf(one, records),
    ...(two % 3 === 0 ? { name: `${pick(NAMES, three)} ${three}` } : {}),
    ...(two % 4 < 2 ? { group_id: pick(GROUPS, three) } : {}),
    ...(two % 5 < 2 ? { note: two % 2 === 0 ? `note ${three}` : null } : {}),
  }),
  set_category_budget: ({ one, two, amount }, records) => ({
    month: pick(MONTHS, two),
    category_id: categoryOf(one, records),
    amount: amount / 1000,
  }),
  assign_month: ({ one, two, three, amount }, records) => ({
    month: pick(["2026-03", "2026-04", "current"], three),
    ...(three % 4 === 0
      ? { mode: pick(["underfunded", "cover_overspending", "as_last_month"], one) }
      : {
        assignments: [...new Set([categoryOf(one, records), pick(USUAL, two)])].map((id, at) => ({
          category_id: id,
          ...(three % 4 === 1
            ? { add: amount / 1000 }
            : { amount: (Math.abs(amount) + at * 1000) / 1000 }),
        })),
      }),
  }),
  move_money: ({ one, two, three, amount }, records) => ({
    month: pick(MONTHS, three),
    from_category_id: categoryOf(one, records),
    to_category_id: categoryOf(two, records),
    amount: Math.abs(amount) / 1000,
  }),
  set_category_target: ({ one, two, three, amount }, records) => ({
    category_id: categoryOf(one, records),
    amount: two % 4 === 0 ? null : Math.abs(amount) / 1000,
    ...(three % 3 === 0 ? { frequency: pick(["weekly", "monthly", "yearly"], two) } : {}),
    ...(three % 5 === 0 ? { by_date: pick(["2026-12-31", "2027-02-01"], two) } : {}),
  }),
};

/** Random changes to a transaction. Some of them aren't allowed for splits or transfers. */
function editArguments(step: Step, records: PlanRecords): Args {
  const { one, two, three, amount } = step;
  const [transaction_id = ""] = rowsOf(step, records);
  return {
    transaction_id,
    ...(one % 3 === 0 ? { amount: amount / 1000 } : {}),
    ...(one % 4 === 0 ? { date: pick(DAYS, two % 11 === 0 ? 3 : two % 3) } : {}),
    ...(two % 3 === 0 ? { payee: pick(["Amazon", "landlord", `Shop ${one}`], three) } : {}),
    ...(two % 4 === 0 ? { memo: three % 2 === 0 ? `edited "${one}" | x` : null } : {}),
    ...(three % 5 === 0 ? { account_id: pick(ACCOUNTS, one) } : {}),
    ...(three % 3 === 0 ? { category_id: two % 2 === 0 ? null : categoryOf(two, records) } : {}),
    ...(one % 5 === 0 ? { cleared: pick(["cleared", "uncleared"], two) } : {}),
    ...(two % 5 === 0 ? { flag: pick(COLORS, one) } : {}),
    ...(one % 7 === 0 ? { approved: two % 2 === 0 } : {}),
  };
}

function scheduleFields({ one, two, three }: Step, records: PlanRecords): Args {
  const isTransfer = three % 3 === 0;
  return {
    ...(isTransfer ? { transfer_to_account_id: pick(ACCOUNTS, two) } : {}),
    ...(!isTransfer && two % 2 === 0 ? { payee: pick(["Amazon", `Bill ${one}`], one) } : {}),
    ...(!isTransfer && one % 2 === 0 ? { category_id: categoryOf(two, records) } : {}),
    ...(two % 5 === 0 ? { memo: `every time ${one}` } : {}),
    ...(one % 5 === 0 ? { flag: "red" } : {}),
  };
}

function scheduleOf({ one, two }: Step, { scheduled }: PlanRecords): string {
  const live = scheduled.filter(({ deleted }) => !deleted);
  return two % 13 === 0 || live.length === 0 ? idOf("ffff") : pick(live, one).id;
}

/**
 * An uncleared transaction in the account, or sometimes in another account, in which case the call
 * is rejected.
 */
function clearing({ one, two, three }: Step, { accounts, transactions }: PlanRecords): Args {
  if (three % 4 > 1) return {};
  const account = accounts.find(({ name }) => name === pick(ACCOUNTS, one));
  const rows = transactions.filter(({ account_id: id, cleared, deleted }) =>
    cleared === "uncleared" && !deleted && (id === account?.id || two % 11 === 0)
  );
  return rows.length === 0 ? {} : { clear_ids: [pick(rows, two).id] };
}

/** Mostly editable rows, because a single row that can't be edited makes the whole call fail. */
function rowsOf({ one, two, three }: Step, { transactions }: PlanRecords): readonly string[] {
  const all = three % 4 === 0 ? transactions.map(({ id }) => id) : PLAIN;
  const chosen = Array.from({ length: 1 + three % 3 }, (_, at) => pick(all, one + at * two));
  return two % 13 === 0 ? [...chosen, idOf("ffff")] : [...new Set(chosen)];
}

function categoryOf(number: number, { categories }: PlanRecords): string {
  if (number % 17 === 0) return "no such category";
  return number % 4 === 0 ? pick(categories, number).id : pick(USUAL, number);
}

function newRow({ one, two, amount }: Step, at: number, records: PlanRecords): Args {
  return {
    date: pick(DAYS, two % 11 === 0 ? 3 : (one + at) % 3),
    amount: (amount + at * 1000) / 1000,
    ...(two % 3 === 0 ? {} : { payee_name: pick(["Amazon", "amazon", `Shop ${one}`], two + at) }),
    ...(one % 3 === 0 ? { category_id: categoryOf(two + at, records) } : {}),
    ...(two % 5 === 0 ? { memo: `memo "${one}" | x` } : {}),
    ...(one % 2 === 0 ? { cleared: "cleared" } : {}),
  };
}

function splitArguments({ one, two, three, amount }: Step, records: PlanRecords): Args {
  const usual = records.transactions.filter(({ id }) => PLAIN.includes(id));
  const row = pick(three % 4 === 0 ? records.transactions : usual, one);
  const first = row.amount === amount ? amount - 10 : amount;
  const rest = row.amount - first + (three % 7 === 0 ? 10 : 0);
  return {
    transaction_id: row.id,
    lines: [first, rest].map((part, at) => ({
      amount: part / 1000,
      category_id: pick([ids.dining, ids.rent, ids.gifts], two + at),
      ...(three % 2 === 0 ? { memo: `line ${at}` } : {}),
    })),
  };
}

/**
 * Statement rows for some of an account's transactions, and one row that may be missing from the
 * plan.
 */
function statementArguments({ one, two, three, amount }: Step, records: PlanRecords): Args {
  const account = records.accounts[one % records.accounts.length];
  const known = records.transactions
    .filter(({ deleted, account_id }) => !deleted && account_id === account?.id)
    .filter((_, at) => (at + two) % 3 !== 0);
  const rows = [
    ...known.map((row) => ({ date: row.date, amount: row.amount / 1000, payee: "KNOWN SHOP" })),
    { date: pick(DAYS, two), amount: amount / 1000, payee: `NEW SHOP ${three % 4}` },
  ];
  const sum = rows.reduce((total, row) => total + Math.round(row.amount * 1000), 0);
  return {
    account_id: account?.id ?? "Nowhere",
    rows,
    opening_balance: 0,
    closing_balance: sum / 1000,
    adjust: three % 3 === 0,
    reconcile: two % 2 === 0,
  };
}
