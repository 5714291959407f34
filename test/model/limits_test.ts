import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { memoryFolder } from "../_memory_folder.ts";
import { removeFolder } from "../sync/_sqlite_store.ts";
import { household, idOf, ids } from "../tools/_plan.ts";
import { ModelWorld } from "./_world.ts";

const plan = { plan_id: ids.plan };
const HOUR_S = 3600;

function flagging(color: string): Readonly<Record<string, unknown>> {
  return { ...plan, flags: [{ transaction_id: idOf("75"), color }] };
}

async function inWorld(run: (world: ModelWorld, below: string) => Promise<void>): Promise<void> {
  const below = await memoryFolder();
  {
    await using world = new ModelWorld({
      place: { kind: "sqlite", below },
      plans: [household()],
      timeZone: "Europe/Berlin",
    });
    await run(world, below);
  }
  await removeFolder(below);
}

Deno.test("servers that share a store send at most 200 requests in any hour", async () => {
  await inWorld(async (world) => {
    let elapsed = 0;
    const sent: number[] = [];
    world.upstream.onRequest = (place) => {
      if (place === "before") sent.push(elapsed);
      return "goes on";
    };
    let refused = 0;
    for (let nth = 0; elapsed < 1.5 * HOUR_S; nth++) {
      world.turnTo(nth);
      if (nth % 90 === 89) await world.restart(nth % 2 === 0);
      world.pass(14);
      elapsed += 15;
      // A preview always reads from YNAB.
      const { isError } = await world.call("flag_transactions", flagging("purple"));
      if (isError) refused += 1;
    }
    const inHours = sent.map((from) =>
      sent.filter((at) => at >= from && at < from + HOUR_S).length
    );
    const most = Math.max(...inHours);
    assert(most <= 200, `${most} requests in an hour`);
    assert(most > 150 && refused > 0, `${most} requests, ${refused} calls refused`);
  });
});

Deno.test("over weeks, journal and cache files grow by a bounded amount per change", async () => {
  await inWorld(async (world, below) => {
    const sizeAfter = async (changes: number): Promise<number> => {
      for (let nth = 0; nth < changes; nth++) {
        world.turnTo(nth);
        await world.passDays(1);
        const args = flagging(nth % 2 === 0 ? "purple" : "green");
        const { structured, text } = await world.call("flag_transactions", args);
        const { confirmation } = structured ?? {};
        const applied = await world.call("flag_transactions", { ...args, confirmation });
        assertEquals(applied.structured?.["status"], "applied", text);
      }
      for (let nth = 0; nth < world.size; nth++) {
        world.turnTo(nth);
        await world.restart(true);
      }
      return sizeOf(below);
    };
    const first = await sizeAfter(10);
    const perChange = (await sizeAfter(20) - first) / 20;
    assert(perChange <= 4096, `${perChange} bytes per change`);
  });
});

Deno.test("reads and changes are correct even if the clock jumps", async () => {
  await inWorld(async (world) => {
    for (const [nth, seconds] of [0, -HOUR_S, 24 * HOUR_S, -HOUR_S].entries()) {
      world.turnTo(nth);
      world.pass(seconds);
      const args = flagging(["purple", "green", "blue", "yellow"][nth] ?? "");
      const { structured, text } = await world.call("flag_transactions", args);
      const { confirmation } = structured ?? {};
      const applied = await world.call("flag_transactions", { ...args, confirmation });
      assertEquals(applied.structured?.["status"], "applied", `${text} ${applied.text}`);
      const [latest] = await (await world.journal()).entries(ids.plan);
      assertEquals(latest?.state, "applied");
      world.pass(31);
      const all = { ...plan, limit: 200 };
      const own = await world.call("find_transactions", all);
      const full = await world.afresh()({ tool: "find_transactions", args: all });
      assertEquals(own.text, full.text);
    }
  });
});

function sizeOf(folder: string): number {
  return [...Deno.readDirSync(folder)].reduce((sum, { name, isDirectory }) => {
    const path = join(folder, name);
    return sum + (isDirectory ? sizeOf(path) : Deno.statSync(path).size);
  }, 0);
}
