import { assert } from "@std/assert";
import { addDays } from "../../../domain/base/day.ts";
import { type Random, randomFrom } from "../../../demo/model/random.ts";
import type {
  AccountRecord,
  GroupWithCategories,
  TransactionRecord,
} from "../../../domain/base/plan_records.ts";
import { suggestCategories } from "../../../domain/suggestions/suggestions.ts";
import { aCategory, aGroup, anAccount } from "../../_builders.ts";

interface GeneratedHistory {
  readonly rows: readonly TransactionRecord[];
  readonly accounts: readonly AccountRecord[];
  readonly groups: readonly GroupWithCategories[];
  /** True category, before noise was added, by transaction id. */
  readonly intended: ReadonlyMap<string, string>;
}

interface Purpose {
  readonly category: string;
  readonly account: string;
  readonly price: number;
  readonly spread: number;
}

interface Payee {
  readonly name: string;
  readonly uses: number;
  readonly purposes: readonly [Purpose, number][];
}

const START = "2023-11-20";
const DAYS = 3 * 365;
const NOISE = 0.05;
const ACCOUNT_LOYALTY = 0.85;
const ACCOUNTS = ["checking", "visa", "mastercard", "cash"];
const FIRST = "Alder Amber Birch Canyon Cedar Clover Copper Ember Fern Harbor Juniper Maple Opal"
  .split(" ");
const SECOND = ("Market Bakery Hardware Pharmacy Books Diner Fuel Clinic Garden Cafe Cinema " +
  "Supply Studio Travel Foods Shoes Pets Toys Dental Media").split(" ");

function generatedHistory(seed: number): GeneratedHistory {
  const draws = randomFrom(`history/${seed}`);
  const spending = Array.from({ length: draws.integer(18, 34) }, (_, at) => `purpose ${at}`);
  const intended = new Map<string, string>();
  const rows = payeesOf(spending, draws).flatMap((payee) =>
    Array.from({ length: payee.uses }, () => rowOf(payee, { spending, draws, intended }))
  );
  const accounts = ACCOUNTS.map((id) => anAccount({ id, name: id }));
  return {
    rows: rows.sort((a, b) => a.date < b.date ? -1 : a.date > b.date ? 1 : 0),
    accounts,
    groups: groupsOf(spending),
    intended,
  };
}

function groupsOf(spending: readonly string[]): readonly GroupWithCategories[] {
  const internal = ["Inflow: Ready to Assign", "Uncategorized"];
  return [
    aGroup({
      id: "internal",
      name: "Internal Master Category",
      categories: internal.map((name) => aCategory({ id: name, name, internal: true })),
    }),
    aGroup({ categories: spending.map((id) => aCategory({ id, name: id })) }),
  ];
}

function payeesOf(spending: readonly string[], draws: Random): readonly Payee[] {
  const count = draws.integer(100, 200);
  const decline = 0.6 + 0.3 * draws.fraction();
  const names = shuffled(FIRST.flatMap((a) => SECOND.map((b) => `${a} ${b}`)), draws);
  return Array.from({ length: count }, (_, rank): Payee => {
    const isNew = draws.chance(0.1);
    const usual = purposeOf(draws.pick(spending), draws);
    const isDouble = !isNew && draws.chance(0.15);
    const share = 0.3 + 0.4 * draws.fraction();
    return {
      name: names[rank] ?? `Payee ${rank}`,
      uses: isNew ? 1 : Math.max(1, Math.round(60 / (rank + 1) ** decline)),
      purposes: isDouble
        ? [[usual, share], [otherPurpose(usual, spending, draws), 1 - share]]
        : [[usual, 1]],
    };
  });
}

function purposeOf(category: string, draws: Random): Purpose {
  return {
    category,
    account: draws.pick(ACCOUNTS),
    price: 3_000 * 100 ** draws.fraction(),
    spread: draws.chance(0.2) ? 0 : 0.1 + 0.5 * draws.fraction(),
  };
}

/** Returns another purpose of the same payee, with a different account or price level. */
function otherPurpose(usual: Purpose, spending: readonly string[], draws: Random): Purpose {
  const category = draws.pick(spending.filter((id) => id !== usual.category));
  if (draws.chance(0.5)) {
    return { ...usual, category, account: draws.pick(ACCOUNTS.filter((a) => a !== usual.account)) };
  }
  const isOverlapping = draws.chance(1 / 3);
  const factor = isOverlapping ? 1.5 + draws.fraction() : 3 + 5 * draws.fraction();
  return { ...usual, category, price: usual.price * factor };
}

interface Making {
  readonly spending: readonly string[];
  readonly draws: Random;
  readonly intended: Map<string, string>;
}

function rowOf(payee: Payee, { spending, draws, intended }: Making): TransactionRecord {
  const id = draws.uuid();
  const purpose = chosen(payee.purposes, draws);
  const amount = -Math.max(10, Math.round(purpose.price * spreadOf(purpose, draws) / 10) * 10);
  const category = draws.chance(NOISE)
    ? draws.pick(spending.filter((one) => one !== purpose.category))
    : purpose.category;
  intended.set(id, purpose.category);
  const account = accountOf(payee, purpose, draws);
  return {
    id,
    date: addDays(START, draws.integer(0, DAYS)),
    amount,
    cleared: "cleared",
    approved: true,
    account_id: account,
    account_name: account,
    payee_name: payee.name,
    category_id: category,
    subtransactions: [],
    deleted: false,
  };
}

/** Returns a purchase's account, which rarely varies if a payee's purposes differ by account. */
function accountOf({ purposes }: Payee, { account }: Purpose, draws: Random): string {
  const isDistinct = new Set(purposes.map(([purpose]) => purpose.account)).size > 1;
  return draws.chance(isDistinct ? 0.97 : ACCOUNT_LOYALTY) ? account : draws.pick(ACCOUNTS);
}

function chosen(purposes: Payee["purposes"], draws: Random): Purpose {
  const [first, second] = purposes;
  if (first === undefined) throw new RangeError("Cannot choose: the payee has no purpose");
  return second === undefined || draws.chance(first[1]) ? first[0] : second[0];
}

function spreadOf({ spread }: Purpose, draws: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - draws.fraction()));
  return Math.exp(spread * radius * Math.cos(2 * Math.PI * draws.fraction()));
}

function shuffled(items: readonly string[], draws: Random): readonly string[] {
  return items.map((item) => ({ item, at: draws.fraction() }))
    .sort((a, b) => a.at - b.at).map(({ item }) => item);
}

/** The tool's default threshold. */
const THRESHOLD = 0.8;
/** One transaction in ten is held out: its category is hidden and must be suggested. */
const HELD_OUT = 10;
const BINS = 10;

interface Prediction {
  readonly confidence: number;
  readonly isRight: boolean;
  /** Whether the suggestion is the true category. */
  readonly isIntended: boolean;
}

/** Suggestions for held-out transactions in a generated plan. */
function predictionsFor(seed: number): {
  readonly predictions: readonly Prediction[];
  readonly asked: number;
} {
  const { rows, intended, ...plan } = generatedHistory(seed);
  const asked = new Map(
    rows.filter((_, at) => at % HELD_OUT === seed % HELD_OUT)
      .map(({ id, category_id }) => [id, category_id]),
  );
  const transactions = rows.map((row) => asked.has(row.id) ? { ...row, category_id: null } : row);
  const { pending } = suggestCategories({ ...plan, transactions }, { minConfidence: 0 });
  const predictions = pending.flatMap(({ transaction_id: id, suggestion }) =>
    suggestion === null || !asked.has(id) ? [] : [{
      confidence: suggestion.confidence,
      isRight: suggestion.category_id === asked.get(id),
      isIntended: suggestion.category_id === intended.get(id),
    }]
  );
  return { predictions, asked: asked.size };
}

Deno.test("suggestCategories() is accurate, frequent and calibrated on generated plans", () => {
  const measured = Array.from({ length: 20 }, (_, at) => predictionsFor(at + 1));
  const predictions = measured.flatMap((one) => one.predictions);
  const asked = measured.reduce((sum, one) => sum + one.asked, 0);
  const suggested = predictions.filter(({ confidence }) => confidence >= THRESHOLD);
  const share = (is: (one: Prediction) => boolean): number =>
    suggested.filter(is).length / suggested.length;
  const bins = Map.groupBy(predictions, ({ confidence }) => Math.floor(confidence * BINS));
  let error = 0;
  for (const bin of bins.values()) {
    const claimed = bin.reduce((sum, { confidence }) => sum + confidence, 0);
    error += Math.abs(claimed - bin.filter(({ isRight }) => isRight).length) / predictions.length;
  }
  const figures = {
    intended: share(({ isIntended }) => isIntended),
    right: share(({ isRight }) => isRight),
    coverage: suggested.length / asked,
    error,
  };
  const message = JSON.stringify(figures);
  assert(asked >= 1_000 && figures.intended >= 0.95 && figures.right >= 0.9, message);
  assert(figures.coverage >= 0.7 && figures.error <= 0.05, message);
});
