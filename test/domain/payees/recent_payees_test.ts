import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import {
  type PayeeGroup,
  payeeIndexOf,
  type RecentPayees,
  recentPayees,
} from "../../../domain/payees/payee_index.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { inOrder, TransactionList } from "../../../domain/transactions/transaction_chunks.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { aTransaction } from "../../_builders.ts";
import { someTransactions } from "../transactions/_some_transactions.ts";

type List = TransactionList<TransactionRecord>;

function listOf(rows: readonly TransactionRecord[], size: number): List {
  const ordered = inOrder(rows);
  const chunks: TransactionChunk<TransactionRecord>[] = [];
  for (let at = 0; at < ordered.length; at += size) {
    chunks.push(TransactionChunk.of(ordered.slice(at, at + size)).detach());
  }
  return new TransactionList(chunks);
}

function recentOf(list: List, day: number): RecentPayees<TransactionRecord> {
  return recentPayees(list, day);
}

/** What each group visits since a day, in the order of the groups. */
function visited(
  groups: readonly PayeeGroup<TransactionRecord>[],
  day: number,
): readonly unknown[] {
  return groups.flatMap((group) => {
    const ids: string[] = [];
    group.visitSince(day, (chunk, place) => void ids.push(chunk.idAt(place)));
    return ids.length === 0 ? [] : [[group.direction, group.key, ids]];
  });
}

/** Days about those of the transactions, and of days that overflow into the next month. */
const someDay = fc.oneof(
  fc.integer({ min: 19_740, max: 19_790 }),
  fc.constantFrom(-Infinity, -1, 0, 2, 3, 4, 10_956, 10_957, 3_000_000),
);
const someSize = fc.integer({ min: 1, max: 12 });

Deno.test("recentPayees() visits since the day what all payees visit", () => {
  fc.assert(fc.property(someTransactions, someSize, someDay, (rows, size, day) => {
    const list = listOf(rows, size);
    assertEquals(
      visited(recentOf(list, day).groups, day),
      visited(payeeIndexOf(list).groups, day),
    );
  }));
});

Deno.test("recentPayees() leaves out no chunk that begins with what is no day", () => {
  // Each counts as a later day than where it stands, or is none.
  const days = ["someday", "2024-04-31", "2024-02-31"];
  const since = [19_700, 19_844, 19_784];
  for (const [nth, date] of days.entries()) {
    const rows = [date, "2024-02-27"].map((one, at) =>
      aTransaction({ id: `t${at}`, date: one, payee_name: `Shop ${"ab"[at]}` })
    );
    const day = since[nth] as number;
    const found = visited(recentOf(listOf(rows, 1), day).groups, day);
    assertEquals(found, visited(payeeIndexOf(rows).groups, day));
    assertEquals(found.length, 1);
  }
});

Deno.test("recentPayees() knows accounts by older transactions as well", () => {
  fc.assert(fc.property(someTransactions, someSize, someDay, (rows, size, day) => {
    const list = listOf(rows, size);
    assertEquals(
      recentOf(list, day).categorisedAccountIds,
      payeeIndexOf(list).categorisedAccountIds,
    );
  }));
});

/** Few payees, of which some share a name, some pay, and some are known from long ago alone. */
const fewPayees = fc.array(
  fc.record({
    date: fc.constantFrom("2024-03-01", "2024-02-29", "2020-05-05", "2010-01-01"),
    amount: fc.constantFrom(-5_000, 5_000, 0),
    payee_id: fc.constantFrom("p", "q", "r", "s"),
    payee_name: fc.constantFrom("Shop", "SHOP", "Gym"),
  }),
  { maxLength: 12 },
).map((rows) => rows.map((row, at) => aTransaction({ ...row, id: `t${at}` })));

Deno.test("isSettled() holds only for payees that older transactions say nothing new of", () => {
  fc.assert(fc.property(fewPayees, someSize, fc.constantFrom(19_782, 18_300), (rows, size, day) => {
    const list = listOf(rows, size);
    const recent = recentOf(list, day);
    const all = payeeIndexOf(list).groups;
    for (const group of recent.groups) {
      if (group.direction === "in") continue;
      const whole = all.find(({ key, direction }) => direction === "out" && key === group.key);
      for (const id of ["p", "q", "r", "s", "t"]) {
        if (!recent.isSettled(id)) continue;
        assertEquals(group.payeeIds.has(id), whole?.payeeIds.has(id), `${id} of ${group.key}`);
      }
    }
  }));
});

Deno.test("isSettled() needs no older transactions for who is paid, receives, or is new", () => {
  const paid = { date: "2024-03-01", payee_id: "p", payee_name: "Shop" };
  const pays = { date: "2024-03-01", payee_id: "q", payee_name: "Employer", amount: 9_000 };
  const rows = [
    aTransaction({ ...paid, id: "a" }),
    aTransaction({ ...pays, id: "b" }),
    ...[paid, pays, { payee_id: "r", payee_name: "Shop" }].map((row, at) =>
      aTransaction({ ...row, id: `old ${at}`, date: "2010-01-01" })
    ),
  ];
  const { isSettled } = recentOf(listOf(rows, 2), 19_780);
  assertEquals(["p", "q", "r", "new"].map(isSettled), [true, true, false, true]);
});

Deno.test("recentPayees() looks at no chunk that is older, and groups a list once", () => {
  const rows = Array.from(
    { length: 30 },
    (_, at) => aTransaction({ id: `t${at}`, date: at < 10 ? "2024-03-01" : "2010-01-01" }),
  );
  const list = listOf(rows, 10);
  assertEquals(recentOf(list, 19_780).groups[0]?.count, 10);
  assertStrictEquals(recentOf(list, 19_780), recentOf(list, 19_781));
  assert(recentOf(list, 10_000) !== recentOf(listOf(rows, 10), 10_000));
  assertEquals(recentOf(list, 10_000).groups[0]?.count, 30);
  assertEquals(recentOf(list, 19_780).groups[0]?.count, 30);
});
