import { assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { aStoreFolder } from "../sync/_sqlite_store.ts";
import { FILES } from "../../sync/store/store_folder.ts";
import { ids } from "../tools/_plan.ts";
import { aWorld } from "../tools/_world.ts";

const plan = { plan_id: ids.plan };
const changes: readonly (readonly [string, object])[] = [
  ["set_category_budget", { ...plan, month: "2026-03", category_id: "Power", amount: 75 }],
  ["import_transactions", plan],
  ["undo_operation", plan],
];

for (const [tool, args] of changes) {
  Deno.test(`${tool} fails and sends no request if a newer version wrote the journal`, async () => {
    await using folder = await aStoreFolder();
    (await folder.open()).close();
    const newer = new DatabaseSync(join(folder.path, FILES.journal));
    newer.exec("PRAGMA user_version = 99");
    newer.close();
    await using world = await aWorld({ write: true, storeFolder: folder.path });
    const { text, isError } = await world.call(tool, { ...args });
    assertMatch(text, /^unavailable: the change journal was written by a newer version/);
    assertEquals([isError, world.sent()], [true, []]);
    const read = await world.call("list_accounts", plan);
    assertEquals([read.isError, world.sent().length], [false, 1]);
  });
}
