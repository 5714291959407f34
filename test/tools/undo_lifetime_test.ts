import { assertEquals, assertMatch } from "@std/assert";
import { apply, confirm } from "./_confirm.ts";
import { household, TODAY } from "./_plan.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { aWorld } from "./_world.ts";

const move = { month: "2026-03", from_category_id: "Power", to_category_id: "Dining", amount: 10 };

/** Options for a server that can't keep its journal across restarts. */
const places: Readonly<Record<string, (folder: string) => object>> = {
  "no store": () => ({}),
  "a folder that can't be created": (folder) => ({ storeFolder: `${folder}/file/below` }),
  "no home folder": () => ({ storeProblem: "no_home" }),
};

async function aFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir();
  await Deno.writeTextFile(`${path}/file`, "");
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

for (const [what, optionsIn] of Object.entries(places)) {
  Deno.test(`with ${what}, undo is offered only until the server stops`, async () => {
    await using folder = await aFolder();
    const options = { write: true, ...optionsIn(folder.path) };
    const { fetch } = new DemoUpstream({
      plans: [household()],
      now: () => new Date(`${TODAY}T12:00:00Z`),
    });
    {
      await using world = await aWorld({ ...options, fetch });
      const { preview, applied } = await confirm(world, "move_money", move);
      assertMatch(applied.text, /You can undo this until the server stops\./);
      assertMatch(preview.text, /written yet\. You can undo this until the server stops\. When/);
      await apply(world, "undo_operation");
      await confirm(world, "move_money", move);
    }
    await using later = await aWorld({ ...options, fetch });
    assertEquals(
      (await later.call("undo_operation")).text,
      "not_found: nothing to undo since this server started, and the journal doesn't include " +
        "older changes: undo those in the YNAB app",
    );
    const named = await later.call("undo_operation", { operation_id: "7k2m" });
    assertMatch(
      named.text,
      /no change 7k2m, and it doesn't include changes made before this server started/,
    );
  });
}

Deno.test("with a store, a change can still be undone after a restart", async () => {
  await using folder = await aFolder();
  const options = { write: true, storeFolder: `${folder.path}/store` };
  const { fetch } = new DemoUpstream({
    plans: [household()],
    now: () => new Date(`${TODAY}T12:00:00Z`),
  });
  {
    await using world = await aWorld({ ...options, fetch });
    const { preview, applied } = await confirm(world, "move_money", move);
    assertMatch(preview.text, /You can undo this\./);
    assertEquals(applied.text.includes("undo"), false);
  }
  await using later = await aWorld({ ...options, fetch });
  await apply(later, "undo_operation");
  assertMatch(
    (await later.call("undo_operation")).text,
    /^not_found: nothing to undo: none of the changes made through this server are still in effect/,
  );
});

Deno.test("approve_transactions says how long its approvals can be undone", async () => {
  await using world = await aWorld({ write: true });
  await world.call("find_transactions");
  const { text } = await world.call("approve_transactions", {
    transaction_ids: ["00000078"],
  });
  assertMatch(text, /You can undo this until the server stops\./);
});
