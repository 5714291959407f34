import { assert, assertEquals, assertMatch } from "@std/assert";
import type { FaultOutcome } from "../../demo/faults.ts";
import type { WriteId } from "../../changes/change.ts";
import { aStoreFolder } from "../sync/_sqlite_store.ts";
import { apply, confirm, editRecord, leftAlone } from "../tools/_confirm.ts";
import { household, idOf, ids, TODAY } from "../tools/_plan.ts";
import { aWorld, type World } from "../tools/_world.ts";
import { type Args, ModelWorld } from "../model/_world.ts";

const plan = { plan_id: ids.plan };
const rows = {
  ...plan,
  account_id: "Checking",
  transactions: [
    { date: "2026-03-14", amount: -12.5, payee_name: "Bakery" },
    { date: "2026-03-15", amount: -7, payee_name: "Kiosk" },
  ],
};
const flag = { ...plan, flags: [{ transaction_id: idOf("73"), color: "blue" }] };
const known = new Set(household().transactions.map(({ id }) => id));

const aWritingWorld = (): Promise<World> => aWorld({ write: true, fullIds: true });

function newIds({ upstream }: Pick<World, "upstream">): readonly string[] {
  const [records] = upstream.snapshot();
  return records?.transactions.filter(({ id, deleted }) => !deleted && !known.has(id))
    .map(({ id }) => id) ?? [];
}

/** Creates two transactions in a call that doesn't receive YNAB's response. */
async function createLost(world: World, then: FaultOutcome = { cut: "after" }): Promise<string> {
  world.upstream.setFaults([{ operation: "createTransaction", then }]);
  const { applied } = await confirm(world, "create_transactions", rows);
  assertEquals(applied.structured?.["status"], "uncertain");
  world.upstream.setFaults([]);
  return String(applied.structured?.["operation_id"]);
}

/** Edits the plan as another client would. */
function editElsewhere({ upstream }: World): void {
  upstream.edit((records) => {
    const [row] = records.transactions;
    if (row !== undefined) row.memo = "somebody else's";
  });
}

/** Enters a duplicate of the first created transaction, as a user would by hand. */
function typeByHand({ upstream }: World): void {
  upstream.edit((records) => {
    const [ours] = records.transactions.filter(({ id, amount }) =>
      !known.has(id) && amount === -12_500
    );
    if (ours !== undefined) records.transactions.push({ ...ours, id: idOf("ab") });
  });
}

for (
  const [what, prepare] of [
    ["were never read", (): Promise<void> => Promise.resolve()],
    ["were read before the plan changed", async (world: World): Promise<void> => {
      await world.call("find_transactions", plan);
      editElsewhere(world);
    }],
  ] as const
) {
  Deno.test(`undo finds and reverts an unconfirmed creation when transactions ${what}`, async () => {
    await using world = await aWritingWorld();
    await prepare(world);
    const operationId = await createLost(world);
    editElsewhere(world);
    world.sent();
    const preview = await world.call("undo_operation", plan);
    assertEquals(preview.structured?.["status"], "confirmation_required", preview.text);
    const asked = world.sent().filter((one) => /^getTransactions.*last_knowledge/u.test(one));
    assert(asked.every((one) => one.includes("since_date=1990-01-01")), asked.join());
    await apply(world, "undo_operation", {
      ...plan,
      operation_id: operationId,
    });
    assertEquals(newIds(world), []);
  });
}

Deno.test("if a manual entry looks the same as a record whose creation was never confirmed, the creation stays uncertain, and undo names all matching records", async () => {
  await using world = await aWritingWorld();
  await createLost(world);
  typeByHand(world);
  const undo = await world.call("undo_operation", plan);
  assertEquals(undo.structured?.["status"], "nothing_to_do");
  assertMatch(undo.text, /It is not yet known how much of .* was applied/);
  const named = leftAlone(undo).filter(([, reason]) => String(reason).startsWith("it may be the"));
  assertEquals(named.map(([id]) => String(id)).toSorted(), newIds(world).toSorted());
  assertEquals(newIds(world).length, 3);
  // The next read detects that the user has deleted the duplicate.
  world.upstream.edit((records) => {
    const typed = records.transactions.find(({ id }) => id === idOf("ab"));
    if (typed !== undefined) typed.deleted = true;
  });
  const { structured } = await world.call("undo_operation", plan);
  assertEquals(structured?.["status"], "confirmation_required");
});

const renamedLater: readonly (readonly [operation: WriteId, tool: string, args: Args])[] = [
  ["createTransaction", "create_transactions", {
    account_id: "Checking",
    transactions: [{ date: "2026-03-14", amount: -12.5, payee_name: "Landlord" }],
  }],
  ["createScheduledTransaction", "create_scheduled_transaction", {
    ...{ account_id: "Checking", date: "2026-04-01", amount: -5, frequency: "monthly" },
    payee: "Landlord",
  }],
];
for (const [operation, tool, args] of renamedLater) {
  for (const isOurs of [true, false]) {
    const where = isOurs ? "by this server" : "in the app";
    Deno.test(`undo finds and reverts an unconfirmed ${tool} call after the transaction's payee was renamed ${where}`, async () => {
      await using world = await aWorld({ write: true, fullIds: true, profile: "complete" });
      await world.call("find_transactions", plan);
      const live = (): unknown => {
        const [records] = world.upstream.snapshot();
        return [...records?.transactions ?? [], ...records?.scheduled ?? []]
          .filter(({ deleted }) => !deleted).map(({ id }) => id);
      };
      const before = live();
      world.upstream.setFaults([
        { operation, times: 9, then: { cut: "after" } },
        { operation: "getScheduledTransactions", nth: 2, times: 9, then: { status: 500 } },
      ]);
      const { applied } = await confirm(world, tool, { ...plan, ...args });
      assertEquals(applied.structured?.["status"], "uncertain", applied.text);
      world.upstream.setFaults([]);
      const renames = [{ payee_id: "Landlord", name: "Bread" }];
      if (isOurs) await apply(world, "rename_payees", { ...plan, renames });
      else editRecord(world, "payees", ids.landlord, { name: "Bread" });
      const operation_id = applied.structured?.["operation_id"];
      await apply(world, "undo_operation", { ...plan, operation_id });
      assertEquals(live(), before);
    });
  }
}

Deno.test("if a creation request never reached YNAB, undo reports that the outcome isn't known yet", async () => {
  await using world = await aWritingWorld();
  await createLost(world, { cut: "before" });
  for (const seconds of [0, 61, 86_400]) {
    world.pass(seconds);
    const undo = await world.call("undo_operation", plan);
    assertEquals(undo.structured?.["status"], "nothing_to_do");
    assertMatch(undo.text, /It is not yet known how much of .* was applied/);
    assertEquals(leftAlone(undo).map(([id]) => id), ["new 1", "new 2"]);
  }
});

Deno.test("undo_operation offers to undo an applied change even if it isn't known whether a later change created any records", async () => {
  await using world = await aWritingWorld();
  const { applied } = await confirm(world, "flag_transactions", flag);
  await createLost(world, { cut: "before" });
  const undo = await world.call("undo_operation", plan);
  const [earlier] = undo.structured?.["earlier"] as readonly { readonly operation_id: string }[];
  assertEquals(earlier?.operation_id, applied.structured?.["operation_id"]);
  await apply(world, "undo_operation", {
    ...plan,
    operation_id: applied.structured?.["operation_id"],
  });
});

Deno.test("the first read of transactions resolves an unconfirmed creation", async () => {
  const world = new ModelWorld({ plans: [household()], today: TODAY });
  world.upstream.setFaults([{ operation: "createTransaction", then: { cut: "after" } }]);
  const preview = await world.call("create_transactions", rows);
  const confirmation = preview.structured?.["confirmation"];
  await world.call("create_transactions", { ...rows, confirmation });
  await world.call("find_transactions", plan);
  await settledJournal(world);
  const [entry] = await (await world.journal()).entries(ids.plan);
  assertEquals(entry?.state, "applied");
  const targets = entry?.steps.flatMap((step) => step.targets.map(({ id }) => id)) ?? [];
  assertEquals(targets.toSorted(), newIds(world).toSorted());
});

Deno.test("if it isn't known whether transactions were created, the next read of transactions looks for them and later reads don't", async () => {
  const world = new ModelWorld({ plans: [household()], today: TODAY });
  world.upstream.setFaults([{ operation: "createTransaction", then: { cut: "before" } }]);
  const preview = await world.call("create_transactions", rows);
  const confirmation = preview.structured?.["confirmation"];
  await world.call("create_transactions", { ...rows, confirmation });
  const counts: number[] = [];
  for (let read = 0; read < 3; read++) {
    world.upstream.clearRequests();
    world.pass(61);
    await world.call("find_transactions", plan);
    await settledJournal(world);
    const reads = world.upstream.requests.filter((one) => one.operationId === "getTransactions");
    counts.push(reads.length);
  }
  assertEquals(counts, [2, 1, 1]);
});

Deno.test("the next read of categories finds a category whose creation was unconfirmed", async () => {
  const world = new ModelWorld({ plans: [household()], today: TODAY });
  const args = { ...plan, group_id: "Fun", name: "Books" };
  const preview = await world.call("create_category", args);
  world.upstream.setFaults([
    { operation: "createCategory", then: { cut: "after" } },
    // The first read, just before the change, must succeed; the re-reads after the change must
    // fail.
    { operation: "getCategories", nth: 2, times: 9, then: { status: 500 } },
  ]);
  const confirmation = preview.structured?.["confirmation"];
  const made = await world.call("create_category", { ...args, confirmation });
  assertEquals(made.structured?.["status"], "uncertain");
  world.upstream.setFaults([]);
  const undo = await world.call("undo_operation", plan);
  assertMatch(undo.text, /can't be undone/);
  const [entry] = await (await world.journal()).entries(ids.plan);
  assertEquals(entry?.state, "applied");
});

for (const isLate of [true, false]) {
  Deno.test(`if YNAB didn't confirm an assigned amount and a re-read doesn't show it, the amount is ${isLate ? "found once it arrives" : "considered not applied once a minute has passed"}`, async () => {
    await using world = await aWritingWorld();
    const args = { ...plan, month: "2026-03", category_id: "Power", amount: 75 };
    world.upstream.setFaults([
      { operation: "updateMonthCategory", times: 9, then: { status: 500 } },
    ]);
    const { applied } = await confirm(world, "set_category_budget", args);
    assertEquals(applied.structured?.["status"], "uncertain");
    assertMatch(applied.text, /may still appear within a minute/);
    world.upstream.setFaults([]);
    const soon = await world.call("undo_operation", plan);
    assertEquals(soon.structured?.["status"], "nothing_to_do");
    assertEquals(soon.text.includes("othing left"), false);
    assertMatch(
      String(leftAlone(soon)[0]?.[1]),
      /may still take effect: call again in a minute/,
    );
    if (isLate) {
      await world.upstream.fetch(
        `https://upstream.test/v1/plans/${ids.plan}/months/2026-03-01/categories/${ids.power}`,
        {
          method: "PATCH",
          headers: { authorization: "Bearer demo-token" },
          body: JSON.stringify({ category: { budgeted: 75_000 } }),
        },
      );
    }
    world.pass(61);
    const later = await world.call("undo_operation", plan);
    if (isLate) assertEquals(later.structured?.["status"], "confirmation_required", later.text);
    else {assertMatch(
        later.text,
        /^not_found: nothing to undo since this server started/,
      );}
  });
}

Deno.test("undo ignores an uncertain change if undo re-reads the data and finds that the change was never applied", async () => {
  await using folder = await aStoreFolder();
  await using world = await aWorld({ write: true, storeFolder: folder.path });
  const args = { ...plan, month: "2026-03", category_id: "Power", amount: 75 };
  const lost = { operation: "updateMonthCategory", times: 9, then: { status: 500 } } as const;
  for (let times = 0; times < 5; times++) {
    world.upstream.setFaults([lost]);
    const { applied } = await confirm(world, "set_category_budget", args);
    assertEquals(applied.structured?.["status"], "uncertain");
    world.upstream.setFaults([]);
    world.pass(61);
    assertMatch(
      (await world.call("undo_operation", plan)).text,
      /^not_found: nothing to undo: none of the changes made/,
    );
  }
});

/** Resolves when the last read has updated the journal. */
async function settledJournal(world: ModelWorld): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    await (await world.journal()).entries(ids.plan);
  }
}
