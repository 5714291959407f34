// Recomputes search results, payees and balances from stored rows, without this project's code. The
// plans have matched pairs of transactions, splits, transfers, closed accounts, names in several
// scripts, and currencies with 0 to 3 decimals.

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { PlanRecords, StoredTransaction } from "../../demo/model/records.ts";
import { aCategory, aLine, anAccount, aPayee, aPlan, aRow, ids, uuid } from "../demo/_tiny_plan.ts";
import { isOnBudget, milliunits, type Part, rowsIn, sum } from "./_recounted_plan.ts";
import { aWorld, rowsOf, type World } from "./_world.ts";
import { seedOr, times } from "../_runs.ts";

const RUNS = times(5);

const NAMES = ["\u{1f355} Pizza", "\u0628\u0642\u0627\u0644\u0629", "\u05e9\u05d5\u05e7", "\u682a"];
const accounts = NAMES.map((name, at) =>
  anAccount({ id: uuid(300 + at), name, on_budget: at < 3, closed: at === 2 })
);
const categories = NAMES.map((name, at) => aCategory({ id: uuid(400 + at), name, hidden: at > 2 }));
const payees = NAMES.map((name, at) => aPayee({ id: uuid(500 + at), name, deleted: at > 2 }));
const idIn = (list: readonly { readonly id: string }[]): fc.Arbitrary<string> =>
  fc.constantFrom(...list.map(({ id }) => id));

const anyDay = fc.nat(130).map((day) =>
  new Date(Date.UTC(2025, 10, 1 + day)).toISOString().slice(0, 10)
);
const CLEARED = ["cleared", "uncleared", "reconciled"] as const;
const FLAGS = ["red", "blue", "purple"] as const;
const anyAmount = fc.oneof(
  fc.integer({ min: -900, max: 600 }),
  fc.constantFrom(-100, -10, 0, 100),
);

/** Words in memos and bank labels, and how searches may spell them. */
const WORDS = ["Caf\u00e9 noir", "A&amp;B shop", "line\none"] as const;
const SPELLINGS: Readonly<Record<string, readonly unknown[]>> = {
  CAFE: [WORDS[0]],
  noir: [WORDS[0]],
  "a & b": [WORDS[1]],
  "B Shop": [WORDS[1]],
  "line one": [WORDS[2]],
  pizza: [NAMES[0]],
  SHOP: ["Shop", WORDS[1]],
  ...Object.fromEntries(NAMES.slice(0, 3).map((name) => [name, [name]])),
  xyz: [],
};

const anyRow = fc.record({
  kind: fc.constantFrom("plain", "plain", "transfer", "split", "matched", "deleted"),
  date: anyDay,
  amount: anyAmount,
  part: anyAmount,
  memo: fc.constantFrom(null, null, ...WORDS),
  partMemo: fc.constantFrom(null, ...WORDS),
  account: idIn(accounts),
  other: idIn(accounts),
  category: fc.option(idIn(categories), { nil: null }),
  payee: fc.option(idIn(payees), { nil: null }),
  cleared: fc.constantFrom(...CLEARED),
  flag: fc.constantFrom(null, ...FLAGS),
  approved: fc.boolean(),
});

type DrawnRow = typeof anyRow extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Converts a random row to stored transactions: two for a transfer or matched pair, else one. */
function storedRows(drawn: DrawnRow, at: number, coin: number): readonly StoredTransaction[] {
  const { kind, account, other, category, payee: payee_id } = drawn;
  const [id, second] = [uuid(1000 + 2 * at), uuid(1001 + 2 * at)];
  const isBudget = account !== uuid(303);
  const category_id = isBudget ? category : null;
  const row = aRow({
    ...{ id, date: drawn.date, amount: drawn.amount * coin, account_id: account, payee_id },
    ...{ cleared: drawn.cleared, approved: drawn.approved, flag_color: drawn.flag, category_id },
    memo: drawn.memo,
  });
  if (kind === "deleted") return [{ ...row, deleted: true }];
  if (kind === "split") {
    const part = drawn.part * coin;
    const lines = [
      aLine({ id: second, amount: part, category_id, payee_id, memo: drawn.partMemo }),
      aLine({ amount: row.amount - part, category_id: isBudget ? ids.food : null }),
      aLine({ amount: 77_000, category_id, memo: drawn.partMemo, deleted: true }),
    ];
    return [{ ...row, category_id: null, lines }];
  }
  if (kind === "matched") {
    const imported = {
      ...{ ...row, id: second, import_id: `YNAB:${at}`, payee_id: ids.shop },
      import_payee_name_original: drawn.partMemo,
    };
    const pair = { ...row, matched_transaction_id: second };
    return [pair, { ...imported, matched_transaction_id: id, category_id: null, approved: false }];
  }
  if (kind === "plain" || account === other) return [row];
  const side = { ...row, payee_id: null, category_id: null, transfer_transaction_id: second };
  return [
    { ...side, transfer_account_id: other },
    {
      ...{ ...side, id: second, amount: -row.amount, account_id: other },
      ...{ transfer_account_id: account, transfer_transaction_id: id, flag_color: null },
    },
  ];
}

function aPlanWith(rows: readonly DrawnRow[], decimals: number): PlanRecords {
  const plan = aPlan({ first_month: "2025-11-01" });
  const currency = plan.currency_format;
  const coin = 10 ** (3 - decimals);
  return {
    ...plan,
    currency_format: currency && { ...currency, decimal_digits: decimals },
    accounts: [...plan.accounts, ...accounts],
    categories: [...plan.categories, ...categories],
    payees: [...plan.payees, ...payees],
    transactions: rows.flatMap((row, at) => storedRows(row, at, coin)),
  };
}

const someNames = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 2 });

const CONDITIONS = {
  since: anyDay.filter((day) => day < "2026-01-15"),
  until: anyDay.filter((day) => day >= "2026-01-15"),
  account_ids: someNames,
  category_ids: someNames,
  payee: fc.constantFrom(...Object.keys(SPELLINGS)),
  text: fc.constantFrom(...Object.keys(SPELLINGS)),
  amount: fc.constantFrom(-1, 0, 1, -10),
  min_amount: fc.constantFrom(-5, 0, 0.5),
  max_amount: fc.constantFrom(0.5, 1, 3),
  uncategorized: fc.constant(true),
  unapproved: fc.constant(true),
  cleared: fc.constantFrom(...CLEARED),
  flag: fc.constantFrom(...FLAGS),
  direction: fc.constantFrom("in", "out"),
};

/** A search with a few conditions. */
const anySearch = fc.tuple(
  fc.record(CONDITIONS),
  fc.subarray(Object.keys(CONDITIONS), { maxLength: 4 }),
  fc.constantFrom("newest", "oldest", "largest"),
).map(([all, kept, sort]) => {
  const conditions = Object.entries(all).filter(([name]) => kept.includes(name));
  return { ...Object.fromEntries(conditions) as Partial<typeof all>, sort };
});

type Search = typeof anySearch extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const nameOf = (list: readonly { readonly id: string; readonly name: string }[], id: unknown) =>
  list.find((one) => one.id === id)?.name ?? "";

/**
 * The parts of a transaction that a search counts: the whole transaction, or only its split lines
 * in the requested categories.
 */
function matchedParts(
  { row, parts }: { readonly row: StoredTransaction; readonly parts: readonly Part[] },
  plan: PlanRecords,
  { account_ids: inAccounts, category_ids: inCategories, ...search }: Search,
): readonly Part[] {
  const isWanted = (wanted: unknown, actual: unknown): boolean =>
    wanted === undefined || wanted === actual;
  const isPending = isOnBudget(plan, row.account_id) && row.transfer_account_id === null &&
    parts[0] === row && row.category_id === null;
  const amount = row.amount / 1000;
  const partner = plan.transactions.find(({ import_id: id, matched_transaction_id: other }) =>
    id !== null && other === row.id
  );
  const payeesOf = (part: Pick<Part, "payee_id">): string => nameOf(plan.payees, part.payee_id);
  const payeeWords = [
    ...[row, ...parts].map(payeesOf),
    ...(partner === undefined ? [] : [payeesOf(partner), partner.import_payee_name_original]),
  ];
  const memos = [row, ...parts].map(({ memo }) => memo);
  const isFound = (typed: string | undefined, texts: readonly unknown[]): boolean =>
    typed === undefined || texts.some((text) => SPELLINGS[typed]?.includes(text));
  const isMatch = row.date >= (search.since ?? "") && row.date <= (search.until ?? "9999") &&
    (inAccounts?.includes(nameOf(accounts, row.account_id)) ?? true) &&
    amount >= (search.min_amount ?? -Infinity) && amount <= (search.max_amount ?? Infinity) &&
    (!search.uncategorized || isPending) && (!search.unapproved || !row.approved) &&
    isWanted(search.cleared, row.cleared) && isWanted(search.flag, row.flag_color) &&
    isWanted(search.amount, amount) && isFound(search.payee, payeeWords) &&
    isFound(search.text, [...payeeWords, ...memos]);
  if (!isMatch) return [];
  const own = inCategories === undefined
    ? [row]
    : parts.filter(({ category_id: id }) => inCategories.includes(nameOf(categories, id)));
  const { direction } = search;
  return own.filter((part) =>
    isWanted(direction, part.amount > 0 ? "in" : part.amount ? "out" : 0)
  );
}

async function checkSearch(world: World, plan: PlanRecords, search: Search): Promise<number> {
  const answer = await world.call("find_transactions", { ...search, limit: 200 });
  const found = rowsIn(plan).filter(({ row }) => row.import_id === null)
    .map((one) => ({ id: one.row.id, parts: matchedParts(one, plan, search) }))
    .filter(({ parts }) => parts.length > 0);
  const listed = rowsOf(answer, "transactions");
  const label = JSON.stringify(search);
  assertEquals(
    listed.map((one) => one["transaction_id"]).toSorted(),
    found.map(({ id }) => id).toSorted(),
    label,
  );
  const amounts = found.flatMap(({ parts }) => parts.map(({ amount }) => amount));
  assertEquals(
    ["count", "sum_in", "sum_out"].map((name) => milliunits(answer.structured?.[name])),
    [
      1000 * found.length,
      sum(amounts.filter((one) => one > 0)),
      sum(amounts.filter((one) => one < 0)),
    ],
    label,
  );
  const order = listed.map((one) =>
    search.sort === "largest" ? -Math.abs(Number(one["amount"])) : Date.parse(String(one["date"]))
  );
  const ascending = order.toSorted((a, b) => a - b);
  assertEquals(
    order,
    search.sort === "newest" ? ascending.reverse() : ascending,
  );
  return found.length;
}

async function checkPayeesAndBalances(world: World, plan: PlanRecords): Promise<void> {
  const counted = rowsIn(plan).filter(({ row }) => row.import_id === null);
  const listed = rowsOf(await world.call("list_payees", { limit: 200 }), "payees");
  for (const { id } of payees.filter(({ deleted }) => !deleted)) {
    const dates = counted.flatMap(({ row, parts }) =>
      new Set<Part>([row, ...parts]).values().filter((part) => part.payee_id === id)
        .map(() => row.date).toArray()
    );
    const one = listed.find(({ payee_id }) => payee_id === id);
    assertEquals([one?.["uses"], one?.["last_used"]], [dates.length, dates.toSorted().at(-1)]);
  }
  const all = await world.call("list_accounts", { include_closed: true });
  const history = await world.call("get_money_history");
  for (const { account_id, balance } of rowsOf(all, "accounts")) {
    const own = counted.filter(({ row }) => row.account_id === account_id);
    assertEquals(milliunits(balance), sum(own.map(({ row }) => row.amount)));
  }
  const worth = rowsOf(history, "months").at(-1)?.["net_worth"];
  if (counted.length > 0) {
    assertEquals(milliunits(worth), sum(counted.map(({ row }) => row.amount)));
  }
}

Deno.test("in random plans, search results, payees and balances agree with values recomputed from stored rows", async () => {
  const anyCase = fc.tuple(
    fc.array(anyRow, { minLength: 30, maxLength: 40, size: "max" }),
    fc.integer({ min: 0, max: 3 }),
    fc.array(anySearch, { minLength: 60, maxLength: 60, size: "max" }),
  );
  let found = 0;
  await fc.assert(
    fc.asyncProperty(anyCase, async ([rows, decimals, searches]) => {
      const plan = aPlanWith(rows, decimals);
      await using world = await aWorld({
        ...{ plans: [plan], profile: "complete", fullIds: true },
      });
      for (const search of searches) found += await checkSearch(world, plan, search);
      await checkPayeesAndBalances(world, plan);
    }),
    { numRuns: RUNS, seed: seedOr(5), endOnFailure: true },
  );
  assert(found > 100 * RUNS, `${found}`);
});
