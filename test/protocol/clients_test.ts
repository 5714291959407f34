import { assert, assertEquals, assertMatch } from "@std/assert";
import { instructionsFor } from "../../server/advice.ts";
import { resourcesOf, toolsOf } from "../../server/offered_tools.ts";
import { bundled } from "../_bundle.ts";
import { findNode } from "../_node.ts";
import { isEverythingNeeded, sayUntested } from "../_untested.ts";
import { type Conversation, conversationWith, RESOURCE_URIS } from "./_conversation.ts";
import { openHost2025 } from "./_host_2025.ts";
import { openHost2026 } from "./_host_2026.ts";
import { fromBundle, fromSource, SERVE_DEMO, type ServerCommand } from "./_server_command.ts";

/** A view's URI contains a digest of the page, and the page includes the process's key. */
const PAGE = /(?<=ui:\/\/budget-tool-server\/[a-z_]+-)[0-9a-f]{16}(?=\.html)/gu;

const onDeno = await conversationWith(openHost2026(fromSource(SERVE_DEMO)));

Deno.test("a 2026 host gets the server's name, its instructions and read-only tools", () => {
  assertEquals(onDeno.protocolVersion, "2026-07-28");
  assertMatch(JSON.stringify(onDeno.serverInfo), /"name":"budget-tool-server"/u);
  assertEquals(onDeno.instructions, instructionsFor({ isWriteAllowed: false, profile: "fuller" }));
  assertEquals("completions" in (onDeno.capabilities as object), false);
  assertEquals(
    onDeno.tools.map(({ name }) => name),
    toolsOf("fuller", false).map(({ name }) => name),
  );
  for (const { annotations, title, description } of onDeno.tools) {
    assertEquals(annotations, { readOnlyHint: true, idempotentHint: true, openWorldHint: true });
    assert(title !== undefined && description !== undefined);
  }
});

Deno.test("a 2026 host lists and reads the resources of the profile, and gets a prompt", () => {
  assertEquals(
    [...onDeno.resources, ...onDeno.templates]
      .map(({ uri, name, mimeType }) => ({ uri, name, mimeType }))
      .toSorted((one, other) => one.name < other.name ? -1 : 1),
    resourcesOf("fuller").map(({ summary: { uri, name } }) => ({
      uri,
      name,
      mimeType: "application/json",
    })),
  );
  assertEquals(Object.keys(onDeno.contents), RESOURCE_URIS);
  for (const content of Object.values(onDeno.contents)) {
    const lists = content as Readonly<Record<string, readonly unknown[]>>;
    assert(Object.values(lists).flat().length > 0);
  }
  assertEquals(onDeno.prompts.length, 8);
  assertMatch(JSON.stringify(onDeno.prompt), /"role":"user".*named \\"Checking\\".* is 1\.50/u);
});

Deno.test("a 2026 host gets the same numbers from each tool as data and as text", () => {
  assertEquals(Object.keys(onDeno.answers), toolsOf("fuller", false).map(({ name }) => name));
  for (const [name, { isError, blocks, structured, text }] of Object.entries(onDeno.answers)) {
    assertEquals([name, isError, blocks], [name, false, 1], text);
    assert(structured !== null);
    const difference = numbersInText(text).symmetricDifference(numbersInData(structured));
    assertEquals([name, difference], [name, new Set()]);
  }
});

Deno.test("a 2026 host gets protocol errors for unknown names, and explanations of invalid calls", () => {
  assertEquals(onDeno.unknownTool.code, -32602);
  assertMatch(onDeno.unknownTool.message, /no_such_tool/u);
  assert(Number(onDeno.unknownResource.code) < 0);
  const { badArgument, missingArgument, unknownPlan } = onDeno;
  assertMatch(badArgument.text, /^invalid_input: .*limit must be/u);
  assertMatch(missingArgument.text, /^invalid_input: .*until is missing \(a month, such as /u);
  assertMatch(unknownPlan.text, /^not_found: /u);
  for (const answer of [badArgument, missingArgument, unknownPlan]) {
    assertEquals([answer.isError, answer.structured, answer.blocks], [true, null, 1]);
  }
});

testSameAnswers(
  "a 2025 host on Deno",
  await conversationWith(openHost2025(fromSource(SERVE_DEMO))),
  "2025-11-25",
);

const node = await findNode();
if (node === null) {
  assert(!isEverythingNeeded, "Node 24 is needed here");
  sayUntested("whether Node returns the same answers as Deno", "Node 24 isn't installed");
} else {
  const folder = await Deno.makeTempDir();
  try {
    const bundle: ServerCommand = fromBundle(node, await bundled("cli.ts", folder), SERVE_DEMO);
    const modern = await conversationWith(openHost2026(bundle));
    testSameAnswers("a 2026 host on Node", modern, "2026-07-28");
    const older = await conversationWith(openHost2025(bundle));
    testSameAnswers("a 2025 host on Node", older, "2025-11-25");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a host gets the tools of the profile set with --profile", async () => {
  await using host = await openHost2026(fromSource([...SERVE_DEMO, "--profile", "complete"]));
  const names = (await host.listTools()).map(({ name }) => name);
  assertEquals(names, toolsOf("complete", false).map(({ name }) => name));
});

function testSameAnswers(label: string, talk: Conversation, version: string): void {
  Deno.test(`${label} gets the same responses as a 2026 host on Deno`, () => {
    assertEquals(talk.protocolVersion, version);
    assertEquals(comparable(talk), comparable(onDeno));
  });
}

/** Removes values that depend on the protocol version, the client library or the process. */
function comparable(talk: Conversation): unknown {
  const { protocolVersion: _, unknownTool, unknownResource, ...answers } = talk;
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
