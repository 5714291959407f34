import { assert, assertEquals, assertMatch } from "@std/assert";
import { instructionsFor } from "../../server/advice.ts";
import { resourcesOf, toolsOf } from "../../server/offered_tools.ts";
import { type Conversation, converse, RESOURCE_URIS } from "./_conversation.ts";
import { openHost2026 } from "./_host_2026.ts";
import { hostHere } from "./_in_process.ts";
import { fromSource, SERVE_DEMO } from "./_server_command.ts";

/**
 * A view's URI contains a digest of the page, and because the page includes the process's key, the
 * URI differs from process to process.
 */
const PAGE = /(?<=ui:\/\/budget-tool-server\/[a-z_]+-)[0-9a-f]{16}(?=\.html)/gu;

await using modern = await openHost2026(fromSource(SERVE_DEMO));
const talk = await converse(modern);

Deno.test("a host that uses the 2026 protocol gets the server's name, instructions and read-only tools", () => {
  assertEquals(talk.protocolVersion, "2026-07-28");
  assertMatch(JSON.stringify(talk.serverInfo), /"name":"budget-tool-server"/u);
  assertEquals(talk.instructions, instructionsFor({ isWriteAllowed: false, profile: "fuller" }));
  assertEquals("completions" in (talk.capabilities as object), false);
  assertEquals(
    talk.tools.map(({ name }) => name),
    toolsOf("fuller", false).map(({ name }) => name),
  );
  for (const { annotations, title, description } of talk.tools) {
    assertEquals(annotations, { readOnlyHint: true, idempotentHint: true, openWorldHint: true });
    assert(title !== undefined && description !== undefined);
  }
});

Deno.test("a host that uses the 2026 protocol can list and read the profile's resources and get a prompt", () => {
  assertEquals(
    [...talk.resources, ...talk.templates]
      .map(({ uri, name, mimeType }) => ({ uri, name, mimeType }))
      .toSorted((one, other) => one.name < other.name ? -1 : 1),
    resourcesOf("fuller").map(({ summary: { uri, name } }) => ({
      uri,
      name,
      mimeType: "application/json",
    })),
  );
  assertEquals(Object.keys(talk.contents), RESOURCE_URIS);
  for (const content of Object.values(talk.contents)) {
    const lists = content as Readonly<Record<string, readonly unknown[]>>;
    assert(Object.values(lists).flat().length > 0);
  }
  assertEquals(talk.prompts.length, 8);
  assertMatch(JSON.stringify(talk.prompt), /"role":"user".*named \\"Checking\\".* is 1\.50/u);
});

Deno.test("with the 2026 protocol, each tool's text and data contain the same numbers", () => {
  assertEquals(Object.keys(talk.answers), toolsOf("fuller", false).map(({ name }) => name));
  for (const [name, { isError, blocks, structured, text }] of Object.entries(talk.answers)) {
    assertEquals([name, isError, blocks], [name, false, 1], text);
    assert(structured !== null);
    const difference = numbersInText(text).symmetricDifference(numbersInData(structured));
    assertEquals([name, difference], [name, new Set()]);
  }
});

Deno.test("with the 2026 protocol, a request for an unknown tool or resource gets a protocol error, and a call with invalid arguments gets an explanation", () => {
  assertEquals(talk.unknownTool.code, -32602);
  assertMatch(talk.unknownTool.message, /no_such_tool/u);
  assert(Number(talk.unknownResource.code) < 0);
  const { badArgument, missingArgument, unknownPlan } = talk;
  assertMatch(badArgument.text, /^invalid_input: .*limit must be/u);
  assertMatch(missingArgument.text, /^invalid_input: .*until is missing \(a month, such as /u);
  assertMatch(unknownPlan.text, /^not_found: /u);
  for (const answer of [badArgument, missingArgument, unknownPlan]) {
    assertEquals([answer.isError, answer.structured, answer.blocks], [true, null, 1]);
  }
});

Deno.test("hosts get the same responses with the 2025 and 2026 protocols", async () => {
  await using host = await hostHere(2025, { write: false, maxAgeMs: 3_600_000 });
  const older = await converse(host);
  assertEquals(older.protocolVersion, "2025-11-25");
  assertEquals(comparable(older), comparable(talk));
});

/** Removes values that depend on the protocol version, the client library or the process. */
function comparable(all: Conversation): unknown {
  const { protocolVersion: _, unknownTool, unknownResource, ...answers } = all;
  const text = JSON.stringify(answers).replaceAll(PAGE, "of this process");
  return { ...JSON.parse(text), codes: [unknownTool.code, unknownResource.code] };
}

/** Standalone numbers, excluding parts of dates and ids. */
const NUMBER = /(?<![\w.-])-?\p{Sc}?\d+(?:\.\d+)?(?![\w-]|\.\d)/gu;

function numbersInText(text: string): ReadonlySet<number> {
  return new Set([...text.matchAll(NUMBER)].map(([found]) => Number(found.replace(/\p{Sc}/u, ""))));
}

/** Returns the distinct numbers in data, including those inside its strings. */
function numbersInData(value: unknown): ReadonlySet<number> {
  if (typeof value === "number") return new Set([value]);
  if (typeof value === "string") return numbersInText(value);
  if (typeof value !== "object" || value === null) return new Set();
  return new Set(Object.values(value).flatMap((inner) => [...numbersInData(inner)]));
}
