import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import type { ChangeDraft } from "../../../changes/change.ts";
import { deletionDraft, type DeletionPlan } from "../../../changes/kinds/delete_transactions.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { aCategory, anAccount, anId, aSplitLine, aTransaction } from "../../_builders.ts";
import { transferSides } from "./_transfer_sides.ts";

const [checking, savings, closed] = [1, 2, 3].map(anId) as [string, string, string];
const [fun, food] = [anId(11), anId(12)] as [string, string];
const live = [
  aCategory({ id: fun, name: "Fun", balance: 50_000 }),
  aCategory({ id: food, name: "Food", balance: 90_000 }),
];

const one = aTransaction({
  id: anId(31),
  date: "2024-03-10",
  amount: -12_000,
  account_id: checking,
  payee_id: anId(21),
  payee_name: "Shop",
  category_id: fun,
  memo: "x",
  flag_color: "red",
});
const oneBefore = {
  ...{ account_id: checking, date: "2024-03-10", amount: -12_000, payee_id: anId(21) },
  ...{ transfer_account_id: null, category_id: fun, memo: "x", cleared: "cleared" },
  ...{ approved: true, flag_color: "red" },
};
const label = "2024-03-10 Shop -$12.00 Checking";
const [from, to] = transferSides(one, { to: { flag_color: "", memo: null } });
const split = aTransaction({
  ...one,
  id: anId(36),
  category_id: anId(19),
  subtransactions: [
    aSplitLine({ category_id: food, amount: -7_000, memo: "bread", payee_id: anId(22) }),
    aSplitLine({ category_id: fun, amount: -1, deleted: true }),
    aSplitLine({
      amount: -5_000,
      transfer_account_id: savings,
      transfer_transaction_id: anId(37),
    }),
  ],
});
const behind = aTransaction({
  ...to,
  id: anId(37),
  amount: 5_000,
  transfer_transaction_id: null,
});

function draftOf(
  asked: readonly string[],
  transactions: DeletionPlan["transactions"]["live"] = [one, from, to, split, behind],
): ChangeDraft<"deleteTransaction"> {
  return deletionDraft(asked, {
    planId: "p",
    transactions: { live: transactions, deletedIds: new Set() },
    accounts: {
      live: [
        anAccount({ id: checking, name: "Checking" }),
        anAccount({ id: savings, name: "Savings" }),
        anAccount({ id: closed, name: "Old", closed: true }),
      ],
    },
    categories: { live },
    readCategories: () => Promise.reject(new Error("Nothing is to be read")),
    format: { symbol: "$", isSymbolFirst: true, decimals: 2 },
    utcToday: "2024-03-15",
  });
}

const newIds = "undoing enters them under new ids, without the bank's import link and matches";

Deno.test("deletionDraft() deletes a transaction, and knows all that it was", async () => {
  const { afterwards, ...draft } = draftOf([one.id]);
  assertEquals(draft, {
    summary: "Delete Shop, 10 Mar, -$12.00",
    done: "Deleted Shop, 10 Mar, -$12.00",
    preview: [{
      ...{ id: one.id, label, field: "transaction", before: "entered", after: "deleted" },
      amount: -12_000,
    }],
    warnings: [newIds],
    steps: [{
      operation: "deleteTransaction",
      args: { planId: "p", transactionId: one.id },
      targets: [{ id: one.id, label, before: oneBefore, after: null }],
    }],
    irreversible: null,
    undoRequests: 1,
    checkBeforeRetry: "find_transactions has shown which of them are there",
  });
  assertEquals(await afterwards?.(), "Available now: Fun $62.00.");
});

Deno.test("deletionDraft() deletes both sides of a transfer by one of them", () => {
  for (const [asked, other] of [[from, to], [to, from]] as const) {
    const { steps, preview, warnings, undoRequests, summary } = draftOf([asked.id]);
    assertEquals(steps.map(({ args }) => args.transactionId), [asked.id]);
    assertEquals(steps[0]?.targets.map(({ id, isFollower }) => [id, isFollower]), [
      [asked.id, undefined],
      [other.id, true],
    ]);
    assertEquals(preview.map(({ id }) => id), [asked.id, other.id]);
    assertEquals(warnings, ["1 is the other side of a transfer, which goes with it", newIds]);
    assertEquals(undoRequests, 2);
    assertMatch(summary, /^Delete 2 transactions: Transfer : \w+, 10 Mar; Transfer : \w+, 10 Mar$/);
  }
});

Deno.test("deletionDraft() deletes a transfer once that is named by both of its sides", () => {
  const { steps } = draftOf([from.id, to.id, one.id]);
  assertEquals(steps.map(({ targets }) => targets.map(({ id }) => id)), [
    [from.id, to.id],
    [one.id],
  ]);
});

Deno.test("deletionDraft() knows the lines of a split, and deletes the other sides with it", async () => {
  const { steps, afterwards } = draftOf([split.id]);
  const [target, other] = steps[0]?.targets ?? [];
  const { category_id: _, ...before } = oneBefore;
  assertEquals(target?.before, before);
  assertEquals(target?.lines, [
    {
      ...{ amount: -7_000, category_id: food, memo: "bread", payee_id: anId(22) },
      transfer_account_id: null,
    },
    {
      ...{ amount: -5_000, category_id: null, memo: null, payee_id: null },
      transfer_account_id: savings,
    },
  ]);
  assertEquals([other?.id, other?.isFollower, other?.lines], [behind.id, true, undefined]);
  assertEquals(await afterwards?.(), "Available now: Food $97.00.");
});

Deno.test("deletionDraft() refuses the other side of a line unless its split goes, too", () => {
  const error = assertThrows(() => draftOf([behind.id]), ToolError);
  assertEquals(error.rows, [
    `"${behind.id}": it is the other side of a line of a split: delete the split, or change it in ` +
    "YNAB's app",
  ]);
  for (const name of [split.id, split.id.slice(0, 8)]) {
    const { steps } = draftOf([behind.id, name]);
    assertEquals(steps.map(({ targets }) => targets.map(({ id }) => id)), [[split.id, behind.id]]);
  }
});

Deno.test("deletionDraft() names all that it refuses at once", () => {
  const error = assertThrows(() => draftOf([anId(50), one.id, one.id, behind.id]), ToolError);
  assertEquals(error.rows.map((row: string) => row.split(":")[0]), [
    `"${anId(50)}"`,
    `"${one.id}"`,
    `"${behind.id}"`,
  ]);
});

Deno.test("deletionDraft() counts what is reconciled, and shows it whatever else there is", () => {
  const reconciled = [{ ...one, cleared: "reconciled" as const }];
  const { warnings, preview } = draftOf([one.id], reconciled);
  assertEquals(warnings, [
    "1 is reconciled: its account may no longer agree with the bank",
    newIds,
  ]);
  assertEquals(preview.map(({ isNotable }) => isNotable), [true]);
  const more = [
    ...reconciled,
    ...[51, 52].map((at) => ({ ...one, id: anId(at), cleared: "reconciled" as const })),
  ];
  assertEquals(
    draftOf(more.map(({ id }) => id), more).warnings[0],
    "3 are reconciled: its account may no longer agree with the bank",
  );
});

const lost: readonly (readonly [what: string, change: Partial<typeof one>, why: string])[] = [
  ["is over five years old", { date: "2019-03-14" }, "it is over 5 years old"],
  ["is of a closed account", { account_id: closed }, "its account is closed"],
  [
    "is a loan's own entry",
    { debt_transaction_type: "interest" },
    "it is a loan's own entry (interest)",
  ],
];
for (const [what, change, why] of lost) {
  Deno.test(`deletionDraft() says that nobody can enter again what ${what}`, () => {
    const gone = { ...one, ...change };
    const alone = draftOf([one.id], [gone]);
    assertEquals(alone.irreversible, `${why}, so it can't be entered again`);
    assertEquals([alone.warnings, alone.steps[0]?.targets[0]?.noWayBack], [[], why]);
    const other = { ...one, id: anId(51) };
    const beside = draftOf([one.id, other.id], [gone, other]);
    assertEquals(beside.irreversible, null);
    assertEquals(beside.warnings, [`undoing can't bring 1 of them back: ${why}`, newIds]);
    assertEquals(beside.steps.map(({ targets }) => targets[0]?.noWayBack), [why, undefined]);
  });
}

Deno.test("deletionDraft() knows what can be entered again to the day, and payments of loans", () => {
  const kept = [{ date: "2019-03-15" }, { debt_transaction_type: "payment" as const }];
  for (const change of kept) {
    assertEquals(draftOf([one.id], [{ ...one, ...change }]).irreversible, null);
  }
});

Deno.test("deletionDraft() says each reason once for which something can't be brought back", () => {
  const old = { ...one, date: "2019-03-14" };
  const all = [
    one,
    { ...old, id: anId(51) },
    { ...old, id: anId(52) },
    { ...one, id: anId(53), account_id: closed },
  ];
  assertEquals(
    draftOf(all.map(({ id }) => id), all).warnings[0],
    "undoing can't bring 3 of them back: it is over 5 years old; its account is closed",
  );
});

Deno.test("deletionDraft() says of both sides that they can't be brought back where one can't", () => {
  const { steps } = draftOf([from.id], [from, { ...to, account_id: closed }]);
  assertEquals(steps[0]?.targets.map(({ noWayBack }) => noWayBack), [
    "its account is closed",
    "its account is closed",
  ]);
});
