import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { householdPlan } from "../../../../demo/household.ts";
import type { PlanRecords } from "../../../../demo/model/records.ts";
import { DemoUpstream } from "../../../../demo/upstream.ts";
import { FILES } from "../../../../sync/store/store_folder.ts";
import { tools } from "../../../../tools/_manifest.ts";
import { openSession } from "../../../../server/open_session.ts";
import { runTool } from "../../../../server/run_tool.ts";
import { aChange, aStoreFolder, textsIn } from "../../_sqlite_store.ts";

const TODAY = "2026-11-20";

/** Calls tools so that the store's files contain every kind of data that they can hold. */
async function useServer(storeFolder: string): Promise<readonly string[]> {
  const plan = householdPlan({ today: TODAY });
  const upstream = new DemoUpstream({
    plans: [plan],
    now: () => new Date(`${TODAY}T12:00:00Z`),
  });
  const session = openSession({
    token: "demo-token",
    checksAnswers: true,
    fetch: upstream.fetch,
    today: TODAY,
    write: true,
    storeFolder,
  });
  const call = async (name: string, args: object): Promise<Readonly<Record<string, unknown>>> => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`There is no tool ${name}`);
    const reply = await runTool({ tool, args: { plan_id: plan.id, ...args } }, session);
    assert(!reply.isError, reply.text);
    return reply.structured ?? {};
  };
  await call("find_transactions", {});
  await call("get_monthly_summary", {});
  await call("list_scheduled_transactions", {});
  await call("get_spending_trends", { months: 3 });
  const move = { from_category_id: "Groceries", to_category_id: "Dining Out", amount: 7.25 };
  const { confirmation } = await call("move_money", { month: "current", ...move });
  await call("move_money", { month: "current", ...move, confirmation });
  await call("move_money", { month: "current", ...move, amount: 8.25 });
  await session.copy?.written();
  return tellingWords(upstream.snapshot()[0] ?? plan, String(confirmation));
}

/** Returns a sample of the names, ids and large amounts in the plan, to search for in the files. */
function tellingWords(plan: PlanRecords, code: string): readonly string[] {
  const rows = plan.transactions.flatMap(({ id, memo, amount, import_payee_name }) => [
    id,
    memo,
    import_payee_name,
    Math.abs(amount) >= 10_000 ? String(amount) : null,
  ]);
  const names = [plan.accounts, plan.categories, plan.payees].flatMap((records) =>
    (records as readonly { readonly id: string; readonly name: string }[])
      .flatMap(({ id, name }) => [id, name])
  );
  const words = [
    ...rows,
    ...names,
    plan.id,
    "Groceries",
    "Dining Out",
    "demo-token",
    "move_money",
    code,
  ];
  // Shorter strings occur in random bytes by chance.
  const long = [...new Set(words)]
    .filter((word): word is string => word !== null && word.length >= 5);
  // Search for only every tenth word, because searching for all words is slow.
  return long.filter((_, nth) => nth % 10 === 0 || nth > long.length - 10);
}

async function bytesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for await (const { name, isFile } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (!isFile) {
      for (const [file, text] of await bytesIn(path)) found.set(file, text);
      continue;
    }
    found.set(path, new TextDecoder("latin1").decode(await Deno.readFile(path)));
  }
  return found;
}

Deno.test("a store's files contain no plan data in plaintext, and only their owner can read them", async () => {
  await using folder = await aStoreFolder();
  // Keep the store open, so that SQLite's write-ahead log remains a separate file.
  const other = await folder.open();
  await other.loadPlans();
  const words = await useServer(folder.path);
  const files = await bytesIn(folder.path);
  assert([...files.keys()].some((path) => path.endsWith("copy.db-wal")), "no write-ahead file");
  const sizes = [...files.values()].reduce((sum, text) => sum + text.length, 0);
  assert(sizes > 1_000_000, `only ${sizes} bytes were kept`);
  assert(words.length > 500, `only ${words.length} words are looked for`);
  // Ignore digits within hexadecimal text, such as pseudonyms, because they aren't amounts.
  const isIn = (text: string, word: string): boolean =>
    text.includes(word) &&
    (!/^-?\d+$/u.test(word) || new RegExp(`(?<![0-9a-f])${word}(?![0-9a-f])`, "u").test(text));
  for (const [path, text] of files) {
    assertEquals(words.find((word) => isIn(text, word) || isIn(path, word)), undefined, path);
  }
  if (Deno.build.os === "windows") return;
  const modeOf = async (path: string): Promise<number> => (await Deno.stat(path)).mode ?? 0;
  for (const path of files.keys()) assertEquals(await modeOf(path) & 0o777, 0o600, path);
  assertEquals(await modeOf(join(folder.path, FILES.locks)) & 0o777, 0o700);
});

Deno.test("a server with a different token or base URL can't read the store and starts a new store", async () => {
  await using folder = await aStoreFolder();
  const accounts = { planId: "p", name: "accounts" } as const;
  const mine = await folder.open();
  await mine.applyChange(accounts, aChange());
  await mine.changes.saveEntry({ operationId: "o", planId: "p", at: 1, body: "mine" });
  await mine.ledger.tryTake(9);
  for (const other of [{ secret: "b-token" }, { baseUrl: "https://api.example.com/v2" }]) {
    const theirs = await folder.open(other);
    assertEquals(await theirs.loadCollection(accounts, null), null);
    assertEquals(await theirs.changes.entries("p"), []);
    assertEquals((await theirs.ledger.use()).used, 0);
    await theirs.applyChange(accounts, aChange({ parts: [] }));
  }
  assertEquals(textsIn(await mine.loadCollection(accounts, null)), [["all", "records"]]);
  assertEquals(folder.quarantined, []);
});
