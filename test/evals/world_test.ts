import { assert, assertEquals, assertMatch } from "@std/assert";
import { DemoUpstream } from "../../demo/upstream.ts";
import type { Fields } from "../../evals/question.ts";
import { changesIn, EVAL_PLAN, type EvalWorld, evalWorld } from "../../evals/world.ts";

Deno.test("changesIn() returns only changed fields", () => {
  const upstream = new DemoUpstream({ plans: [EVAL_PLAN] });
  assertEquals(upstream.stored.flatMap(changesIn), []);
  upstream.edit(({ assignments, categories, transactions }) => {
    const category = categories.find(({ name }) => name === "Charity");
    const row = transactions.findLast(({ deleted }) => !deleted);
    if (category === undefined || row === undefined) throw new Error("The household has none");
    const { id: category_id } = category;
    Object.assign(category, { name: "Donations", target: null });
    assignments.set("2027-01-01", new Map([[category_id, 5_000]]));
    transactions.push({ ...row, id: "new", amount: -1_230, lines: [], category_id });
    Object.assign(row, { flag_color: "red", memo: "Coffee" });
  });
  const lines = upstream.stored.flatMap(changesIn).map((line) =>
    line.replace(/^[0-9a-f]{8}-[-0-9a-f]{27}/u, "ID").replace(/\{.*\}/u, "JSON")
  );
  assertEquals(lines.toSorted(), [
    "ID flag_color: none -> red",
    "ID memo: none -> Coffee",
    "ID name: Charity -> Donations",
    "ID target: JSON -> none",
    "assigned 2027-01 Giving/Charity: none -> 5000",
    "new 2026-11-20 Everyday Visa -1230 Blue Door Coffee: none -> Giving/Charity",
  ]);
});

Deno.test("changesIn() identifies new records, transfers and split lines by their content instead of their ids", async () => {
  await using world = await evalWorld("complete");
  for (const name of ["Boats", "Trains"]) {
    await confirm(world, "create_category", { group_id: "Giving", name });
  }
  const [date, transfer] = ["2026-11-20", { from_account_id: "Cash", amount: 30 }];
  await confirm(world, "create_transfer", { ...transfer, to_account_id: "Girokonto", date });
  const transaction_id = "7ec8ae94-5743-4dc7-bf5e-efd08e213e79";
  const lines = ["Boats", "Trains"].map((category_id, i) => ({ amount: -24 - 6 * i, category_id }));
  await confirm(world, "split_transaction", { transaction_id, lines });
  assertEquals(changesIn(world.stored), [
    `${transaction_id} category_id: Everyday/Haircuts -> none`,
    `${transaction_id} lines: none -> -24000 Giving/Boats, -30000 Giving/Trains`,
    "new 2026-11-20 Cash -30000 Transfer : Girokonto: none -> none",
    "new 2026-11-20 Girokonto 30000 Transfer : Cash: none -> none",
    "new name Boats, category_group_id Giving: none -> added",
    "new name Trains, category_group_id Giving: none -> added",
  ]);
});

Deno.test("changesIn() lists a split line's payee, transfer account and memo", () => {
  const upstream = new DemoUpstream({ plans: [EVAL_PLAN] });
  upstream.edit(({ accounts, payees, transactions }) => {
    const line = transactions.findLast(({ deleted, lines }) => !deleted && lines.length > 0)
      ?.lines.at(-1);
    if (line === undefined) throw new Error("The household has no split line");
    Object.assign(line, {
      payee_id: payees.find(({ name }) => name === "Saturday Market")?.id,
      transfer_account_id: accounts.find(({ name }) => name === "Cash")?.id,
      memo: "Apples",
    });
  });
  const [line, ...more] = upstream.stored.flatMap(changesIn);
  assertMatch(line ?? "", / lines: .* Saturday Market Cash Apples$/u);
  assertEquals(more, []);
});

Deno.test("changesIn() numbers identical transactions to tell them apart", async () => {
  await using world = await evalWorld();
  const row = { date: "2026-11-20", amount: -5, payee_name: "New Kiosk" };
  await confirm(world, "create_transactions", { account_id: "Cash", transactions: [row, row] });
  assertEquals(changesIn(world.stored), [
    "new 2026-11-20 Cash -5000 New Kiosk: none -> none",
    "new 2026-11-20 Cash -5000 New Kiosk (2): none -> none",
  ]);
});

Deno.test("changesIn() returns nothing after an undo, even if a new payee or an empty string is left behind", async () => {
  await using world = await evalWorld();
  const row = { date: "2026-11-20", amount: -5, payee_name: "New Kiosk" };
  await confirm(world, "create_transactions", { account_id: "Cash", transactions: [row] });
  assertEquals(changesIn(world.stored).length, 1);
  await confirm(world, "undo_operation", {});
  const emptied = world.stored.transactions.map((row) => ({
    ...row,
    flag_color: row.flag_color ?? "",
    knowledge: world.stored.knowledge,
  }));
  assertEquals(changesIn({ ...world.stored, transactions: emptied }), []);
});

async function confirm(world: EvalWorld, tool: string, args: Fields): Promise<void> {
  const { structured } = await world.call(tool, args);
  const { isError, text } = await world.call(tool, {
    ...args,
    confirmation: structured?.["confirmation"],
  });
  assert(!isError, text);
}

Deno.test("evalWorld() starts with the original plan and counts calls and requests", async () => {
  await using world = await evalWorld();
  assertEquals([world.calls, world.requests], [0, 0]);
  assertEquals(changesIn(world.stored), []);
  await world.call("list_accounts", {});
  assertEquals([world.calls, world.requests], [1, 2]);
});
