import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { addDays } from "../../../domain/base/day.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { transferPairs } from "../../../domain/suggestions/transfer_pairs.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";
import { aSuggestionPlan } from "./_suggestion_plan.ts";

const { groups: GROUPS } = aSuggestionPlan([]);
const OUT = aTransaction({ id: "out", amount: -650_000, date: "2024-03-10" });
const INTO = aTransaction({ id: "in", amount: 650_000, date: "2024-03-12", account_id: "savings" });

const DIFFERENCES: readonly Partial<TransactionRecord>[] = [
  { amount: 650_010 },
  { amount: -650_000 },
  { account_id: "checking" },
  { date: "2024-03-16" },
  { date: "2024-03-04" },
  { transfer_account_id: "visa" },
  { subtransactions: [aSplitLine(), aSplitLine()] },
  { category_id: "food" },
  { deleted: true },
  { payee_name: "Starting Balance" },
  { payee_name: "Balance correction" },
  { payee_name: "RECONCILIATION balance adjustment" },
];
Deno.test("transferPairs() pairs only transactions that could form a transfer", () => {
  for (const change of DIFFERENCES) {
    assertEquals(pairs([OUT, { ...INTO, ...change }]), {}, JSON.stringify(change));
  }
  assertEquals(pairs([{ ...OUT, amount: 0 }, { ...INTO, amount: -0 }]), {});
});

Deno.test("transferPairs() pairs transactions up to five days apart, even across months", () => {
  const late = { ...INTO, date: "2024-03-03" };
  assertEquals(pairs([{ ...OUT, date: "2024-02-27" }, late]), { out: "in", in: "out" });
  const categorized = { ...INTO, category_id: "inflow" };
  assertEquals([...transferPairs([OUT], [OUT, categorized], GROUPS)], [["out", "in"]]);
});

Deno.test("transferPairs() prefers an uncategorized transaction to a categorized one on the same day", () => {
  const done = { ...INTO, id: "done", category_id: "inflow" };
  const found = transferPairs([OUT, INTO], [done, OUT, INTO], GROUPS);
  assertEquals(found.get("out"), "in");
});

Deno.test("transferPairs() pairs the transactions that are closest in time, regardless of their order in the input", () => {
  const rows = fc.array(
    fc.record({
      id: fc.uuid(),
      amount: fc.constantFrom(-20_000, -10_000, 10_000, 20_000),
      account_id: fc.constantFrom("checking", "savings", "visa"),
      date: fc.nat(12).map((day) => addDays("2024-03-01", day)),
    }),
    { maxLength: 14 },
  ).map((list) => list.map((change) => aTransaction(change)));
  fc.assert(fc.property(rows, (list) => {
    const found = transferPairs(list, list, GROUPS);
    for (const [one, other] of found) assertEquals(found.get(other), one);
    assertEquals(new Set(found.values()).size, found.size);
    const reversed = list.toReversed();
    assertEquals(new Map([...transferPairs(reversed, reversed, GROUPS)].sort()), sorted(found));
    const apart = (one: TransactionRecord, other: TransactionRecord): number =>
      Math.abs(Date.parse(one.date) - Date.parse(other.date)) / 86_400_000;
    const daysFrom = (one: TransactionRecord): number =>
      Math.min(...list.filter(({ id }) => found.get(one.id) === id).map((it) => apart(one, it)));
    // If two transactions could form a transfer but aren't paired with each other, at least one of
    // them is paired with a transaction that is just as close to it in time, or closer.
    for (const one of list) {
      for (const other of list) {
        const days = apart(one, other);
        if (one.amount !== -other.amount || one.account_id === other.account_id) continue;
        if (days <= 5) assert(Math.min(daysFrom(one), daysFrom(other)) <= days);
      }
    }
  }));
});

Deno.test("transferPairs() pairs thousands of exactly opposite amounts on one day", () => {
  // A list of all 64 million pairs wouldn't fit in memory.
  const rows = [OUT, INTO].flatMap((one) =>
    Array.from({ length: 8_000 }, (_, at) => ({ ...one, id: `${one.id} ${at}` }))
  );
  assertEquals(transferPairs(rows, rows, GROUPS).size, rows.length);
});

function pairs(rows: readonly TransactionRecord[]): Readonly<Record<string, string>> {
  return Object.fromEntries(transferPairs(rows, rows, GROUPS));
}

function sorted(map: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...map].sort());
}
