import { assert, assertEquals, assertMatch } from "@std/assert";
import type { PlanRecords } from "../../demo/model/records.ts";
import { tools } from "../../tools/_manifest.ts";
import { asksFirst, type Tool } from "../../tools/_tool.ts";
import { faultCases, faultPlan } from "../changes/faults/_fault_cases.ts";
import { confirm, stateOf } from "./_confirm.ts";
import { idOf, ids } from "./_plan.ts";
import { aWorld, type World } from "./_world.ts";

const cases = faultCases.filter(({ isUndo }) => isUndo !== true);
const asking = cases.filter(({ tool }) => asksFirst(toolNamed(tool)));

function toolNamed(name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}`);
  return tool;
}

function aFullWorld(): Promise<World> {
  return aWorld({ write: true, profile: "complete", plans: [faultPlan()] });
}

for (const { name, tool, args } of asking) {
  Deno.test(`${name} reads once for the preview and once for the re-check, then writes`, async () => {
    await using world = await aFullWorld();
    const reads: readonly string[] = toolNamed(tool).reads.complete;
    const writes: readonly string[] = toolNamed(tool).writes.complete;
    const sent = (): readonly string[] => world.sent().map((line) => line.split(" ")[0] ?? "");
    const before = stateOf(world);
    const { structured } = await world.call(tool, args);
    const first = sent();
    assertEquals(first.filter((one, at) => !reads.includes(one) || first.indexOf(one) < at), []);
    assertEquals(stateOf(world), before);
    await world.call(tool, { ...args, confirmation: structured?.["confirmation"] });
    const [again = "", write = ""] = sent();
    assert(reads.includes(again) && writes.includes(write), `${again}, ${write}`);
  });
}

for (const { name, tool, args } of cases) {
  Deno.test(`${name} reports YNAB's rejection and leaves the plan unchanged`, async () => {
    await using world = await aFullWorld();
    const before = stateOf(world);
    const error = { id: "400", name: "bad_request", detail: "not here (index: 0)" };
    world.upstream.setFaults(
      toolNamed(tool).writes.complete.map((operation) => ({
        operation,
        then: { status: 400, body: { error } },
      })),
    );
    const { text } = asksFirst(toolNamed(tool))
      ? (await confirm(world, tool, args)).applied
      : await world.call(tool, args);
    assertMatch(text, /^rejected: .*not here/);
    assertEquals(stateOf(world), before);
  });
}

Deno.test("changes that normally need no confirmation are refused when the user must confirm every change", async () => {
  await using world = await aWorld({ write: true, profile: "complete", confirm: "user" });
  for (const { tool, args } of cases.filter((one) => !asking.includes(one))) {
    const { text } = await world.call(tool, args);
    assertMatch(
      text,
      /^forbidden: on this server, the user must approve changes in a form or on a confirmation card/,
    );
  }
  assertEquals(world.sent(), []);
});

/** Matches each tool's message about a change that has already been made. */
const AGAIN: Readonly<Record<string, RegExp>> = {
  apply_categories: /^Every transaction already has the requested category/,
  assign_month: /^These amounts are already assigned/,
  edit_scheduled_transaction: /^The schedule already has these values/,
  edit_transaction: /^The transaction already has these values/,
  flag_transactions: /^Every transaction already has that flag/,
  merge_payees: /^No transaction has any of these payees/,
  reconcile_account:
    /^The bank balance matches, and every cleared transaction is already reconciled/,
  set_category_budget: /^Power already has \$75\.00 assigned in 2026-03/,
  set_category_target: /^Power already has this target: set aside \$150\.00 monthly/,
};

for (const [tool, words] of Object.entries(AGAIN)) {
  Deno.test(`when called again, ${tool} reports that there is nothing to do`, async () => {
    await using world = await aFullWorld();
    const args = asking.find(({ name }) => name === tool)?.args ?? {};
    await confirm(world, tool, args);
    const { structured } = await world.call(tool, args);
    assertEquals(structured?.["status"], "nothing_to_do");
    assertMatch(String(structured?.["message"]), words);
  });
}

/** Edits that other clients make between the preview and the confirmation. */
const MEANWHILE: Readonly<Record<string, (plan: PlanRecords) => unknown>> = {
  apply_categories: row("78", { category_id: ids.rent }),
  assign_month: (plan) => plan.assignments.get("2026-03-01")?.set(ids.dining, 1000),
  create_category: ({ groups }) => change(groups, ids.fun, { name: "FUN" }),
  create_scheduled_transaction: ({ accounts }) =>
    change(accounts, ids.checking, { name: "CHECKING" }),
  create_transactions: ({ accounts }) => change(accounts, ids.checking, { name: "CHECKING" }),
  create_transfer: ({ accounts }) => change(accounts, ids.savings, { name: "SAVINGS" }),
  delete_scheduled_transaction: ({ scheduled }) => change(scheduled, idOf("91"), { amount: -1 }),
  delete_transactions: row("73", { memo: "mine" }),
  edit_scheduled_transaction: ({ scheduled }) => change(scheduled, idOf("91"), { memo: "mine" }),
  edit_transaction: row("73", { flag_color: "green" }),
  flag_transactions: row("73", { flag_color: "green" }),
  merge_payees: row("75", { payee_id: ids.cafe }),
  move_money: (plan) => plan.assignments.get("2026-03-01")?.set(ids.dining, 1000),
  rename_category_group: ({ groups }) => change(groups, ids.fun, { name: "FUN" }),
  rename_payees: ({ payees }) => change(payees, ids.amazon, { name: "The river" }),
  set_category_budget: (plan) => plan.assignments.get("2026-03-01")?.set(ids.power, 1000),
  set_category_target: ({ categories }) => {
    for (const one of categories) if (one.target !== null) one.target.goal_day = 15;
  },
  split_transaction: row("73", { category_id: ids.rent }),
  update_category: ({ categories }) => change(categories, ids.dining, { name: "DINING" }),
};

function change<Record extends { readonly id: string }>(
  records: readonly Record[],
  id: string,
  fields: Partial<Record>,
): void {
  for (const one of records) if (one.id === id) Object.assign(one, fields);
}

function row(
  prefix: string,
  fields: Partial<PlanRecords["transactions"][number]>,
): (plan: PlanRecords) => void {
  return ({ transactions }) => change(transactions, idOf(prefix), fields);
}

for (const [tool, meanwhile] of Object.entries(MEANWHILE)) {
  Deno.test(`${tool} writes nothing if the plan has changed since the preview`, async () => {
    await using world = await aFullWorld();
    const args = asking.find(({ name }) => name === tool)?.args ?? {};
    const { structured } = await world.call(tool, args);
    world.upstream.edit(meanwhile);
    const before = stateOf(world);
    const confirmation = structured?.["confirmation"];
    const { text } = await world.call(tool, { ...args, confirmation });
    assertMatch(text, /^conflict: the plan has changed since the preview, so nothing was written/);
    assertEquals(stateOf(world), before);
  });
}
