import { assert, assertEquals } from "@std/assert";
import type { Transaction } from "../../../client/wire/transaction.ts";
import { addDays } from "../../../domain/base/day.ts";
import { addMonths } from "../../../domain/base/month.ts";
import { seededRandom } from "../../../domain/base/statistics.ts";
import { type ReasonCode, REASONS } from "../../../domain/review/reasons.ts";
import { type Review, reviewTransactions } from "../../../domain/review/review.ts";
import { aCategory, aGroup, anAccount, anId, aTransaction } from "../../_builders.ts";

/**
 * What a review must find. `id` is a transaction's id or, for a missing payment, its payee's id.
 */
interface Planted {
  readonly code: ReasonCode;
  readonly id: string;
}

interface PlantedPlan {
  readonly transactions: readonly Transaction[];
  readonly accounts: readonly ReturnType<typeof anAccount>[];
  readonly groups: readonly ReturnType<typeof aGroup>[];
  readonly planted: readonly Planted[];
}

const TODAY = "2026-03-15";
const SINCE = "2025-12-15";
const FIRST = "2024-12-01";

const ACCOUNTS = ["checking", "savings", "visa"].map((id) =>
  anAccount({ id, name: id, on_budget: true })
);
const CATEGORIES = ["food", "fun", "home", "travel", "health", "clothes"];
const GROUP = aGroup({
  id: "group",
  name: "Everyday",
  categories: CATEGORIES.map((id) => aCategory({ id, name: id, category_group_id: "group" })),
});

interface Shop {
  readonly name: string;
  readonly category: string;
  readonly every: number;
  readonly price: () => number;
}

function plantedPlan(seed: number): PlantedPlan {
  const draw = seededRandom(seed);
  const between = (least: number, most: number): number => least + (most - least) * draw();
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(draw() * items.length)] as Item;
  const cents = (amount: number): number => Math.max(1, Math.round(amount * 100)) * 10;
  const basket = (mean: number) => (): number =>
    cents(mean * (0.3 + draw() * draw() * 1.6 + (draw() < 0.1 ? between(0.5, 2.5) : 0)));
  const online = (): number => cents(draw() < 0.8 ? between(5, 60) : between(60, 420));
  const shops = ([
    ["Market Hall", "food", 4, basket(60)],
    ["Corner Pantry", "food", 6, basket(25)],
    ["Bulk Barn", "home", 13, basket(120)],
    ["Noodle House", "fun", 9, basket(35)],
    ["Everything Online", "home", 5, online],
    ["City Bus", "travel", 2, (): number => 2_500],
    ["Blue Coffee", "fun", 2, (): number => pick([3_500, 4_200, 4_900])],
    ["Pharmacy Nord", "health", 17, basket(20)],
    ["Book Nook", "fun", 21, (): number => cents(pick([9.99, 12.99, 24.5]))],
  ] as const).map(([name, category, every, price]): Shop => ({ name, category, every, price }));
  const rows: Transaction[] = [];
  let count = 0;
  const add = (change: Partial<Transaction>): Transaction => {
    const id = anId(++count * 4096 + seed);
    const row = aTransaction({ id, account_id: "visa", account_name: "visa", ...change });
    rows.push(row);
    return row;
  };
  const buy = (shop: Shop, date: string, change: Partial<Transaction> = {}): Transaction =>
    add({
      date,
      amount: -shop.price(),
      payee_id: shop.name,
      payee_name: shop.name,
      category_id: shop.category,
      import_id: draw() < 0.7 ? `YNAB:${date}:${count}` : null,
      ...change,
    });
  for (const shop of shops) {
    let date = addDays(FIRST, Math.floor(between(0, shop.every)));
    while (date <= TODAY) {
      buy(shop, date);
      date = addDays(date, Math.max(1, Math.round(shop.every * between(0.4, 1.7))));
    }
  }
  const planted: Planted[] = [];
  const bills = plantBills();
  planted.push(...bills);
  const recentDay = (): string => addDays(SINCE, Math.floor(between(5, 80)));
  // Exclude shops where equal amounts are common.
  const plain = shops.filter(({ name }) =>
    !["City Bus", "Blue Coffee", "Book Nook"].includes(name)
  );
  for (let nth = 0; nth < 4; nth++) plant("possible_duplicate", duplicated(pick(plain)));
  for (let nth = 0; nth < 3; nth++) {
    const shop = pick(plain);
    const most = Math.max(
      ...rows.filter((row) => row.payee_id === shop.name).map((row) => -row.amount),
    );
    const day = recentDay();
    plant("unusual_amount", buy(shop, day, { amount: -cents(most / 1000 * between(3, 9)) }));
  }
  for (let nth = 0; nth < 4; nth++) {
    const shop = pick(shops);
    const others = CATEGORIES.filter((one) => one !== shop.category && one !== "clothes");
    const used = rows.filter((row) => row.payee_id === shop.name).map((row) => row.category_id);
    const category = pick(others.filter((one) => !used.includes(one)));
    plant("category_differs", buy(shop, recentDay(), { category_id: category }));
  }
  for (let nth = 0; nth < 4; nth++) {
    const name = `Stranger ${["Ada", "Bo", "Cy", "Di"][nth]} ${seed}`;
    plant(
      "new_payee",
      add({
        date: recentDay(),
        amount: -cents(between(5, 300)),
        payee_id: name,
        payee_name: name,
        category_id: pick(CATEGORIES),
      }),
    );
  }
  for (let nth = 0; nth < 4; nth++) {
    plant("uncategorized", buy(pick(shops), recentDay(), { category_id: null }));
  }
  for (let nth = 0; nth < 2; nth++) {
    const [date, amount] = [recentDay(), cents(between(150, 900))];
    const side = { payee_id: `Move ${nth}`, payee_name: `Move ${nth}`, category_id: null };
    // Add an earlier payment, so that the payee isn't new.
    add({ ...side, date: FIRST, amount: -1_000, category_id: "fun" });
    for (const [account_id, sign] of [["checking", -1], ["savings", 1]] as const) {
      const later = sign < 0 ? date : addDays(date, Math.floor(between(0, 3)));
      plant("transfer_candidate", add({ ...side, account_id, date: later, amount: sign * amount }));
    }
  }
  return { transactions: rows, accounts: ACCOUNTS, groups: [GROUP], planted };

  function plant(code: ReasonCode, { id }: Transaction): void {
    planted.push({ code, id });
  }

  /** Adds a second import of a payment that was already entered or imported. */
  function duplicated(shop: Shop): Transaction {
    const first = buy(shop, recentDay(), { import_id: draw() < 0.5 ? null : `YNAB:${count}` });
    const { date, amount, import_id } = first;
    const days = Math.floor(between(0, import_id === null ? 4 : 2));
    return buy(shop, addDays(date, days), { amount, import_id: `YNAB:again:${count}` });
  }

  /** Bills with a fixed price. Two bills become more expensive, and one bill ends. */
  function plantBills(): readonly Planted[] {
    const found: Planted[] = [];
    const lines = [
      "Stream Box",
      "Cloud Drive",
      "Gym Club",
      "Phone Line",
      "News Daily",
      "Radio Plus",
    ];
    for (const [at, name] of lines.entries()) {
      const day = 2 + Math.floor(draw() * 8);
      const price = cents(pick([7.99, 9.99, 12.5, 29, 34.9]));
      const riseFrom = at === 0 ? "2026-01-01" : at === 1 ? "2026-02-01" : "2025-06-01";
      const last = at === 2 ? "2026-02-28" : TODAY;
      for (let month = FIRST; month <= TODAY; month = addMonths(month, 1)) {
        const due = addDays(month, day - 1 + Math.floor(between(0, 2)));
        if (due > last || due > TODAY) continue;
        const isRisen = at < 2 ? month >= riseFrom : at === 5 && month >= riseFrom;
        const row = add({
          date: due,
          amount: -(isRisen ? cents(price * 1.2 / 1000) : price),
          account_id: "checking",
          account_name: "checking",
          payee_id: name,
          payee_name: name,
          category_id: pick(["home"]),
        });
        if (at < 2 && month === riseFrom) found.push({ code: "price_rise", id: row.id });
      }
    }
    found.push({ code: "scheduled_missing", id: "Gym Club" });
    return found;
  }
}

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };

function reviewOf(plan: PlantedPlan): Review {
  return reviewTransactions({ ...plan, schedules: [] }, {
    today: TODAY,
    since: SINCE,
    unapprovedOnly: false,
    format,
    categoryName: (id) => id ?? null,
  });
}

const plans = SEEDS.map((seed) => {
  const plan = plantedPlan(seed);
  const found = reviewOf(plan).lines.flatMap(({ transaction_id: id, payee, reasons }) =>
    reasons.map(({ code }) => `${code} ${id ?? payee}`)
  );
  const planted = plan.planted.map(({ code, id }) => `${code} ${id}`);
  return { found, planted };
});

for (const code of REASONS) {
  Deno.test(`reviewTransactions() finds ${code} in ten plans with few errors`, () => {
    let [found, right, planted] = [0, 0, 0];
    for (const plan of plans) {
      const ofCode = (all: readonly string[]): readonly string[] =>
        all.filter((one) => one.startsWith(`${code} `));
      found += ofCode(plan.found).length;
      right += ofCode(plan.found).filter((one) => plan.planted.includes(one)).length;
      planted += ofCode(plan.planted).length;
    }
    assert(planted >= 10, `${planted} planted`);
    assert(right / found >= 0.9, `precision ${right} of ${found}`);
    assert(right / planted >= 0.8, `recall ${right} of ${planted}`);
  });
}

Deno.test("reviewTransactions() finds a payee's first payment regardless of order", () => {
  const known = aTransaction({ date: "2025-09-01", payee_name: "Old Shop" });
  const [first, second, twin] = [
    aTransaction({ id: "b", date: "2026-01-10", payee_name: "New Shop", amount: -1_000 }),
    aTransaction({ id: "a", date: "2026-01-20", payee_name: "New Shop", amount: -2_000 }),
    aTransaction({ id: "c", date: "2026-01-10", payee_name: "New Shop", amount: -3_000 }),
  ];
  const newOnes = (...transactions: PlantedPlan["transactions"]): readonly unknown[] =>
    reviewOf({ transactions, accounts: [], groups: [], planted: [] }).lines
      .filter(({ reasons }) => reasons.some(({ code }) => code === "new_payee"))
      .map(({ transaction_id: id }) => id);
  assertEquals(newOnes(known, first, second), ["b"]);
  assertEquals(newOnes(second, first, known), ["b"]);
  // Among transactions on the same day, the lowest id counts as first.
  assertEquals(newOnes(twin, known, first), ["b"]);
  assertEquals(newOnes(first, known, twin), ["b"]);
});
