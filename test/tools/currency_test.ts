import { assertEquals } from "@std/assert";
import { isChanging } from "../../tools/_tool.ts";
import { tools } from "../../tools/_manifest.ts";
import { aRow, household, idOf, ids } from "./_plan.ts";
import { readArguments } from "./_read_arguments.ts";
import { aWorld, aWorldWithoutPlan, callIn } from "./_world.ts";

const CODE = /^currency: USD$/gmu;

Deno.test("read-only tools state the currency once in data and once in text", async () => {
  const { transactions } = household();
  const owed = aRow({ id: idOf("e9"), account_id: ids.visa, amount: -50_000 });
  const plans = [household({ transactions: [...transactions, owed] })];
  await using world = await aWorldWithoutPlan({ profile: "complete", plans });
  for (const tool of tools.filter((one) => !isChanging(one) && one.name !== "list_plans")) {
    const { structured, text } = await world.call(tool.name, readArguments(tool));
    assertEquals(structured?.["currency"], "USD", text);
    assertEquals(text.match(CODE)?.length, 1, text);
  }
});

Deno.test("responses omit the currency if it is unknown", async () => {
  const plan = household();
  await using unlisted = await aWorld({ plans: [plan] });
  await using without = await aWorld({ plans: [{ ...plan, currency_format: null }] });
  for (const world of [unlisted, without]) {
    const { structured, text } = await world.call("list_accounts");
    assertEquals([structured?.["currency"], text.includes("currency")], [undefined, false]);
  }
});

Deno.test("previews omit the currency because amounts include its symbol", async () => {
  const args = { month: "current", category_id: "Rent", amount: 5 };
  const { structured } = await callIn(aWorld({ write: true }), "set_category_budget", args);
  assertEquals(structured?.["currency"], undefined);
});
