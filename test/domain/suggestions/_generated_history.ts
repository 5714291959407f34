import { addDays } from "../../../domain/base/day.ts";
import { type Random, randomFrom } from "../../../demo/model/random.ts";
import type { GroupWithCategories } from "../../../domain/base/plan_records.ts";
import type {
  AccountRecord,
  SplitLineRecord,
  TransactionRecord,
} from "../../../domain/base/plan_records.ts";
import { aCategory, aGroup, anAccount } from "../../_builders.ts";

/** A made-up plan, and what each row was meant for before noise. */
export interface GeneratedHistory {
  readonly rows: readonly TransactionRecord[];
  readonly accounts: readonly AccountRecord[];
  readonly groups: readonly GroupWithCategories[];
  /** Category that the row was meant for, by row id. */
  readonly meant: ReadonlyMap<string, string>;
}

/** One reason to pay a payee. Amounts are milliunits. */
interface Purpose {
  readonly category: string;
  readonly account: string;
  readonly price: number;
  /** Standard deviation of the amount's logarithm; zero for a fixed price. */
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
const SPLIT_SHARE = 0.02;
/** Share of uses that are paid from the account of the purpose. */
const ACCOUNT_LOYALTY = 0.85;
const ACCOUNTS = ["checking", "visa", "mastercard", "cash"];
const FIRST = "Alder Amber Birch Canyon Cedar Clover Copper Ember Fern Harbor Juniper Maple Opal"
  .split(" ");
const SECOND = ("Market Bakery Hardware Pharmacy Books Diner Fuel Clinic Garden Cafe Cinema " +
  "Supply Studio Travel Foods Shoes Pets Toys Dental Media").split(" ");

/** Makes a history. The same seed always gives the same one. */
export function generatedHistory(seed: number): GeneratedHistory {
  const draws = randomFrom(`history/${seed}`);
  const spending = Array.from({ length: draws.integer(18, 34) }, (_, at) => `purpose ${at}`);
  const meant = new Map<string, string>();
  const rows = payeesOf(spending, draws).flatMap((payee) =>
    Array.from({ length: payee.uses }, () => rowOf(payee, { spending, draws, meant }))
  );
  const accounts = ACCOUNTS.map((id) => anAccount({ id, name: id }));
  return {
    rows: rows.sort((a, b) => a.date < b.date ? -1 : a.date > b.date ? 1 : 0),
    accounts,
    groups: groupsOf(spending),
    meant,
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

/** The same payee for something else: another account, or another price level. */
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
  readonly meant: Map<string, string>;
}

function rowOf(payee: Payee, { spending, draws, meant }: Making): TransactionRecord {
  const id = draws.uuid();
  const purpose = chosen(payee.purposes, draws);
  const amount = -Math.max(10, Math.round(purpose.price * spreadOf(purpose, draws) / 10) * 10);
  const other = draws.pick(spending.filter((one) => one !== purpose.category));
  const category = draws.chance(NOISE) ? other : purpose.category;
  const isSplit = draws.chance(SPLIT_SHARE);
  if (!isSplit) meant.set(id, purpose.category);
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
    category_id: isSplit ? null : category,
    subtransactions: isSplit ? linesOf(amount, [category, other], draws) : [],
    deleted: false,
  };
}

/** An account that distinguishes two purposes nearly always does. */
function accountOf({ purposes }: Payee, { account }: Purpose, draws: Random): string {
  const isTelling = new Set(purposes.map(([purpose]) => purpose.account)).size > 1;
  return draws.chance(isTelling ? 0.97 : ACCOUNT_LOYALTY) ? account : draws.pick(ACCOUNTS);
}

function linesOf(
  amount: number,
  [first, second]: readonly [string, string],
  draws: Random,
): readonly SplitLineRecord[] {
  const part = Math.round(amount * 0.007) * 100;
  return [
    { id: draws.uuid(), amount: part, category_id: first, deleted: false },
    { id: draws.uuid(), amount: amount - part, category_id: second, deleted: false },
  ];
}

function chosen(purposes: Payee["purposes"], draws: Random): Purpose {
  const [first, second] = purposes;
  if (first === undefined) throw new RangeError("Cannot choose: the payee has no purpose");
  return second === undefined || draws.chance(first[1]) ? first[0] : second[0];
}

/** A factor with a log-normal distribution (Box and Muller's method). */
function spreadOf({ spread }: Purpose, draws: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - draws.fraction()));
  return Math.exp(spread * radius * Math.cos(2 * Math.PI * draws.fraction()));
}

function shuffled(items: readonly string[], draws: Random): readonly string[] {
  return items.map((item) => ({ item, at: draws.fraction() }))
    .sort((a, b) => a.at - b.at).map(({ item }) => item);
}
