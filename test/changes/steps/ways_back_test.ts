import { assertEquals } from "@std/assert";
import type { WriteId } from "../../../changes/change.ts";
import type { JournalStep, JournalTarget } from "../../../changes/journal.ts";
import { kind as deletions } from "../../../changes/kinds/delete_transactions.ts";
import { type ChangeKind, wayBackOf } from "../../../changes/kind.ts";
import { kind as transfers } from "../../../changes/kinds/create_transfer.ts";
import type { Reverted } from "../../../changes/undo/way_back.ts";
import { anEntry, aStep, aTarget, kindOfEntry } from "../_journal_entry.ts";

function going(step: JournalStep, change: Partial<Reverted> = {}): readonly Reverted[] {
  return step.targets.map((target) => ({
    ...{ step, target, now: null, backAs: null },
    ...change,
  }));
}

function kindWith(step: JournalStep): ChangeKind {
  return kindOfEntry(anEntry({ steps: [step] }));
}

/** What puts targets back. */
function sent(
  operation: WriteId,
  targets: readonly JournalTarget[],
  change: Partial<Reverted> = {},
): readonly unknown[] {
  const step = aStep(operation, targets);
  const wayBack = wayBackOf(kindWith(step), operation);
  return wayBack.steps(going(step, change), "p", { schedules: [] }).map((one) => {
    assertEquals(one.operation, wayBack.operation);
    const { completed: _, ...rest } = one as typeof one & { readonly completed?: unknown };
    return rest;
  });
}

const one = aTarget({ id: "one", before: { name: "Fun" }, after: { name: "Joy" } });
const back = { id: "one", label: "a row", before: { name: "Joy" }, after: { name: "Fun" } };

Deno.test("a category, a group and a payee get their former names back, each by itself", () => {
  const two = { ...one, id: "two" };
  assertEquals(
    sent("updateCategory", [one, two]),
    ["one", "two"].map((categoryId) => ({
      operation: "updateCategory",
      args: { planId: "p", categoryId, category: { name: "Fun" } },
      targets: [{ ...back, id: categoryId }],
    })),
  );
  assertEquals(sent("updateCategoryGroup", [one]), [{
    operation: "updateCategoryGroup",
    args: { planId: "p", categoryGroupId: "one", categoryGroup: { name: "Fun" } },
    targets: [back],
  }]);
  assertEquals(sent("updatePayee", [one]), [{
    operation: "updatePayee",
    args: { planId: "p", payeeId: "one", payee: { name: "Fun" } },
    targets: [back],
  }]);
});

Deno.test("an amount of a month goes back, and can itself be put back", () => {
  const target = aTarget({ id: "c", before: { budgeted: 5 }, after: { budgeted: 9 } });
  const args = { planId: "p", month: "2026-03-01", categoryId: "c" };
  assertEquals(sent("updateMonthCategory", [target]), [{
    operation: "updateMonthCategory",
    args: { ...args, category: { budgeted: 5 } },
    targets: [{ id: "c", label: "a row", before: { budgeted: 9 }, after: { budgeted: 5 } }],
    compensation: {
      operation: "updateMonthCategory",
      args: { ...args, category: { budgeted: 9 } },
    },
  }]);
});

const edited = aTarget({
  id: "one",
  before: { payee_id: "a", payee_name: "Shop", date: "2026-03-01" },
  after: { payee_id: "b", payee_name: "Store", date: "2026-03-02" },
});

Deno.test("a transaction goes back by ids and not by names, and its other side with it", () => {
  const side = aTarget({
    id: "two",
    before: { date: "2026-03-01" },
    after: { date: "2026-03-02" },
    isFollower: true,
  });
  assertEquals(sent("updateTransaction", [edited, side]), [{
    operation: "updateTransaction",
    args: {
      planId: "p",
      transactionId: "one",
      transaction: { payee_id: "a", date: "2026-03-01" },
    },
    targets: [
      { id: "one", label: "a row", before: edited.after, after: edited.before },
      {
        id: "two",
        label: "a row",
        before: { date: "2026-03-02" },
        after: { date: "2026-03-01" },
        isFollower: true,
      },
    ],
  }]);
});

Deno.test("before a transaction goes back it is said how many of what moves are reconciled", () => {
  const moved = { ...edited, before: { amount: 1 }, after: { amount: 2 } };
  const words = (targets: readonly JournalTarget[], cleared: string): readonly string[] => {
    const step = aStep("updateTransaction", targets);
    return wayBackOf(kindWith(step), "updateTransaction")
      .warningsOf?.(going(step, { now: { cleared } })) ?? [];
  };
  const said = "reconciled: the account may no longer agree with the bank";
  assertEquals(words([moved], "reconciled"), [`1 is ${said}`]);
  assertEquals(words([moved, { ...moved, id: "two" }], "reconciled"), [`2 are ${said}`]);
  assertEquals(words([moved], "cleared"), []);
  const flagged = { ...moved, before: { flag_color: "red" } };
  assertEquals(words([flagged, { ...moved, restore: { memo: "x" } }], "reconciled"), []);
});

Deno.test("a transaction goes back by what restores it where that is told", () => {
  const [step] = sent("updateTransaction", [{ ...edited, restore: { payee_id: "a" } }]);
  const { args, targets } = step as {
    args: { transaction: unknown };
    targets: { after: unknown }[];
  };
  assertEquals([args.transaction, targets[0]?.after], [{ payee_id: "a" }, { payee_id: "a" }]);
});

Deno.test("transactions go back together in one request, by ids and not by names", () => {
  assertEquals(sent("updateTransactions", [edited, { ...edited, id: "two" }]), [{
    operation: "updateTransactions",
    args: {
      planId: "p",
      transactions: ["one", "two"].map((id) => ({ id, payee_id: "a", date: "2026-03-01" })),
    },
    targets: ["one", "two"].map((id) => ({
      ...{ id, label: "a row", before: edited.after, after: edited.before },
    })),
  }]);
});

Deno.test("a schedule goes back with its account and next date as they are now", () => {
  const target = aTarget({ id: "s", before: { memo: "old" }, after: { memo: "new" } });
  const now = { account_id: "a", date_next: "2026-05-01", memo: "new" };
  assertEquals(sent("updateScheduledTransaction", [target], { now }), [{
    operation: "updateScheduledTransaction",
    args: {
      planId: "p",
      scheduledTransactionId: "s",
      scheduledTransaction: { account_id: "a", date: "2026-05-01", memo: "old" },
    },
    targets: [{ id: "s", label: "a row", before: { memo: "new" }, after: { memo: "old" } }],
  }]);
});

Deno.test("a schedule that was created is deleted", () => {
  const target = aTarget({ id: "s", before: null, after: { amount: -5 } });
  assertEquals(sent("createScheduledTransaction", [target]), [{
    operation: "deleteScheduledTransaction",
    args: { planId: "p", scheduledTransactionId: "s" },
    targets: [{ id: "s", label: "a row", before: { amount: -5 }, after: null }],
  }]);
});

Deno.test("a schedule that was deleted is created again, and told from others like it", () => {
  const before = {
    ...{ account_id: "a", date_next: "2026-05-01", amount: -5, payee_id: "x", payee_name: "Y" },
    transfer_account_id: null,
  };
  const target = aTarget({ id: "s", before, after: null });
  const step = aStep("deleteScheduledTransaction", [target]);
  const wayBack = wayBackOf(kindWith(step), step.operation);
  const like = { id: "other", ...before };
  const schedules = [like, { ...like, id: "dearer", amount: -6 }] as never;
  assertEquals(wayBack.steps(going(step), "p", { schedules }), [{
    operation: "createScheduledTransaction",
    args: {
      planId: "p",
      scheduledTransaction: { account_id: "a", date: "2026-05-01", amount: -5, payee_id: "x" },
    },
    targets: [{
      ...{ id: "s", label: "a row", before: null },
      after: {
        ...{ account_id: "a", date_next: "2026-05-01", amount: -5, payee_id: "x" },
        transfer_account_id: null,
      },
      recreates: "s",
      lookedAlike: ["other"],
    }],
  } as never]);
});

Deno.test("transactions that were entered are deleted one by one, a transfer by one side", () => {
  const entered = aTarget({ id: "a", before: null, after: { amount: -5 } });
  const other: JournalTarget = { ...entered, id: "b", isFollower: true };
  const deleted = (...ids: readonly string[]): unknown => ({
    operation: "deleteTransaction",
    args: { planId: "p", transactionId: ids[0] },
    targets: ids.map((id) => ({ id, label: "a row", before: { amount: -5 }, after: null })),
  });
  assertEquals(sent("createTransaction", [entered, { ...entered, id: "b" }]), [
    deleted("a"),
    deleted("b"),
  ]);
  const step = aStep("createTransaction", [entered, other]);
  const wayBack = wayBackOf(transfers, "createTransaction");
  assertEquals(wayBack.steps(going(step), "p", { schedules: [] }), [deleted("a", "b") as never]);
  assertEquals([wayBack.warnings, wayBackOf(transfers, "updateTransactions").operation], [
    [],
    "deleteTransaction",
  ]);
});

const from = aTarget({
  id: "from",
  before: {
    ...{ account_id: "a", date: "2026-03-01", amount: -5, payee_id: "to", payee_name: "To" },
    ...{ transfer_account_id: "b", memo: null, cleared: "cleared", approved: true },
    ...{ flag_color: null, category_id: null },
  },
  after: null,
});
const to: JournalTarget = {
  ...from,
  id: "to",
  before: { ...from.before, account_id: "b", amount: 5, memo: "m", transfer_account_id: "a" },
  isFollower: true,
};
const marks = { cleared: "cleared", approved: true, memo: "m", flag_color: null };

function enteredAgain(
  targets: readonly JournalTarget[],
): ReturnType<ReturnType<typeof wayBackOf>["steps"]> {
  const step = aStep("deleteTransaction", targets);
  return wayBackOf(deletions, "deleteTransaction").steps(going(step), "p", { schedules: [] });
}

Deno.test("a transfer that was deleted is entered by one side, and the other one marked", () => {
  const [creation, marking, ...more] = enteredAgain([from, to]);
  assertEquals(more, []);
  assertEquals(creation?.operation, "createTransaction");
  const given = {
    ...{ account_id: "a", date: "2026-03-01", amount: -5, payee_id: "to" },
    ...{ cleared: "cleared", approved: true },
  };
  assertEquals(creation?.args as unknown, { planId: "p", transactions: [given] });
  assertEquals(
    creation?.targets.map(({ id, before, recreates, isFollower }) => [
      ...[id, before, recreates, isFollower],
    ]),
    [["from", null, "from", undefined], ["to", null, "to", true]],
  );
  assertEquals(creation?.targets[1]?.after, { account_id: "b", date: "2026-03-01", amount: 5 });
  assertEquals("payee_name" in (creation?.targets[0]?.after ?? {}), false);
  assertEquals(marking?.operation, "updateTransactions");
  assertEquals(marking?.args as unknown, { planId: "p", transactions: [{ id: "to", ...marks }] });
  assertEquals(marking?.targets, [{
    ...{ id: "to", label: "a row", after: marks },
    before: { cleared: "uncleared", flag_color: null },
  }]);
});

Deno.test("the other side is marked under the id that YNAB has given it", () => {
  const [, marking] = enteredAgain([from, to]);
  const completed = (answer: unknown): unknown => {
    const { args, targets } = marking?.completed?.([answer]) ?? {};
    return [
      (args as unknown as { transactions: { id: string }[] }).transactions.map(({ id }) => id),
      targets?.map(
        ({ id }) => id,
      ),
    ];
  };
  const made = {
    ...{ id: "n", account_id: "a", date: "2026-03-01", amount: -5, cleared: "cleared" },
    ...{ approved: true, payee_id: "to", transfer_account_id: "b", transfer_transaction_id: "m" },
  };
  assertEquals(completed({ transactions: [made] }), [["m"], ["m"]]);
  assertEquals(completed({ transactions: [{ ...made, transfer_transaction_id: null }] }), [
    ["to"],
    ["to"],
  ]);
  assertEquals(completed(undefined), [["to"], ["to"]]);
});

Deno.test("of a transfer of which one side is back only its marks are sent, under its new id", () => {
  const step = aStep("deleteTransaction", [to]);
  const steps = wayBackOf(deletions, "deleteTransaction").steps(
    going(step, { backAs: "new" }),
    "p",
    { schedules: [] },
  );
  assertEquals(steps.map(({ operation }) => operation), ["updateTransactions"]);
  assertEquals(steps[0]?.targets.map(({ id }) => id), ["new"]);
  const again =
    (steps[0] as unknown as { completed: (answers: unknown[]) => { targets: { id: string }[] } })
      .completed([{ transactions: [] }]);
  assertEquals(again.targets.map(({ id }) => id), ["new"]);
});

Deno.test("a split that was deleted is entered with its lines, a lone row without marks", () => {
  const lines = [
    { amount: -2, category_id: "c", memo: null, payee_id: null, transfer_account_id: null },
    { amount: -3, category_id: null, memo: "m", payee_id: "to", transfer_account_id: "b" },
  ];
  const split: JournalTarget = { ...from, before: { amount: -5, category_id: null }, lines };
  const [creation, ...more] = enteredAgain([split]);
  assertEquals(more, []);
  assertEquals((creation?.args as unknown as { transactions: unknown[] }).transactions, [{
    amount: -5,
    subtransactions: [{ amount: -2, category_id: "c" }, { amount: -3, memo: "m", payee_id: "to" }],
  }]);
  assertEquals(creation?.targets[0]?.lines, lines);
});

Deno.test("categories are read where one of them goes back, and for no other edit", () => {
  const needs = (operation: WriteId, ...targets: readonly Partial<JournalTarget>[]): boolean => {
    const other = aStep(operation, [aTarget({ before: { memo: "x" }, after: { memo: "y" } })]);
    const step = aStep(operation, targets.map((one) => aTarget(one)));
    return wayBackOf(kindWith(step), operation).needsCategories([other, step]);
  };
  const category = { before: { category_id: "a" }, after: { category_id: "b" } };
  const memo = { before: { memo: "x" }, after: { memo: "y" } };
  for (const operation of ["updateTransaction", "updateScheduledTransaction"] as const) {
    assertEquals([needs(operation, memo, category), needs(operation, memo)], [true, false]);
    assertEquals(needs(operation, { before: null, after: { category_id: "b" } }), false);
  }
  assertEquals(needs("updateTransactions", memo, category), true);
  assertEquals(needs("updateTransactions", memo), false);
  assertEquals(
    needs("deleteScheduledTransaction", { before: { category_id: "a" }, after: null }),
    true,
  );
  assertEquals(
    needs("deleteScheduledTransaction", { before: { category_id: null }, after: null }),
    false,
  );
  for (const operation of ["createTransaction", "createScheduledTransaction"] as const) {
    assertEquals(needs(operation, { before: null, after: { category_id: "b" } }), false);
  }
  assertEquals(needs("updateMonthCategory", category), false);
  assertEquals(needs("updatePayee", category), false);
});

Deno.test("a split since leaves only what YNAB does not change of a split", () => {
  const why =
    wayBackOf(kindOfEntry({ kind: "edit_transaction" }), "updateTransaction").reasonToStay;
  const split = { lines: 2 };
  const reason =
    "it was split since, and YNAB leaves the date, amount and account of a split as they are";
  for (const name of ["date", "amount", "account_id"]) {
    assertEquals(why?.(split, aTarget({ before: { [name]: "x", memo: null } })), reason);
    assertEquals(why?.({ lines: null }, aTarget({ before: { [name]: "x" } })), null);
  }
  assertEquals(why?.(split, aTarget({ before: { memo: "x" } })), null);
  assertEquals(why?.(split, aTarget({ before: { date: "x" }, restore: { memo: "x" } })), null);
  assertEquals(why?.(split, aTarget({ before: { memo: "x" }, restore: { date: "x" } })), reason);
  const approved = aTarget({ before: { approved: false }, after: { approved: true } });
  assertEquals(why?.({ cleared: "reconciled" }, approved), "it is reconciled");
});

Deno.test("what is reconciled keeps its approval, unless the mark goes back as well", () => {
  const why = wayBackOf(kindOfEntry({ kind: "approve_transactions" }), "updateTransactions")
    .reasonToStay;
  const approved = aTarget({ before: { approved: false }, after: { approved: true } });
  assertEquals(why?.({ cleared: "reconciled" }, approved), "it is reconciled");
  assertEquals(why?.({ cleared: "cleared" }, approved), null);
  assertEquals(why?.({ cleared: "reconciled" }, aTarget()), null);
  const marked = { approved: true, cleared: "reconciled" };
  assertEquals(why?.({ cleared: "reconciled" }, aTarget({ after: marked })), null);
});

Deno.test("what was entered is deleted only as it was entered, whatever its matches", () => {
  const { expected, reasonToStay } = wayBackOf(
    kindOfEntry({ kind: "create_transactions" }),
    "createTransaction",
  );
  const entered = aTarget({ before: null, after: { amount: -5 } });
  assertEquals(expected?.(entered), { flag_color: null, lines: null, amount: -5 });
  const flagged = { ...entered, after: { flag_color: "red" }, lines: [{}, {}] };
  assertEquals(expected?.(flagged), { flag_color: "red", lines: 2 });
  assertEquals(
    reasonToStay?.({ matched_transaction_id: "m" }, entered),
    "it is matched with a bank row",
  );
  assertEquals(reasonToStay?.({ cleared: "reconciled" }, entered), "it is reconciled");
  const asReconciled = { ...entered, after: { cleared: "reconciled" } };
  assertEquals(reasonToStay?.({ cleared: "reconciled" }, asReconciled), null);
  assertEquals(reasonToStay?.({ cleared: "cleared" }, entered), null);
});

Deno.test("an edit is expected to stand by ids, whatever names have become since", () => {
  for (
    const [kind, operation] of [
      ["edit_transaction", "updateTransaction"],
      ["flag_transactions", "updateTransactions"],
      ["edit_scheduled_transaction", "updateScheduledTransaction"],
    ] as const
  ) {
    const { expected } = wayBackOf(kindOfEntry({ kind }), operation);
    assertEquals(expected?.(edited), { payee_id: "b", date: "2026-03-02" });
  }
});

Deno.test("what is said after an undo is what the month or the categories have then", async () => {
  const asked: unknown[] = [];
  const category = { id: "c", name: "Fun", category_group_id: "g", hidden: false, deleted: false };
  const categories = [{ ...category, balance: 4_000 }, {
    ...category,
    id: "d",
    name: "Food",
    balance: 0,
  }];
  const noting = (answer: unknown) => (args: unknown): Promise<never> => {
    asked.push(args);
    return Promise.resolve(answer as never);
  };
  const source = {
    planId: "p",
    fresh: {
      getPlanMonth: noting({ month: "2026-03-01", to_be_budgeted: 1_000, categories }),
      getCategories: noting({ live: categories }),
    } as never,
    format: () => ({ symbol: "$", isSymbolFirst: true, decimals: 2 }),
  };
  const told = (operation: WriteId, ...targets: readonly JournalTarget[]): Promise<string> => {
    const step = aStep(operation, []);
    const steps = targets.map((target) => ({
      ...{ operation, args: { planId: "p", month: "2026-03-01" }, targets: [target] },
    }));
    return wayBackOf(kindWith(step), operation).afterwards(steps as never, source);
  };
  const c = aTarget({ id: "c" });
  const ready = "Ready to Assign in 2026-03 is now $1.00.";
  assertEquals(await told("updateMonthCategory", c), `Available in 2026-03: Fun $4.00. ${ready}`);
  assertEquals(
    await told("updateMonthCategory", c, aTarget({ id: "d" })),
    "Available in 2026-03: Fun $4.00, Food $0.00.",
  );
  assertEquals(asked, [{ planId: "p", month: "2026-03-01" }, { planId: "p", month: "2026-03-01" }]);
  assertEquals(await told("updateMonthCategory"), "");
  const categorized = aTarget({ before: { category_id: "c" }, after: { category_id: null } });
  assertEquals(await told("updateTransactions", categorized), "Available now: Fun $4.00.");
  const lined = aTarget({ before: null, after: {}, lines: [{ category_id: "d" }] });
  assertEquals(await told("updateTransactions", lined), "Available now: Food $0.00.");
  const elsewhere = aTarget({ before: { category_id: "x" }, after: null });
  assertEquals(await told("updateTransactions", elsewhere), "");
  const count = asked.length;
  assertEquals(await told("updateTransactions", aTarget()), "");
  for (
    const operation of [
      ...["updateCategory", "updateCategoryGroup", "updatePayee"],
      ...["createScheduledTransaction", "updateScheduledTransaction"],
      "deleteScheduledTransaction",
    ] as const
  ) assertEquals(await told(operation, c), "");
  assertEquals(asked.length, count);
});

Deno.test("a category goes back by what restores it, its due day left to YNAB", () => {
  const before = { goal_target: 5, goal_target_date: "2026-12-31", goal_day: 31 };
  const target = aTarget({ id: "c", before, after: { goal_target: 9 } });
  const after = (restore: Readonly<Record<string, string | number>>): unknown => {
    const [step] = sent("updateCategory", [{ ...target, restore }]);
    const { args, targets } = step as {
      args: { category: unknown };
      targets: { after: unknown }[];
    };
    return [args.category, targets[0]?.after];
  };
  const { goal_day: _, ...rest } = before;
  const dated = { goal_target: 5, goal_target_date: "2026-12-31" };
  assertEquals(after(dated), [dated, rest]);
  assertEquals(after({ goal_target: 5 }), [{ goal_target: 5 }, before]);
});

Deno.test("a side that YNAB keeps a category for gets it back", () => {
  const categorized = { ...to, before: { ...to.before, category_id: "c" } };
  const [, marking] = enteredAgain([from, categorized]);
  assertEquals(marking?.targets[0]?.after, { ...marks, category_id: "c" });
  assertEquals(marking?.targets[0]?.before, {
    ...{ cleared: "uncleared", flag_color: null },
    category_id: null,
  });
});

Deno.test("two transfers are entered together, and each side is marked as its own", () => {
  const other = { ...from, id: "from2", before: { ...from.before, amount: -7 } };
  const otherTo: JournalTarget = {
    ...to,
    id: "to2",
    before: { account_id: "b", amount: 7, date: "2026-03-01", cleared: "uncleared" },
  };
  const [creation, marking] = enteredAgain([from, to, other, otherTo]);
  assertEquals(creation?.targets.map(({ id }) => id), ["from", "to", "from2", "to2"]);
  assertEquals(marking?.targets.map(({ id, after }) => [id, after]), [
    ["to", marks],
    ["to2", { cleared: "uncleared" }],
  ]);
});
