import { assert, assertEquals, assertMatch } from "@std/assert";
import { progressOf } from "../../server/asker.ts";
import { householdOn } from "../_household.ts";
import { TODAY } from "../tools/_plan.ts";
import { aWorld } from "../tools/_world.ts";

interface Told {
  readonly progress: number;
  readonly message?: string | undefined;
}

Deno.test("a client that requests progress receives it during the first load", async () => {
  const plan = householdOn(TODAY);
  await using world = await aWorld({ plans: [plan] });
  const told: Told[] = [];
  const call = (): Promise<unknown> =>
    world.client.callTool({ name: "find_transactions", arguments: { plan_id: plan.id } }, {
      onprogress: (progress) => void told.push(progress),
    });
  await call();
  assert(told.length > 0, "no progress was sent");
  assertMatch(told[0]?.message ?? "", /^Loading all transactions \(first time only\): \d+ MB/);
  assert(told.every(({ progress }, at) => progress > (told[at - 1]?.progress ?? 0)));
  const toldBefore = told.length;
  world.pass(31);
  await call();
  assertEquals(told.length, toldBefore);
});

Deno.test("a caller receives the progress of a first load, even if another caller began it without requesting progress", async () => {
  const plan = householdOn(TODAY);
  await using world = await aWorld({ plans: [plan] });
  const told = [0, 0, 0];
  const calls = told.map((_, nth) =>
    world.client.callTool({ name: "find_transactions", arguments: { plan_id: plan.id } }, {
      ...(nth === 0 ? {} : { onprogress: () => void (told[nth] = (told[nth] ?? 0) + 1) }),
    })
  );
  await Promise.all(calls);
  assert(told[1] !== undefined && told[1] > 0);
  assertEquals(told, [0, told[1], told[1]]);
});

Deno.test("a client receives progress notifications only if it requests them, and they include the total once it is known", async () => {
  const sent: unknown[] = [];
  const asked = (_meta: object): ReturnType<typeof progressOf> =>
    progressOf({
      mcpReq: { _meta, notify: (message: unknown) => Promise.resolve(sent.push(message)) },
    } as never);
  assertEquals(asked({}), {});
  const { onProgress } = asked({ progressToken: 7 });
  onProgress?.({ bytes: 2_000_000, total: null });
  // A retry starts over, but the reported progress must never decrease.
  onProgress?.({ bytes: 1_000_000, total: 4_000_000 });
  onProgress?.({ bytes: 2_000_000, total: 4_000_000 });
  onProgress?.({ bytes: 3_000_000, total: 4_000_000 });
  await Promise.resolve();
  const message = "Loading all transactions (first time only):";
  assertEquals((sent as { readonly params: object }[]).map(({ params }) => params), [
    { progressToken: 7, progress: 2_000_000, message: `${message} 2 MB` },
    { progressToken: 7, progress: 3_000_000, total: 4_000_000, message: `${message} 3 MB of 4 MB` },
  ]);
});
