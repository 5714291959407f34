import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { PlanRecords } from "../../demo/model/records.ts";
import { householdPlan } from "../../demo/household.ts";
import type { Profile, Tool } from "../../tools/_tool.ts";
import { tools } from "../../tools/_manifest.ts";
import type { ToolReply } from "../../server/run_tool.ts";
import { household, householdSchedules, idOf, ids, TODAY } from "../tools/_plan.ts";
import { assertAsPreviewed, type PreviewRow, toldBy } from "./plans/_as_previewed.ts";
import { assertAvailable } from "./plans/_told_available.ts";
import { type Args, ModelWorld } from "../model/_world.ts";
import { exampleIn, toolsWithout } from "./by_example/_example_call.ts";
import { assertRestored } from "./plans/_restored_plan.ts";

/** A change; an irreversible one has the reason from its preview. */
interface Case {
  readonly tool: string;
  readonly args: Args;
  readonly irreversible?: string;
  readonly profile?: Profile;
  /** Whether to use the arguments of the tool's example. */
  readonly isExample?: true;
}

interface TestPlan {
  readonly name: string;
  readonly today: string;
  readonly records: PlanRecords;
  readonly cases: readonly Case[];
}

const NO_SPLIT = "YNAB's API can't change or rejoin split lines";
const NO_CATEGORY = "categories can only be deleted in the YNAB app";
const NO_GROUP = "category groups can only be deleted in the YNAB app";

const small: TestPlan = {
  name: "the small plan",
  today: TODAY,
  records: household({
    waiting_imports: [{
      account_id: ids.checking,
      date: TODAY,
      amount: -4_200,
      import_payee_name: "New Shop",
      import_payee_name_original: "NEW SHOP 12",
    }],
    scheduled: [...householdSchedules],
  }),
  cases: casesOf({
    account: "Checking",
    card: "Visa",
    tracking: "House",
    categories: ["Rent", "Dining"],
    group: "Fun",
    targets: ["Power"],
    uncategorized: [idOf("78"), idOf("79")],
    others: [idOf("72"), idOf("73"), idOf("75")],
    month: "2026-03",
    day: "2026-03-14",
    income: idOf("75"),
    uncleared: ["Savings", idOf("77")],
    split: [idOf("73"), -80.5],
    payee: "employer",
    seldom: ids.cafe,
    deletions: [idOf("76"), idOf("77"), idOf("74"), idOf("7a")],
    ahead: "2026-05-31",
    schedules: [idOf("91"), idOf("92")],
    balances: [1634.5, 0, 0],
  }),
};

const record = householdPlan({ today: "2026-11-20" });
const plain = record.transactions.filter((row) =>
  !row.deleted && row.approved && row.transfer_account_id === null && row.lines.length === 0 &&
  record.accounts.some(({ id, name }) => id === row.account_id && name === "Checking") &&
  row.category_id !== null && row.cleared === "cleared"
);
const unsorted = record.transactions.filter((row) =>
  !row.deleted && !row.approved && row.transfer_account_id === null && row.lines.length === 0 &&
  row.matched_transaction_id === null
);

/** An inflow, and a transaction that the bank hasn't cleared yet. */
const income =
  plain.find(({ amount, category_id: id }) =>
    amount > 0 && !record.categories.some((one) => one.id === id && one.internal)
  ) ?? unsorted.find(({ amount, account_id: id }) =>
    amount > 0 && record.accounts.some((one) =>
      one.id === id && one.name === "Checking"
    )
  );
const uncleared = record.transactions.find((row) =>
  !row.deleted && row.cleared === "uncleared" && row.matched_transaction_id === null
);
const nameOf = (accountId = ""): string =>
  record.accounts.find(({ id }) => id === accountId)?.name ?? "";

/** Transfers to a card and a tracking account, a plain split, and one with a transfer. */
function deletedIds(): readonly string[] {
  const live = record.transactions.filter(({ deleted, date }) => !deleted && date > "2026-01-01");
  const linesOf = (row: typeof live[number]): typeof row.lines =>
    row.lines.filter(({ deleted }) => !deleted);
  const isMoving = (row: typeof live[number]): boolean =>
    linesOf(row).some((line) => line.transfer_account_id !== null);
  const found = [
    live.find((row) => row.transfer_account_id !== null && nameOf(row.account_id) === "Checking"),
    live.find((row) => nameOf(row.transfer_account_id ?? "") === "Brokerage"),
    live.find((row) => linesOf(row).length > 0 && !isMoving(row)),
    record.transactions.find((row) => !row.deleted && isMoving(row)),
  ];
  return found.flatMap((row) => row === undefined ? [] : [row.id]);
}

/** A payee whose transactions all fit in a preview. */
function seldomPayee(): string {
  const live = record.transactions.filter(({ deleted }) => !deleted);
  const found = record.payees.find(({ id, deleted, transfer_account_id: account, name }) => {
    const count = live.filter(({ payee_id }) => payee_id === id).length;
    return !deleted && account === null && count > 1 && count < 15 && !name.includes("Balance");
  });
  return found?.id ?? "";
}

/** A non-split schedule in the account or a transfer to another budget account. */
function scheduledId(isTransfer: boolean): string {
  const found = record.scheduled.find((one) =>
    !one.deleted && one.lines.length === 0 && nameOf(one.account_id) === "Checking" &&
    (one.transfer_account_id !== null) === isTransfer && one.payee_id !== null
  );
  return found?.id ?? "";
}

const large: TestPlan = {
  name: "the invented household",
  today: "2026-11-20",
  records: record,
  cases: casesOf({
    account: "Checking",
    card: "Everyday Visa",
    tracking: "Brokerage",
    categories: ["Groceries", "Dining Out"],
    group: "Fun",
    targets: ["Coffee", "Haircuts", "Kitchen Remodel", "Home Maintenance"],
    uncategorized: unsorted.slice(0, 3).map(({ id }) => id),
    others: plain.slice(0, 3).map(({ id }) => id),
    month: "2026-11",
    day: "2026-11-19",
    income: income?.id ?? null,
    uncleared: [nameOf(uncleared?.account_id), uncleared?.id ?? ""],
    split: [plain[0]?.id ?? "", (plain[0]?.amount ?? 0) / 1000],
    payee: record.payees.find((one) =>
      one.transfer_account_id === null && !one.deleted && one.name.includes("Market")
    )?.name ?? "",
    seldom: seldomPayee(),
    deletions: deletedIds(),
    ahead: "2027-01-31",
    schedules: [scheduledId(false), scheduledId(true)],
    balances: [null, null, null],
  }),
};

/** Names and ids for a plan's cases. */
interface Names {
  readonly account: string;
  readonly card: string;
  readonly tracking: string;
  readonly categories: readonly [string, string];
  readonly group: string;
  readonly targets: readonly string[];
  readonly uncategorized: readonly string[];
  readonly others: readonly string[];
  readonly month: string;
  readonly day: string;
  /** An inflow on a cash account; `null` if the plan has none to move. */
  readonly income: string | null;
  readonly uncleared: readonly [account: string, id: string];
  readonly split: readonly [id: string, amount: number];
  /** An existing payee. */
  readonly payee: string;
  /** A payee with few transactions. */
  readonly seldom: string;
  /** Transfers, splits and tracking-account transactions. */
  readonly deletions: readonly string[];
  /** A future date for schedules. */
  readonly ahead: string;
  /** A scheduled bill and a scheduled transfer of the account. */
  readonly schedules: readonly string[];
  /** Of account, card and tracking account; `null` for the account's own balance. */
  readonly balances: readonly (number | null)[];
}

function casesOf(names: Names): readonly Case[] {
  return [
    ...rowCases(names),
    ...newRowCases(names),
    ...categoryCases(names),
    ...scheduleCases(names),
    ...transferCases(names),
    ...deletionCases(names),
    ...editCases(names),
    ...payeeCases(names),
    ...groupCases(names),
    ...monthCases(names),
  ];
}

function payeeCases({ payee, seldom }: Names): readonly Case[] {
  const renames = [{ payee_id: payee, name: "A | B & co" }, { payee_id: "Amazon", name: "AMZN" }];
  return [
    { tool: "rename_payees", args: { renames } },
    { tool: "rename_payees", args: { renames: renames.slice(0, 1) } },
    { tool: "merge_payees", args: { into_payee_id: "Amazon", payee_ids: [seldom] } },
  ];
}

function groupCases({ group }: Names): readonly Case[] {
  return [
    { tool: "create_category_group", args: { name: "Trips & co" }, irreversible: NO_GROUP },
    { tool: "rename_category_group", args: { group_id: group, name: " Leisure: A|B " } },
  ];
}

function monthCases(
  { month, categories: [one, two], targets: [three = ""] }: Names,
): readonly Case[] {
  const assign = (args: Args): Case => ({ tool: "assign_month", args: { month, ...args } });
  return [
    assign({
      assignments: [
        { category_id: one, amount: 12.34 },
        { category_id: two, amount: 0 },
        { category_id: three, amount: 1_000 },
      ],
    }),
    assign({
      assignments: [
        { category_id: one, add: -12.34 },
        { category_id: two, add: 10 },
        { category_id: three, add: 2.34 },
      ],
    }),
    assign({ assignments: [{ category_id: one, amount: 0.5 }] }),
    assign({ mode: "underfunded" }),
    assign({ mode: "cover_overspending" }),
    assign({ mode: "as_last_month", limit_amount: 50 }),
  ];
}

function editCases(
  { others: [row = ""], deletions: [transfer = "", tracked = "", split = ""], ...names }: Names,
): readonly Case[] {
  const { categories: [one, two], day, card, tracking } = names;
  const edit = (transaction_id: string, args: Args): Case => ({
    tool: "edit_transaction",
    args: { transaction_id, ...args },
  });
  return [
    edit(row, { date: day, amount: -77.7, payee: "A shop that nobody knows yet", memo: "a\nb" }),
    edit(row, { account_id: card, category_id: one, cleared: "uncleared", flag: "orange" }),
    edit(row, { account_id: tracking }),
    edit(row, { category_id: null, approved: false, flag: null, memo: null }),
    edit(row, { category_id: two, payee: names.payee }),
    edit(transfer, { amount: -44.4, date: day, memo: "moved" }),
    edit(tracked, { amount: -55.5 }),
    edit(split, { memo: "shared", flag: "blue", payee: names.payee }),
  ];
}

function deletionCases({ others, deletions }: Names): readonly Case[] {
  const remove = (...transaction_ids: readonly string[]): Case => ({
    tool: "delete_transactions",
    args: { transaction_ids },
  });
  return [
    remove(...others),
    ...deletions.map((id) => remove(id)),
    remove(others[0] ?? "", ...deletions),
  ];
}

function transferCases(
  { account, card, tracking, categories: [one], day }: Names,
): readonly Case[] {
  const transfer = (from: string, to: string, more: Args = {}): Case => ({
    tool: "create_transfer",
    args: { from_account_id: from, to_account_id: to, amount: 12.34, date: day, ...more },
  });
  return [
    transfer(account, card, { memo: "x\ny", from_cleared: true }),
    transfer(card, account, { to_cleared: true }),
    transfer(account, card, { from_cleared: true, to_cleared: true }),
    transfer(account, tracking, { category_id: one, to_cleared: true }),
    transfer(tracking, account, { category_id: "Inflow: Ready to Assign" }),
  ];
}

function scheduleCases(
  { account, card, tracking, categories: [one, two], ahead, schedules }: Names,
): readonly Case[] {
  const schedule = { account_id: account, date: ahead, amount: -9.99, frequency: "monthly" };
  const create = (args: Args): Case => ({
    tool: "create_scheduled_transaction",
    args: { ...schedule, ...args },
  });
  const edit = (args: Args): Case => ({ tool: "edit_scheduled_transaction", args });
  const [bill = "", transfer = ""] = schedules;
  return [
    create({ payee: "A payee that nobody knows yet", category_id: one, memo: "x\ny", flag: "red" }),
    create({ transfer_to_account_id: card, frequency: "never" }),
    create({ transfer_to_account_id: tracking, category_id: one, frequency: "every4Weeks" }),
    edit({ scheduled_id: bill, amount: -77.01, memo: null, flag: "blue", frequency: "yearly" }),
    edit({ scheduled_id: bill, payee: "Somebody else", category_id: two }),
    edit({ scheduled_id: bill, date: ahead, account_id: card, category_id: null }),
    edit({ scheduled_id: transfer, payee: "No transfer any more", category_id: two }),
    edit({ scheduled_id: bill, transfer_to_account_id: card }),
    ...schedules.map((scheduled_id): Case => ({
      tool: "delete_scheduled_transaction",
      args: { scheduled_id },
    })),
  ];
}

function rowCases(
  { uncategorized, others, income, categories: [one, two], split: [row, amount] }: Names,
): readonly Case[] {
  const rest = Math.round((amount + 10) * 1000) / 1000;
  const assigned = [...uncategorized, others[0]].map((transaction_id, at) => ({
    transaction_id,
    category_id: at % 2 === 0 ? two : one,
  })).slice(0, 2);
  return [
    { tool: "apply_categories", args: { assignments: assigned } },
    {
      tool: "apply_categories",
      args: {
        assignments: [
          ...others.slice(0, 2).map((transaction_id) => ({ transaction_id, category_id: null })),
          ...uncategorized.slice(0, 1).map((transaction_id) => ({
            transaction_id,
            category_id: one,
          })),
        ],
      },
    },
    ...(income === null ? [] : [{
      tool: "apply_categories",
      args: { assignments: [{ transaction_id: income, category_id: "Inflow: Ready to Assign" }] },
    }]),
    { tool: "approve_transactions", args: { transaction_ids: [...uncategorized, ...others] } },
    {
      tool: "flag_transactions",
      args: {
        flags: others.map((transaction_id, at) => ({
          transaction_id,
          color: ["purple", null, "green"][at],
        })),
      },
    },
    {
      tool: "split_transaction",
      args: {
        transaction_id: row,
        lines: [
          { amount: -10, category_id: one, memo: "first | line" },
          { amount: rest, category_id: two },
        ],
      },
      irreversible: NO_SPLIT,
    },
    {
      tool: "import_transactions",
      args: {},
      irreversible: "YNAB can't return transactions to the bank",
    },
  ];
}

function newRowCases(names: Names): readonly Case[] {
  const { account, card, tracking, categories: [one], day, uncleared: [bank, id] } = names;
  const rows = [
    { date: day, amount: -12.34, payee_name: "A shop that nobody knows yet & Sons", memo: "x\ny" },
    { date: day, amount: -1, category_id: one, cleared: "cleared" },
    { date: day, amount: 500, category_id: "Inflow: Ready to Assign" },
  ];
  const reconcile = (account_id: string, bank_balance: number, adjust: boolean): Case => ({
    tool: "reconcile_account",
    args: { account_id, bank_balance, adjust },
  });
  const statement = (account_id: string, adjust: boolean): Case => ({
    tool: "import_statement",
    args: {
      account_id,
      rows: [
        { date: day, amount: -12.34, payee: "SHOP 12", memo: "x y" },
        { date: day, amount: -1, payee: "KIOSK" },
      ],
      opening_balance: 0,
      closing_balance: -13.34,
      adjust,
    },
  });
  return [
    statement(account, false),
    ...[account, card, tracking].map((name) => statement(name, true)),
    {
      tool: "reconcile_account",
      args: { account_id: bank, bank_balance: Number.NaN, clear_ids: [id] },
    },
    {
      tool: "reconcile_account",
      args: { account_id: bank, bank_balance: 77.01, clear_ids: [id], adjust: true },
    },
    { tool: "create_transactions", args: { account_id: account, transactions: rows } },
    {
      tool: "create_transactions",
      args: { account_id: card, transactions: rows.slice(0, 2), approved: true },
    },
    { tool: "create_transactions", args: { account_id: tracking, transactions: rows.slice(0, 1) } },
    ...[account, card, tracking].flatMap((name) => [
      reconcile(name, Number.NaN, false),
      reconcile(name, 123.45, true),
    ]),
  ];
}

function categoryCases(
  { categories: [one, two], group, targets, month, card }: Names,
): readonly Case[] {
  const target = (args: Args): Case => ({ tool: "set_category_target", args });
  const update = { category_id: two, name: "Meals & more", group_id: group, note: "a\nnote" };
  const renamed = { category_id: two, name: "Meals", note: "note" };
  return [
    { tool: "create_category", args: { group_id: group, name: "Zoo" }, irreversible: NO_CATEGORY },
    { tool: "update_category", args: group === "Fun" ? renamed : update },
    { tool: "update_category", args: { category_id: one, group_id: group, note: "moved" } },
    { tool: "update_category", args: { category_id: two, note: "x" }, profile: "reduced" },
    { tool: "set_category_budget", args: { month, category_id: one, amount: 12.5 } },
    { tool: "set_category_budget", args: { month, category_id: two, amount: -3 } },
    { tool: "set_category_budget", args: { month, category_id: card, amount: 7 } },
    {
      tool: "move_money",
      args: { month, from_category_id: one, to_category_id: two, amount: 1.01 },
    },
    ...targets.flatMap((category_id) => [
      target({ category_id, amount: 41 }),
      target({ category_id, amount: 42, frequency: "weekly" }),
      target({ category_id, amount: 43, by_date: "2027-12-31" }),
      target({ category_id, amount: null }),
    ]),
  ];
}

/** Tools without a case use their examples. */
const examples = toolsWithout([...small.cases, ...large.cases])
  .map(({ name }): Case => ({ tool: name, args: {}, isExample: true }));

for (const plan of [small, large]) {
  for (const one of [...plan.cases, ...examples]) {
    const { tool, args, profile } = one;
    Deno.test(
      `${tool} changes ${plan.name} as previewed, and undo restores it: ${
        JSON.stringify({ ...args, profile })
      }`,
      () => roundTrip(plan, one),
    );
  }
}

Deno.test("every tool that changes a plan has a round trip", () => {
  const isWriting = ({ writes }: Tool): boolean => writes.complete.length > 0;
  const all = tools.filter(isWriting).map(({ name }) => name);
  for (const { cases } of [small, large]) {
    const known = [...cases, ...examples].map(({ tool }) => tool);
    const covered = new Set([...known, "undo_operation"]);
    assertEquals(all.filter((name) => !covered.has(name)), []);
  }
});

async function roundTrip({ records, today }: TestPlan, one: Case): Promise<void> {
  const profile = one.profile ?? "complete";
  const world = new ModelWorld({ plans: [records], today, profile });
  const plan = { plan_id: records.id };
  // An approval can be undone only if the transactions were read before.
  await world.call("find_transactions", plan);
  const args = await completed(one, world, plan);
  const before = world.records();
  const preview = await world.call(one.tool, args);
  if (preview.structured?.["status"] === "nothing_to_do") return assertAsItIs(one, preview);
  const { applied } = await carriedOut(one, { world, args, preview, before });
  const operation_id = applied.structured?.["operation_id"];
  const words = String(preview.structured?.["message"]);
  if (operation_id === undefined) {
    assertMatch(words, /This can't be undone: /);
    if (one.isExample === undefined) {
      assertStringIncludes(words, one.irreversible ?? reasonFor(one));
    }
    return;
  }
  assertEquals(one.irreversible, undefined);
  await takenBack({ world, args: { ...plan, operation_id }, before, preview });
}

/** The reason why a change without an `irreversible` reason can't be undone here. */
function reasonFor({ tool, profile }: Case): string {
  if (tool === "update_category" && profile === "reduced") {
    return "profile can't undo category changes";
  }
  assertEquals(tool, "set_category_target");
  return "the current target";
}

/** Only these changes may find nothing to do. */
function assertAsItIs({ tool, args }: Case, { text }: ToolReply): void {
  const isTargetGone = tool === "set_category_target" && args["amount"] === null;
  assert(isTargetGone || tool === "reconcile_account", `${tool}: ${text}`);
}

/** A `NaN` balance is replaced by the account's own. */
async function completed(
  { tool, args, isExample }: Case,
  world: ModelWorld,
  plan: { readonly plan_id: string },
): Promise<Args> {
  const example = tools.find(({ name }) => name === tool);
  if (isExample === true && example !== undefined) {
    return await exampleIn(example, { planId: plan.plan_id, call: world.call });
  }
  if (!Number.isNaN(args["bank_balance"])) return { ...plan, ...args };
  const asked = { ...plan, ...args, bank_balance: 987_654 };
  const { structured } = await world.call("reconcile_account", asked);
  return { ...asked, bank_balance: structured?.["cleared_balance"] ?? 0 };
}

interface Going {
  readonly world: ModelWorld;
  readonly args: Args;
  readonly preview: ToolReply;
  readonly before: PlanRecords;
}

async function carriedOut(
  { tool }: Case,
  { world, args, preview, before }: Going,
): Promise<{ readonly applied: ToolReply }> {
  if (tool === "import_transactions" || tool === "approve_transactions") {
    assertAtOnce(tool, { world, args, preview, before });
    return { applied: preview };
  }
  assertEquals(preview.structured?.["status"], "confirmation_required", preview.text);
  assertEquals(world.records(), before);
  const confirmation = preview.structured?.["confirmation"];
  const applied = await world.call(tool, { ...args, confirmation });
  assertEquals(applied.structured?.["status"], "applied", applied.text);
  assertAsPreviewed(toldBy(preview), { before, after: world.records() });
  assertRepeated(applied, preview);
  const [entry] = await (await world.journal()).entries(String(args["plan_id"]));
  if (entry === undefined) throw new Error("The journal is empty");
  await assertAvailable(applied, entry, world);
  return { applied };
}

/** The reported result matches the confirmed preview (first 20 records). */
function assertRepeated(applied: ToolReply, preview: ToolReply): void {
  const [done, asked] = [toldBy(applied).rows, toldBy(preview).rows];
  const first = new Set([...new Set(asked.map(({ id }) => id))].slice(0, 20));
  const names = new Map<string, string>();
  const known = new Set(asked.map(({ id }) => id));
  const wanted = asked.filter(({ id }) => first.has(id))
    .map(({ available_before: _, available_after: __, ...row }) => ({ ...row, outcome: "done" }));
  // A new record has its real id now.
  for (const [at, { id }] of done.entries()) names.set(id, wanted[at]?.id ?? "");
  assertEquals(done.map((row) => ({ ...row, id: names.get(row.id) })), wanted);
  assertEquals([...names].every(([id, name]) => id === name || !known.has(id)), true);
}

/** Checks a change applied without confirmation against its arguments. */
function assertAtOnce(tool: string, { world, args, preview, before }: Going): void {
  const after = world.records();
  assertEquals(preview.structured?.["status"], "applied", preview.text);
  if (tool === "import_transactions") {
    const { transactions, waiting_imports, payees } = after;
    const imported = transactions.slice(before.transactions.length);
    assertEquals(imported.length, before.waiting_imports.length);
    assertEquals(preview.structured?.["imported"], imported.length);
    assertEquals(imported.map(({ approved }) => approved), imported.map(() => false));
    const rest = {
      transactions: transactions.slice(0, before.transactions.length),
      payees: payees.slice(0, before.payees.length),
    };
    assertEquals(waiting_imports, []);
    const { waiting_imports: _, ...others } = before;
    assertAsPreviewed({ message: "", rows: [] }, {
      before: { ...others, waiting_imports },
      after: { ...after, ...rest },
    });
    return;
  }
  const asked = args["transaction_ids"] as readonly string[];
  const rows = before.transactions
    .filter(({ id, approved }) => asked.includes(id) && !approved)
    .map(({ id }): PreviewRow => ({ id, label: "", field: "approved", after: true }));
  assertAsPreviewed({ message: "", rows }, { before, after });
}

async function takenBack({ world, args, before, preview }: Going): Promise<void> {
  const changed = world.records();
  const back = await world.call("undo_operation", args);
  const confirmation = back.structured?.["confirmation"];
  const undone = await world.call("undo_operation", { ...args, confirmation });
  assertEquals(undone.structured?.["status"], "applied", `${back.text}\n${undone.text}`);
  assertEquals(undone.structured?.["warnings"], undefined);
  const after = world.records();
  assertAsPreviewed(toldBy(back), { before: changed, after });
  const warnings = JSON.stringify(preview.structured?.["warnings"] ?? []);
  const leftovers = {
    isAnew: warnings.includes("with a new id") || warnings.includes("with new ids"),
    isFirstDateLost: warnings.includes("but not the first date"),
    payees: new Set(before.payees.map(({ id }) => id)),
    isTargetRenewed: warnings.includes("but starting in that month"),
  };
  assertRestored(after, before, leftovers);
}
