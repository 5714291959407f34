import { assertEquals, AssertionError, assertRejects } from "@std/assert";
import type { ToolReply } from "../../server/run_tool.ts";
import { idOf, ids } from "../tools/_plan.ts";
import { aLife, live, takeBack } from "./_life.ts";
import { moneyIn } from "./_money.ts";
import type { Step } from "./_steps.ts";
import type { ModelWorld } from "./_world.ts";

const numbers = { one: 1, two: 2, three: 0, amount: 50_000 };
const read: Step = { kind: "read", manner: "yes", mishap: null, ...numbers };
const budget: Step = { ...read, kind: "set_category_budget" };

/**
 * A simulated bug. `plant` runs after a call and either changes the plan or returns a wrong
 * response in place of the real one.
 */
interface Bug {
  readonly name: string;
  readonly step: Step;
  readonly plant: (world: ModelWorld, tool: string, reply: ToolReply) => ToolReply;
}

const BUGS: readonly Bug[] = [
  {
    name: "a change that is reported as applied but changed another amount",
    step: budget,
    plant: (world, _, reply) => {
      if (reply.structured?.["status"] === "applied") {
        world.upstream.edit(({ assignments }) => {
          assignments.set("2026-04-01", new Map([[ids.gifts, 10_000]]));
        });
      }
      return reply;
    },
  },
  {
    name: "a read with a wrong balance",
    step: read,
    plant: (_, tool, reply) => {
      if (tool !== "list_accounts") return reply;
      const accounts = reply.structured?.["accounts"] as readonly { readonly balance: number }[];
      const wrong = accounts.map((one) => ({ ...one, balance: one.balance + 10 }));
      return { ...reply, structured: { ...reply.structured, accounts: wrong } };
    },
  },
  {
    name: "a used code that writes again",
    step: { ...budget, manner: "twice" },
    plant: (world, _, reply) => {
      if (reply.isError) {
        world.upstream.edit(({ categories: [first] }) => {
          if (first !== undefined) first.note = "written again";
        });
      }
      return reply;
    },
  },
];

for (const { name, step, plant } of BUGS) {
  Deno.test(`the model detects ${name}`, async () => {
    const life = aLife({ kind: "memory" }, () => {});
    const { world } = life;
    await using _ = world;
    const { call } = world;
    const planted: ModelWorld["call"] = async (tool, args) =>
      plant(world, tool, await call(tool, args));
    Object.defineProperty(world, "call", { value: planted });
    await assertRejects(() => live(step, life), AssertionError);
  });
}

Deno.test("if undo skips a record because its account is closed, the model checks that the account really is closed", async () => {
  const life = aLife({ kind: "memory" }, () => {});
  const { world } = life;
  await using _ = world;
  const { call } = world;
  const edit = { plan_id: ids.plan, scheduled_id: idOf("92"), transfer_to_account_id: "Visa" };
  const { confirmation } = (await call("edit_scheduled_transaction", edit)).structured ?? {};
  const applied = await call("edit_scheduled_transaction", { ...edit, confirmation });
  const undo = String(applied.structured?.["operation_id"]);
  const skipped = [{ id: idOf("92"), reason: "its account is closed" }];
  const planted: ModelWorld["call"] = async (tool, args) => {
    const reply = await call(tool, args);
    return { ...reply, structured: { left_alone: skipped } };
  };
  Object.defineProperty(world, "call", { value: planted, configurable: true });
  await assertRejects(() => takeBack(undo, life), AssertionError, "no client touched");
  Object.defineProperty(world, "call", { value: call });
  world.upstream.edit(({ accounts }) => {
    for (const one of accounts) if (one.id === ids.savings) one.closed = true;
  });
  await takeBack(undo, life);
  assertEquals([...life.touched], [idOf("92")]);
});

Deno.test("the model includes transactions from later months in account balances", async () => {
  const life = aLife({ kind: "memory", timeZone: "Europe/Berlin" }, () => {});
  const { world } = life;
  await using _ = world;
  const start = moneyIn(world.records()).banked;
  await world.passDays(47);
  // The total balance falls by the rent for April and May; the transfers to savings don't change
  // it.
  assertEquals(moneyIn(world.records()).banked - start, -2_000_000);
  await live(read, life);
});
