import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { Client, InMemoryTransport, ProtocolErrorCode } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { LogEntry } from "../../mod.ts";
import { registerPrompt, registerResource } from "../../server/register.ts";
import { resourceOf } from "../../resources/_resource.ts";
import { openSession } from "../../server/open_session.ts";
import { ids } from "../tools/_plan.ts";
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
  Deno.test(`reading a resource of a plan that doesn't exist (${plan}) returns an error that lists the known plans`, async () => {
    const uri = `budget://plans/${plan}/accounts`;
    const { code, message, data } = await refusal(uri);
    assertEquals(code, ProtocolErrorCode.InvalidParams);
    assertEquals(data, { uri });
    assertMatch(
      message,
      new RegExp(`not_found: no plan has the id or name "${plan}".*\n${ids.plan} `, "u"),
    );
  });
}

Deno.test("a resource's URI may contain a plan's name instead of its id", async () => {
  await using world = await aWorld();
  const { contents } = await world.client.readResource({
    uri: `budget://plans/${encodeURIComponent("Home & Garden")}/accounts`,
  });
  assertEquals(contents.length, 1);
});

const asked: readonly (readonly [what: string, plan: string, says: RegExp])[] = [
  ["an invalid percent encoding", "%E0%A4%A", /invalid_input: .*percent-encoded/u],
  ["last-used", "last-used", /invalid_input: .*may mean a different plan/u],
];
for (const [what, plan, says] of asked) {
  Deno.test(`a resource rejects ${what} without calling YNAB`, async () => {
    await using world = await aWorld();
    const uri = `budget://plans/${plan}/categories`;
    const error = await assertRejects(() => world.client.readResource({ uri }), Error);
    assertMatch(error.message, says);
    assertEquals((error as Error & Refusal).code, ProtocolErrorCode.InvalidParams);
    assertEquals(world.sent(), []);
  });
}

Deno.test("a resource explains YNAB's errors in the server's own words", async () => {
  const { code, message } = await refusal("budget://plans", { token: "wrong" });
  assertEquals(code, ProtocolErrorCode.InternalError);
  assertMatch(
    message,
    /unauthorized: YNAB did not accept the access token: create a new one at https/u,
  );
});

const fail = (): Promise<never> => Promise.reject(new TypeError("the payee is Secret Shop"));
const summary = { name: "faulty", title: "Faulty", description: "Fails" };
const uri = "budget://faulty";
const resource = resourceOf({
  summary: { ...summary, uri, profiles: ["fuller"] },
  schema: { output: z.object({}) },
  reads: [],
  read: fail,
});

const broken: readonly (readonly [
  what: "resource" | "prompt",
  name: string,
  register: (into: Parameters<typeof registerPrompt>[1]) => void,
  ask: (client: Client) => Promise<unknown>,
])[] = [
  [
    "resource",
    uri,
    (into) => registerResource({ ...resource, load: () => Promise.resolve(resource) }, into),
    (client) => client.readResource({ uri }),
  ],
  [
    "prompt",
    "faulty",
    (into) => registerPrompt({ summary, argumentsSchema: { type: "object" }, load: fail }, into),
    (client) => client.getPrompt({ name: "faulty" }),
  ],
];

for (const [what, name, register, ask] of broken) {
  Deno.test(`an internal error in a ${what} is logged with the reference that the host receives`, async () => {
    const log: LogEntry[] = [];
    const session = openSession({ token: "a-token", log: (entry) => void log.push(entry) });
    const server = new McpServer({ name: "test", version: "1" });
    const open = (): Promise<typeof session> => Promise.resolve(session);
    register({ server, open, tools: [] });
    const client = new Client({ name: "test", version: "1" });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(far), client.connect(near)]);
    const { message, code } = await assertRejects(() => ask(client), Error) as Error & Refusal;
    await client.close();
    assertEquals(code, ProtocolErrorCode.InternalError);
    const [, reference] = /internal: .*\(reference ([0-9a-f]{8})\)/u.exec(message) ?? [];
    const entries = log.map((entry) => ({ ...entry, at: undefined }));
    assertEquals<readonly unknown[]>(entries, [
      {
        ...{ level: "error", event: `${what}_failed`, [what]: name, reference },
        ...{ error: "TypeError", at: undefined },
      },
    ]);
    assertEquals(`${message}${JSON.stringify(log)}`.includes("Secret"), false);
  });
}
