import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { openSession } from "../../server/open_session.ts";
import { runTool } from "../../server/run_tool.ts";
import { loadTool } from "../../tools/_load_tool.ts";
import { confirm, type Confirmed } from "./_confirm.ts";
import { TODAY } from "./_plan.ts";
import { aWorld, rowsOf, type World } from "./_world.ts";

const plan = { month: "2026-03" };

const calls: Readonly<Record<string, object>> = {
  set_category_budget: { category_id: "Dining", amount: 100.25 },
  move_money: { from_category_id: "Power", to_category_id: "Dining", amount: 35.5 },
  assign_month: {
    assignments: [
      { category_id: "Rent", amount: 900 },
      { category_id: "Power", amount: 120 },
      { category_id: "Dining", amount: 100.5 },
    ],
  },
};

/** Available amounts of the month's categories, by id. */
async function availableIn(world: World): Promise<ReadonlyMap<unknown, unknown>> {
  const args = { ...plan, include_empty: true };
  const rows = rowsOf(await world.call("get_category_balances", args), "categories");
  return new Map(rows.map(({ category_id, available }) => [category_id, available]));
}

async function assertReported(world: World, change: () => Promise<Confirmed>): Promise<Confirmed> {
  const before = await availableIn(world);
  const confirmed = await change();
  const after = await availableIn(world);
  const rows = rowsOf(confirmed.preview);
  assertEquals(
    rows.map((row) => [row["available_before"], row["available_after"]]),
    rows.map(({ id }) => [before.get(id), after.get(id)]),
  );
  const lines = confirmed.preview.text.split("\n");
  for (const { label, ...row } of rows) {
    const amounts = [row["available_before"], row["available_after"]]
      .map((one) => Number(one).toFixed(2));
    const line = lines.find((one) => one.includes(String(label))) ?? "";
    assertStringIncludes(line, amounts.join("|"));
  }
  return confirmed;
}

for (const [name, args] of Object.entries(calls)) {
  Deno.test(`the previews of ${name} and its undo contain the available amounts before and after`, async () => {
    await using world = await aWorld({ write: true, profile: "complete", fullIds: true });
    const { preview, applied } = await assertReported(
      world,
      () => confirm(world, name, { ...plan, ...args }),
    );
    // The response has a sentence for every changed category.
    const names = rowsOf(preview).map(({ label }) =>
      /^[^/]*\/([^,]*)/u.exec(String(label))?.[1] ?? ""
    );
    assertMatch(applied.text, new RegExp(`Available in 2026-03: ${names.join(" .*, ")} `));
    assertEquals(applied.text.includes("available_before"), false);
    await assertReported(world, () => confirm(world, "undo_operation"));
  });
}

Deno.test("the move_money question shows available amounts before and after", async () => {
  await using world = await aWorld({ write: true });
  const options = { token: "demo-token", fetch: world.upstream.fetch, today: TODAY, write: true };
  const { question } = await runTool({
    tool: await loadTool("move_money"),
    args: { ...plan, ...calls["move_money"] },
    elicitation: { isSupported: true, response: null },
  }, openSession(options));
  assertEquals(question?.text.split("\n").slice(1, 3), [
    "- Bills/Power, March 2026: assigned $50.00 \u2192 $14.50; available $50.00 \u2192 $14.50",
    "- Fun/Dining, March 2026: assigned $60.00 \u2192 $95.50; available -$35.50 \u2192 $0.00",
  ]);
});
