/**
 * What a host reads when a resource can't be read.
 *
 * @module
 */

import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { ProtocolErrorCode } from "@modelcontextprotocol/client";
import { DemoUpstream } from "../../demo/upstream.ts";
import type { LogEntry } from "../../mod.ts";
import { household, ids, TODAY } from "../tools/_plan.ts";
import { aWorld } from "../tools/_world.ts";

interface Refusal {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

async function refusal(
  uri: string,
  options: Parameters<typeof aWorld>[0] = {},
): Promise<Refusal> {
  await using world = await aWorld(options);
  return await assertRejects(() => world.client.readResource({ uri }), Error) as Error & Refusal;
}

for (const plan of [ids.checking, "Nowhere"]) {
  Deno.test(`a resource of the unknown plan ${plan} is a miss that names the plans`, async () => {
    const uri = `budget://plans/${plan}/accounts`;
    const { code, message, data } = await refusal(uri);
    assertEquals(code, ProtocolErrorCode.InvalidParams);
    assertEquals(data, { uri });
    assertMatch(message, new RegExp(`not_found: no plan is "${plan}".*\n${ids.plan} `, "u"));
  });
}

Deno.test("a resource takes a plan's name", async () => {
  await using world = await aWorld();
  const { contents } = await world.client.readResource({
    uri: `budget://plans/${encodeURIComponent("Home & Garden")}/accounts`,
  });
  assertEquals(contents.length, 1);
});

const asked: readonly (readonly [what: string, plan: string, says: RegExp])[] = [
  ["a percent that encodes nothing", "%E0%A4%A", /invalid_input: .*percent-encoded/u],
  ["last-used", "last-used", /invalid_input: .*may mean another plan/u],
];
for (const [what, plan, says] of asked) {
  Deno.test(`a resource refuses ${what} without a request`, async () => {
    await using world = await aWorld();
    const uri = `budget://plans/${plan}/categories`;
    const error = await assertRejects(() => world.client.readResource({ uri }), Error);
    assertMatch(error.message, says);
    assertEquals((error as Error & Refusal).code, ProtocolErrorCode.InvalidParams);
    assertEquals(world.sent(), []);
  });
}

Deno.test("a resource passes on what YNAB refuses, in our words", async () => {
  const { code, message } = await refusal("budget://plans", { token: "wrong" });
  assertEquals(code, ProtocolErrorCode.InternalError);
  assertMatch(
    message,
    /unauthorized: YNAB did not accept the access token: make a new one at https/u,
  );
});

Deno.test("a resource that fails by itself is logged under the reference that the host reads", async () => {
  const log: LogEntry[] = [];
  const upstream = new DemoUpstream({
    plans: [household()],
    now: () => new Date(`${TODAY}T12:00:00Z`),
  });
  // An account whose name is no text is more than the schema promises.
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const answer = await upstream.fetch(input, init);
    const text = await answer.text();
    return new Response(text.replace('"name":"Checking"', '"name":{}'), answer);
  };
  const { message } = await refusal(`budget://plans/${ids.plan}/accounts`, {
    fetch,
    log: (entry) => void log.push(entry),
  });
  const [, reference] = /internal: .*\(reference ([0-9a-f]{8})\)/u.exec(message) ?? [];
  const failed = log.find(({ event }) => event === "resource_failed");
  assertEquals(
    [failed?.["reference"], failed?.["resource"]],
    [reference, "budget://plans/{plan_id}/accounts"],
  );
});
