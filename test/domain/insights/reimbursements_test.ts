import { assert, assertEquals } from "@std/assert";
import { seededRandom } from "../../../domain/base/statistics.ts";
import {
  type MarkedAmount,
  reimbursements,
  type SettledBy,
} from "../../../domain/insights/reimbursements.ts";

const TODAY = "2026-06-30";

const dayAt = (day: number): string =>
  new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);

const paid = (id: string, day: number, amount: number): MarkedAmount => ({
  transaction_id: id,
  date: dayAt(day),
  amount,
  payee: "Shop",
});

Deno.test("reimbursements() matches a repayment with an equal outflow, or else with a unique set of outflows that adds up to it, or else with the oldest outflows", () => {
  const { open, settled, totals } = reimbursements([
    paid("hotel", 1, -300),
    paid("train", 2, -120),
    paid("lunch", 3, -45),
    paid("taxi", 4, -30),
    paid("pens", 5, -17),
    paid("same", 6, 120),
    paid("both", 7, 75),
    paid("part", 8, 100),
  ], TODAY);
  assertEquals(settled, [
    { transaction_ids: ["hotel"], repaid_by: "part", by: "oldest_first" },
    { transaction_ids: ["lunch", "taxi"], repaid_by: "both", by: "set" },
    { transaction_ids: ["train"], repaid_by: "same", by: "exact" },
  ]);
  assertEquals(open.map((one) => [one.transaction_id, one.amount, one.open, one.days]), [
    ["hotel", 300, 200, 544],
    ["pens", 17, 17, 540],
  ]);
  assertEquals(totals, { out: 512, back: 295, open: 217, ahead: 0 });
});

Deno.test("reimbursements() never matches a repayment with a later outflow, and never chooses between two sets of outflows that add up to the repayment", () => {
  const { settled, totals } = reimbursements([
    paid("early", 1, 50),
    paid("a", 2, -50),
    paid("b", 3, -30),
    paid("c", 3, -20),
    paid("d", 3, -31),
    paid("e", 3, -19),
    // When the repayment with the id `again` arrives, the open outflows `b` and `c` add up to 50,
    // and so do `d` and `e`.
    paid("later", 4, 50),
    paid("again", 5, 50),
  ], TODAY);
  assertEquals(settled.map(({ repaid_by: by, by: how }) => [by, how]), [
    ["again", "oldest_first"],
    ["later", "exact"],
  ]);
  assertEquals(totals, { out: 150, back: 150, open: 50, ahead: 50 });
});

Deno.test("reimbursements() searches hundreds of outflows, but not thousands, for a set that adds up to the repayment", () => {
  for (const [count, by] of [[400, "set"], [4_000, "oldest_first"]] as const) {
    const sizes = [-700, -300, ...Array<number>(count - 2).fill(-1)];
    const outflows = sizes.map((amount, at) => paid(`${at}`, 1, amount));
    const { settled } = reimbursements([...outflows, paid("back", 2, 1_000)], TODAY);
    assertEquals(settled.map((one) => one.by), [by]);
  }
});

/**
 * Creates random claims, each for one to four outflows, and the repayments that settle the claims.
 * About half of the claims are reimbursed in two payments.
 */
function repaidAtRandom(seed: number): {
  readonly marked: readonly MarkedAmount[];
  readonly truth: ReadonlyMap<string, readonly string[]>;
} {
  const random = seededRandom(seed);
  const marked: MarkedAmount[] = [];
  const truth = new Map<string, readonly string[]>();
  let day = 0;
  for (let claim = 0; claim < 6; claim++) {
    const count = random() < 0.5 ? 1 : 2 + Math.floor(random() * 3);
    const ids = Array.from({ length: count }, (_, at) => `out${claim}.${at}`);
    let sum = 0;
    let last = day;
    for (const id of ids) {
      const amount = Math.ceil(500 + random() * 30_000) * 10;
      last = day + Math.floor(random() * 20);
      marked.push(paid(id, last, -amount));
      sum += amount;
      day += Math.floor(random() * 10);
    }
    const first = random() < 0.5 ? sum : Math.round(sum * (0.3 + 0.4 * random()) / 10) * 10;
    let back = Math.max(day, last) + 20 + Math.floor(random() * 30);
    for (const [at, amount] of [first, sum - first].entries()) {
      if (amount === 0) continue;
      marked.push(paid(`in${claim}.${at}`, back, amount));
      truth.set(`in${claim}.${at}`, ids);
      back += 10 + Math.floor(random() * 20);
    }
    day += Math.floor(random() * 30);
  }
  return { marked, truth };
}

/**
 * For each way of matching, the minimum fraction of matches that must be correct. A match is
 * correct if it links a repayment only to outflows from that repayment's own claim.
 */
const MIN_RIGHT: Readonly<Record<SettledBy, number>> = {
  exact: 0.99,
  set: 0.99,
  oldest_first: 0.75,
};

Deno.test("reimbursements() matches repayments to 3,000 claims", () => {
  const matched = Array.from({ length: 500 }, (_, seed) => {
    const { marked, truth } = repaidAtRandom(seed);
    return reimbursements(marked, "2027-01-01").settled.map((
      { repaid_by, transaction_ids, by },
    ) => {
      const claim = truth.get(repaid_by) ?? [];
      return { by, isRight: transaction_ids.every((id) => claim.includes(id)) };
    });
  }).flat();
  const byKind = Map.groupBy(matched, (one) => one.by);
  assertEquals(byKind.size, 3);
  for (const [by, cases] of byKind) {
    const right = cases.filter(({ isRight }) => isRight).length;
    assert(cases.length > 500 && right >= MIN_RIGHT[by] * cases.length, `${by}: ${right}`);
  }
});
