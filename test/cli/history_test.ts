import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { householdOn } from "../_household.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import { type Ended, runAt } from "./_a_terminal.ts";
import { type Home, openHome } from "./_home.ts";

type Env = Readonly<Record<string, string>>;

interface HistoryHome extends Home {
  readonly plan: PlanRecords;
  call(tool: string, args: object): Promise<Record<string, unknown>>;
  /** Makes a change and returns its operation id. */
  change(tool: string, args: object): Promise<string>;
  history(flags?: readonly string[], env?: Env): Promise<Ended>;
}

async function aHome(...others: readonly PlanRecords[]): Promise<HistoryHome> {
  const plan = householdOn("2026-11-20");
  const home = await openHome({ plans: [plan, ...others] });
  const env = { ...home.env, BUDGET_PLAN_ID: plan.id };
  const call = async (tool: string, args: object): Promise<Record<string, unknown>> => {
    const words = ["call", tool, JSON.stringify(args), "--write", "--json"];
    const { out, err } = await runAt(words, { env });
    assertEquals(err, "");
    return JSON.parse(out);
  };
  return {
    ...home,
    plan,
    env,
    call,
    async change(tool, args): Promise<string> {
      const { confirmation } = await call(tool, args);
      return String((await call(tool, { ...args, confirmation }))["operation_id"]);
    },
    history: (flags = [], other = env) => runAt(["history", ...flags], { env: other }),
  };
}

const move = {
  month: "current",
  from_category_id: "Groceries",
  to_category_id: "Dining Out",
  amount: 5,
};

Deno.test("the history command lists changes, newest first, and says which can be undone", async () => {
  await using home = await aHome();
  const moved = await home.change("move_money", move);
  const budget = { month: "current", category_id: "Groceries", amount: 400 };
  const set = await home.change("set_category_budget", budget);
  await home.change("create_category", { group_id: "Fun", name: "Board Games" });
  await home.change("undo_operation", { operation_id: set });
  home.upstream.clearRequests();
  const { status, out, err } = await home.history();
  assertEquals([status, err, home.upstream.requests.length], [0, "", 0]);
  const time = String.raw`\d\d? \w{3} \d{4} \d\d:\d\d  `;
  const lines = [
    `^${time}Undo "Set the amount assigned to Groceries`,
    String.raw`^ {4}[0-9a-z]{12}: applied \(code\); is an undo, which can't be undone$`,
    `^${time}Create the category Fun/Board Games$`,
    String.raw`: applied \(code\); can't be undone$`,
    `^${time}Set the amount assigned to Groceries`,
    String.raw`^    ${set}: undone \(code\)$`,
    String.raw`Move \$5\.00 from Groceries to Dining Out in November 2026$`,
    String.raw`^    ${moved}: applied \(code\); can be undone$`,
  ];
  for (const [at, line] of lines.entries()) {
    assertMatch(out.split("\n")[at] ?? "", new RegExp(line, "u"));
  }
  assertStringIncludes(out, "call undo_operation operation_id=ID --write");

  for (const columns of [80, 140]) {
    const env = { ...home.env, TERM: "xterm", NO_COLOR: "1" };
    const { out } = await runAt(["history"], { columns, env });
    assertEquals(out.split("\n").filter((line) => line.length > columns), []);
    const by = columns < 100 ? "" : String.raw` \(code\)`;
    assertMatch(out, /^when +change +state +undo +id\n/u);
    assertMatch(
      out,
      new RegExp(`\n${time}Undo .* applied${by} +no: it is an undo +[0-9a-z]{12}\n`),
    );
    assertMatch(out, new RegExp(`\n${time}Set .* undone${by} +${set}\n`));
    assertMatch(out, new RegExp(`\n${time}Move .* applied${by} +yes +${moved}\n`));
    assertStringIncludes(out, "call undo_operation operation_id=ID --write");
  }

  const json = JSON.parse((await home.history(["--json"])).out);
  const { at, ...change } = json.changes.at(-1);
  assertMatch(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assertEquals([change, json.of_other_plans], [{
    ...{ operation_id: moved, plan_id: home.plan.id, tool: "move_money" },
    summary: "Move $5.00 from Groceries to Dining Out in 2026-11",
    ...{ state: "applied", can_undo: true, why_not: null, confirmed_by: "code", client: null },
  }, 0]);
});

Deno.test("the history command reports partial undos and any changes that the profile can't undo", async () => {
  await using home = await aHome();
  const rename = { category_id: "Groceries", name: "Food" };
  await home.change("update_category", rename);
  const [one, two] = home.plan.transactions
    .filter(({ deleted, flag_color: flag }) => !deleted && flag !== "red");
  const flags = [one, two].map((row) => ({ transaction_id: row?.id, color: "red" }));
  const flagged = await home.change("flag_transactions", { flags });
  await home.change("undo_operation", { operation_id: flagged, only: [one?.id] });
  const { changes } = JSON.parse((await home.history(["--json", "--profile", "reduced"])).out);
  const told = (changes as readonly Record<string, unknown>[])
    .map(({ tool, state, can_undo, why_not }) => [tool, state, can_undo, why_not]);
  assertEquals(told, [
    ["undo_operation", "applied", false, "is an undo, which can't be undone"],
    ["flag_transactions", "undone in part", true, null],
    ["update_category", "applied", false, "can't be undone in this profile"],
  ]);
});

/** Makes a journal entry unreadable. */
function damage({ folder }: HistoryHome, operationId: string): void {
  const journal = new DatabaseSync(join(folder, "journal.db"));
  journal.prepare("UPDATE entries SET body = ? WHERE operation_id = ?")
    .run(new Uint8Array(64), operationId);
  journal.close();
}

Deno.test("the history command lists an unreadable change, and undo_operation warns about it", async () => {
  await using home = await aHome();
  const kept = await home.change("move_money", move);
  const budget = { month: "current", category_id: "Haircuts", amount: 77 };
  const lost = await home.change("set_category_budget", budget);
  damage(home, lost);
  const { warnings } = await home.call("undo_operation", {});
  assertMatch(
    (warnings as readonly string[])[0] ?? "",
    /^a later change \(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\) can't be undone, because it can no longer be read/,
  );
  assertStringIncludes(
    (await home.history()).out,
    `A change that can no longer be read from the journal\n    ${lost}`,
  );
  const { changes } = JSON.parse((await home.history(["--json"])).out);
  const told = (changes as readonly Record<string, unknown>[])
    .map(({ operation_id, state }) => [operation_id, state]);
  assertEquals(told.toSorted(), [[kept, "applied"], [lost, "can't be read"]].toSorted());
});

Deno.test("the history command lists each change in cached plans, but shows just the number of changes in other plans", async () => {
  await using home = await aHome();
  await home.change("move_money", move);
  const { BUDGET_PLAN_ID: _, ...env } = home.env;
  const unnamed = await home.history([], env);
  assertEquals(
    [unnamed.status, unnamed.out],
    [
      0,
      "1 change belongs to plans that are not listed here: choose a plan with --plan ID " +
      "(list_plans shows the ids).\n",
    ],
  );
  await runAt(["call", "list_plans"], { env });
  assertMatch((await home.history([], env)).out, /Move \$5\.00 from Groceries/);
  const { name } = home.plan;
  const byName = await home.history(["--plan", name.toUpperCase()], env);
  assertMatch(byName.out, /Move \$5\.00 from Groceries/);
  const other = await home.history(["--plan", "another"], env);
  assertStringIncludes(other.out, "1 change belongs to plans that are not listed here");
});

Deno.test("the history command lists several plans' changes together, newest first, each with its plan", async () => {
  const cottage = {
    ...householdOn("2026-11-20"),
    id: crypto.randomUUID(),
    name: "Cottage",
  };
  await using home = await aHome(cottage);
  const { BUDGET_PLAN_ID: _, ...env } = home.env;
  await runAt(["call", "list_plans"], { env });
  const budget = (amount: number): object => ({
    month: "current",
    category_id: "Groceries",
    amount,
  });
  const made = [
    await home.change("set_category_budget", budget(401)),
    await home.change("set_category_budget", { ...budget(402), plan_id: cottage.id }),
    await home.change("set_category_budget", budget(403)),
  ];
  const { out } = await home.history(["--json"], env);
  const { changes }: { readonly changes: readonly Record<string, unknown>[] } = JSON.parse(out);
  assertEquals(changes.map((change) => change["operation_id"]), made.toReversed());
  assertEquals(changes.map((change) => change["plan_id"] === cottage.id), [false, true, false]);
  const { name } = home.plan;
  const words = (await home.history([], env)).out.split("\n")
    .filter((line) => line.includes("Set the amount assigned"));
  assertEquals(words.map((line) => [line.includes("Cottage"), line.includes(name)]), [
    [false, true],
    [true, false],
    [false, true],
  ]);
});

Deno.test("the history command reports a journal from a newer version, and a quarantined journal", async () => {
  await using home = await aHome();
  await home.change("move_money", move);
  const journal = new DatabaseSync(join(home.folder, "journal.db"));
  journal.exec("PRAGMA user_version = 99");
  journal.close();
  const newer = await home.history();
  assertEquals(newer.status, 1);
  assertMatch(newer.err, /the change journal was written by a newer version of this server/);
  await Deno.writeTextFile(join(home.folder, "journal.db"), "no database at all ".repeat(500));
  for (const ending of ["-wal", "-shm"]) {
    await Deno.remove(join(home.folder, `journal.db${ending}`)).catch(() => {});
  }
  const { err } = await home.history();
  assertMatch(err, /^budget-tool-server: a damaged file was set aside as \S*journal\.db\.damaged-/);
});

Deno.test("if there are no changes, the history command says so and creates no store", async () => {
  await using home = await aHome();
  const none = "No changes have been made through this server with this access token.\n";
  assertEquals((await home.history()).out, none);
  assertEquals(await Deno.stat(home.folder).catch(() => null), null);
  await home.change("move_money", move);
  const another = await home.history([], { ...home.env, BUDGET_ACCESS_TOKEN: "another-token" });
  assertEquals([another.status, another.out], [0, none]);
});

Deno.test("the history command requires a token, lists no changes without a store, and accepts no arguments", async () => {
  await using home = await aHome();
  const { BUDGET_ACCESS_TOKEN: _, ...env } = home.env;
  const tokenless = await home.history([], env);
  assertEquals([tokenless.status, tokenless.out], [2, ""]);
  assertMatch(
    tokenless.err,
    /the journal is encrypted with the access token, and no access token is set: create one at \S+ and put it in BUDGET_ACCESS_TOKEN or the token file$/m,
  );
  const wrong = await home.history([], { ...env, BUDGET_ACCESS_TOKEN_FILE: "/nowhere/at/all" });
  assertEquals([wrong.status, wrong.out], [2, ""]);
  assertMatch(wrong.err, /BUDGET_ACCESS_TOKEN_FILE/);
  const memory = await home.history(["--store", "memory"]);
  assertMatch(memory.out, /^The store is in memory: the change history is lost/);
  const demo = await home.history(["--demo"]);
  assertMatch(demo.out, /^Each call with --demo starts over.* run budget-tool-server demo\.\n$/);
  for (const flags of [["--store", "memory"], ["--demo"]]) {
    const none = JSON.parse((await home.history([...flags, "--json"])).out);
    assertEquals(none, { changes: [], of_other_plans: 0 });
  }
  const file = await home.history(["--store", `sqlite:${Deno.execPath()}`]);
  assertEquals([file.status, file.out], [2, ""]);
  assertMatch(file.err, /the store must be a folder, but \/.* is a file\n/);
  const missing = await home.history(["--store", "sqlite:/nowhere/at/all"]);
  assertEquals(missing.status, 0);
  assertMatch(missing.err, /the store's folder \/nowhere\/at\/all doesn't exist yet\n/);
  const { BUDGET_STORE: __, ...homeless } = home.env;
  assertEquals((await home.history([], homeless)).status, 1);
  assertEquals((await home.history(["all"])).status, 2);
});
