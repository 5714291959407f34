import { assertEquals, assertStrictEquals } from "@std/assert";
import type { Transaction } from "../../../client/wire/transaction.ts";
import { inOrder } from "../../../domain/transactions/chunk_facts.ts";
import { schedulesUnder, transactionsUnder } from "../../../sync/plan/payee_names.ts";
import { aSchedule, aSplitLine, aTransaction } from "../../_builders.ts";

const names = new Map([["p", "Bistro"], ["q", "Shop"]]);
const cafe = { payee_id: "p", payee_name: "Cafe" };
const bistro = { payee_id: "p", payee_name: "Bistro" };
const nobody = { payee_id: null, payee_name: null };
const unknown = { payee_id: "r", payee_name: "Cinema" };

/** Payees of a record and of its lines, by name. */
function named({ payee_name, subtransactions }: Pick<
  Transaction,
  "payee_name" | "subtransactions"
>): readonly unknown[] {
  return [payee_name, ...subtransactions.map((line) => line.payee_name)];
}

Deno.test("schedulesUnder() returns schedules with an outdated payee name under the new name", () => {
  const line = (payee: object): ReturnType<typeof aSchedule>["subtransactions"][number] =>
    ({ ...aSplitLine(), scheduled_transaction_id: "s", ...payee }) as never;
  const all = [
    aSchedule({ id: "old", memo: "lunch", ...cafe }),
    aSchedule({ id: "new", ...bistro }),
    aSchedule({ id: "nobody", ...nobody }),
    aSchedule({ id: "unknown", ...unknown }),
    aSchedule({
      id: "line",
      ...nobody,
      subtransactions: [line(bistro), line(cafe), line(unknown)],
    }),
    aSchedule({ id: "both", ...cafe, subtransactions: [line(bistro)] }),
    aSchedule({ id: "neither", ...bistro, subtransactions: [line(bistro), line(nobody)] }),
  ];
  const rows = schedulesUnder(names, all);
  assertEquals(rows.map(({ key, record, isDeleted }) => [key, named(record as never), isDeleted]), [
    ["old", ["Bistro"], false],
    ["line", [null, "Bistro", "Bistro", "Cinema"], false],
    ["both", ["Bistro", "Bistro"], false],
  ]);
  assertEquals(rows[0]?.record, { ...all[0], payee_name: "Bistro" });
  // Lines that stay as they are are the same ones.
  assertStrictEquals(rows[2]?.record.subtransactions, all[5]?.subtransactions);
  assertEquals(all[0]?.payee_name, "Cafe");
  assertEquals(schedulesUnder(new Map(), all), []);
});

Deno.test("transactionsUnder() returns one transaction per renamed payee", () => {
  const live = inOrder([
    aTransaction({ id: "a", date: "2024-03-09", ...nobody }),
    aTransaction({ id: "b", date: "2024-03-08", ...bistro }),
    aTransaction({ id: "c", date: "2024-03-07", memo: "lunch", ...cafe }),
    aTransaction({ id: "d", date: "2024-03-06", ...cafe }),
    aTransaction({
      ...{ id: "e", date: "2024-03-05", ...cafe },
      subtransactions: [aSplitLine({ payee_id: "q", payee_name: "Store" }), aSplitLine(unknown)],
    }),
    aTransaction({ id: "f", date: "2024-03-04", payee_id: "q", payee_name: "Store" }),
  ]);
  const rows = transactionsUnder(names, live);
  assertEquals(rows.map(({ key, record, isDeleted }) => [key, named(record), isDeleted]), [
    ["c", ["Bistro"], false],
    // Of both payees, though only one of them was still to be named.
    ["e", ["Bistro", "Shop", "Cinema"], false],
  ]);
  assertEquals(rows[0]?.record.memo, "lunch");
  assertEquals(transactionsUnder(names, live.slice(0, 2)), []);
  assertEquals(transactionsUnder(new Map(), live), []);
});
