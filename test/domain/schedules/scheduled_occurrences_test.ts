import { assertEquals } from "@std/assert";
import type { ScheduledRecord } from "../../../domain/base/plan_records.ts";
import {
  arrivalsOf,
  scheduledOccurrences,
} from "../../../domain/schedules/scheduled_occurrences.ts";
import { aSchedule, aSplitLine } from "../../_builders.ts";

const names = {
  accounts: new Map([["checking", "Checking"], ["savings", "Savings"], ["house", "House"]]),
  categories: new Map([["rent", "Rent"]]),
  uncategorizedIds: new Set(["none"]),
};
const march = { since: "2024-03-01", until: "2024-03-31", names };

type Sight = Partial<ReturnType<typeof scheduledOccurrences>["occurrences"][number]>;

function inMarch(
  schedule: Partial<ScheduledRecord>,
  accountIds?: readonly string[],
): readonly Sight[] {
  const record = { ...aSchedule(), id: "s", ...schedule };
  const ids = accountIds === undefined ? undefined : new Set(accountIds);
  return scheduledOccurrences([record], { ...march, accountIds: ids }).occurrences;
}

const toSavings = { amount: -200_000, payee_name: "Transfer : Savings" };

Deno.test("scheduledOccurrences() returns a split schedule without a category", () => {
  const lines = [aSplitLine({ category_id: "rent" }), aSplitLine({ category_id: "rent" })];
  const split = { category_id: "rent", category_name: "Split", subtransactions: lines };
  assertEquals(inMarch(split)[0]?.category, null);
  const deleted = lines.map((line) => ({ ...line, deleted: true }));
  assertEquals(inMarch({ ...split, subtransactions: deleted })[0]?.category, "Rent");
});

Deno.test("scheduledOccurrences() lists a transfer once, with the sign of its own account", () => {
  const transfer = { ...toSavings, transfer_account_id: "savings" };
  for (const accounts of [undefined, ["checking"], ["checking", "savings"]]) {
    assertEquals(
      inMarch(transfer, accounts).map(({ amount, account, payee, transfer }) => [
        amount,
        account,
        payee,
        transfer,
      ]),
      [[-200_000, "Checking", "Transfer : Savings", true]],
    );
  }
});

Deno.test("scheduledOccurrences() shows a transfer from the other account", () => {
  const transfer = { ...toSavings, transfer_account_id: "savings" };
  const [seen, ...more] = inMarch(transfer, ["savings", "house"]);
  assertEquals(more, []);
  assertEquals(
    [seen?.amount, seen?.account, seen?.payee, seen?.transfer],
    [200_000, "Savings", "Transfer : Checking", true],
  );
});

Deno.test("scheduledOccurrences() shows the transfer line of a split from the other account", () => {
  const lines = [
    aSplitLine({ amount: 2_500_000, category_id: "rent" }),
    aSplitLine({ amount: 500_000, transfer_account_id: "savings" }),
    aSplitLine({ amount: 1, transfer_account_id: "savings", deleted: true }),
  ];
  const salary = { amount: 3_000_000, subtransactions: lines };
  assertEquals(inMarch(salary, ["savings"]).map(({ amount }) => amount), [-500_000]);
  assertEquals(inMarch(salary).map(({ amount, transfer }) => [amount, transfer]), [
    [3_000_000, false],
  ]);
});

Deno.test("arrivalsOf() inverts the sign", () => {
  const plain = aSchedule({ amount: -7 });
  assertEquals(arrivalsOf(plain), []);
  assertEquals(arrivalsOf({ ...plain, transfer_account_id: "house" }), [
    { accountId: "house", amount: 7 },
  ]);
});
