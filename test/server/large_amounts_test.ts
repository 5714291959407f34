import { assertEquals } from "@std/assert";
import { aRow, household, ids } from "../tools/_plan.ts";
import { aWorld } from "../tools/_world.ts";

Deno.test("amounts near a trillion are found and shown to the cent", async () => {
  const plan = household();
  const amount = -899_999_999_999_990;
  plan.transactions.push(aRow({ id: "00000099-0000-4000-8000-000000000000", amount }));
  await using world = await aWorld({ plans: [plan], planId: ids.plan });
  const { structured } = await world.call("find_transactions", { amount: -899_999_999_999.99 });
  const [row] = structured?.["transactions"] as readonly { readonly amount: number }[];
  assertEquals([structured?.["count"], row?.amount], [1, -899_999_999_999.99]);
  const { text } = await world.call("find_transactions", { min_amount: -1e12, max_amount: -1e11 });
  assertEquals(text.includes("-899999999999.99"), true);
});
