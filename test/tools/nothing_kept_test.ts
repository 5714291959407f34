import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { confirm } from "./_confirm.ts";
import { household, ids, TODAY } from "./_plan.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { aWorld } from "./_world.ts";

const move = {
  plan_id: ids.plan,
  month: "2026-03",
  from_category_id: "Power",
  to_category_id: "Dining",
  amount: 10,
};
const undo = { plan_id: ids.plan };

/** Where a server keeps its journal, and whether it finds it again. */
const places: Readonly<Record<string, (folder: string) => object>> = {
  "no store": () => ({}),
  "a folder that can't be created": (folder) => ({ storeFolder: `${folder}/file/below` }),
  "no home": () => ({ storeProblem: "no_home" }),
};

async function aFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir();
  await Deno.writeTextFile(`${path}/file`, "");
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

for (const [what, optionsIn] of Object.entries(places)) {
  Deno.test(`undo is promised only until the server stops with ${what}, and not found afterwards`, async () => {
    await using folder = await aFolder();
    const options = { write: true, ...optionsIn(folder.path) };
    const { fetch } = new DemoUpstream({
      plans: [household()],
      now: () => new Date(`${TODAY}T12:00:00Z`),
    });
    {
      await using world = await aWorld({ ...options, fetch });
      const { preview } = await confirm(world, "move_money", move);
      assertMatch(preview.text, /written yet\. You can undo this until this server stops\. When/);
      const undone = await confirm(world, "undo_operation", undo);
      assertEquals(undone.applied.structured?.["status"], "applied");
      await confirm(world, "move_money", move);
    }
    await using later = await aWorld({ ...options, fetch });
    assertEquals(
      (await later.call("undo_operation", undo)).text,
      "not_found: nothing to undo since this server started, and nothing is kept from before: " +
        "undo older changes in YNAB's app",
    );
    const named = await later.call("undo_operation", { ...undo, operation_id: "7k2m" });
    assertMatch(named.text, /no change 7k2m, and nothing is kept from before this server started/);
  });
}

Deno.test("undo is promised across restarts with a store", async () => {
  await using folder = await aFolder();
  const options = { write: true, storeFolder: `${folder.path}/store` };
  const { fetch } = new DemoUpstream({
    plans: [household()],
    now: () => new Date(`${TODAY}T12:00:00Z`),
  });
  {
    await using world = await aWorld({ ...options, fetch });
    const { preview } = await confirm(world, "move_money", move);
    assertMatch(preview.text, /You can undo this; it takes 2 requests\./);
  }
  await using later = await aWorld({ ...options, fetch });
  const { applied } = await confirm(later, "undo_operation", undo);
  assertEquals(applied.structured?.["status"], "applied", applied.text);
  assertMatch(
    (await later.call("undo_operation", undo)).text,
    /^not_found: no change has been made here that is still in effect: nothing to undo/,
  );
});

Deno.test("undo_operation previews the same promise for approvals without confirmation", async () => {
  await using world = await aWorld({ write: true });
  await world.call("find_transactions", { plan_id: ids.plan });
  const { text } = await world.call("approve_transactions", {
    plan_id: ids.plan,
    transaction_ids: ["00000072"],
  });
  assertMatch(text, /You can undo this until this server stops\./);
});

for (
  const [tool, args, requests] of [
    ["delete_transactions", { transaction_ids: ["00000077"] }, "2 requests"],
    ["delete_transactions", { transaction_ids: ["00000073"] }, "1 request"],
    ["apply_categories", { assignments: ["00000073", "00000075"].map(toRent) }, "1 request"],
  ] as const
) {
  Deno.test(`${tool} previews that undoing ${JSON.stringify(args)} takes ${requests}`, async () => {
    await using folder = await aFolder();
    const options = { write: true, profile: "complete", storeFolder: folder.path } as const;
    await using world = await aWorld(options);
    const { text } = await world.call(tool, { plan_id: ids.plan, ...args });
    assertStringIncludes(text, `You can undo this; it takes ${requests}.`);
  });
}

function toRent(transaction_id: string): unknown {
  return { transaction_id, category_id: "Rent" };
}
