import { assertEquals } from "@std/assert";
import { reconcile } from "../../../domain/reconcile/reconcile.ts";
import { aTransaction } from "../../_builders.ts";

const statement = { accountId: "checking", bankBalance: 1_000, decimals: 2 };

Deno.test("reconcile() adds up what is cleared or reconciled in the account", () => {
  const rows = [
    aTransaction({ amount: 1, cleared: "reconciled" }),
    aTransaction({ amount: 20 }),
    aTransaction({ amount: 300, cleared: "uncleared" }),
    aTransaction({ amount: 4_000, account_id: "savings" }),
    aTransaction({ amount: 50_000, deleted: true }),
  ];
  const { clearedBalance, difference } = reconcile(rows, statement);
  assertEquals([clearedBalance, difference], [21, 979]);
});

Deno.test("reconcile() marks what is cleared and not reconciled, the oldest first", () => {
  const rows = [
    aTransaction({ id: "b", date: "2024-03-02" }),
    aTransaction({ id: "r", cleared: "reconciled" }),
    aTransaction({ id: "a", date: "2024-03-01" }),
    aTransaction({ id: "u", cleared: "uncleared" }),
  ];
  assertEquals(reconcile(rows, statement).toMark.map(({ id }) => id), ["a", "b"]);
});

Deno.test("reconcile() counts a matched pair once and says that there is one", () => {
  const rows = [
    aTransaction({ id: "mine", amount: 500, matched_transaction_id: "bank" }),
    aTransaction({
      id: "bank",
      amount: 500,
      matched_transaction_id: "mine",
      import_id: "YNAB:500:2024-03-01:1",
    }),
  ];
  const { clearedBalance, toMark, hasMatches } = reconcile(rows, statement);
  assertEquals([clearedBalance, toMark.map(({ id }) => id), hasMatches], [500, ["mine"], true]);
});

Deno.test("reconcile() does not count a state that it does not know", () => {
  const rows = [aTransaction({ amount: 1_000, cleared: "pending" })];
  const { clearedBalance, explanations } = reconcile(rows, statement);
  assertEquals([clearedBalance, explanations[0]?.kind], [0, "uncleared"]);
});

Deno.test("reconcile() takes uncleared rows that the bank has for cleared, and explains without them", () => {
  const rows = [
    aTransaction({ id: "seen", amount: 300, cleared: "uncleared", date: "2024-03-02" }),
    aTransaction({ id: "open", amount: 700, cleared: "uncleared", date: "2024-03-01" }),
    aTransaction({ id: "in", amount: 20, date: "2024-03-03" }),
    aTransaction({ id: "done", amount: 280, cleared: "reconciled" }),
  ];
  const found = reconcile(rows, { ...statement, bankBalance: 1_300, clearIds: new Set(["seen"]) });
  assertEquals([found.clearedBalance, found.clearing, found.difference], [300, 300, 700]);
  assertEquals(found.toMark.map(({ id }) => id), ["seen", "in"]);
  assertEquals(
    found.explanations.map(({ kind, transactions }) => [kind, transactions.map(({ id }) => id)]),
    [["uncleared", ["open"]]],
  );
  assertEquals(found.hasMatches, false);
});

Deno.test("reconcile() sees that a cleared row repeats one that the bank has had cleared now", () => {
  const rows = [
    aTransaction({ id: "seen", amount: -500, cleared: "uncleared" }),
    aTransaction({ id: "twice", amount: -500 }),
  ];
  const found = reconcile(rows, { ...statement, bankBalance: -500, clearIds: new Set(["seen"]) });
  assertEquals(found.explanations.map(({ kind, transactions }) => [kind, transactions.length]), [
    ["duplicate", 2],
  ]);
});

Deno.test("reconcile() marks rows of one day in the order of their ids", () => {
  const rows = ["c", "a", "b"].map((id) => aTransaction({ id }));
  assertEquals(reconcile(rows, statement).toMark.map(({ id }) => id), ["a", "b", "c"]);
});
