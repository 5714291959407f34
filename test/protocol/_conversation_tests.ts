import { assert, assertEquals, assertMatch } from "@std/assert";
import { instructionsFor } from "../../server/advice.ts";
import { resourcesOf, toolsOf } from "../../server/offered_tools.ts";
import { type Conversation, RESOURCE_URIS } from "./_conversation.ts";
import type { Answer } from "./_host.ts";

/** Registers the tests of a conversation. */
export function testConversation(label: string, talk: Conversation): void {
  Deno.test(`${label} lists the tools of the profile, all of them read-only`, () => {
    assertEquals(talk.tools.map(({ name }) => name), toolsOf("fuller", false).map(nameOf));
    for (const { annotations, title, description } of talk.tools) {
      assertEquals(annotations, {
        readOnlyHint: true,
        idempotentHint: true,
        openWorldHint: true,
      });
      assert(title !== undefined && description !== undefined);
    }
  });

  Deno.test(`${label} lists the resources of the profile`, () => {
    const listed = [...talk.resources, ...talk.templates];
    assertEquals(
      listed.map(({ uri, name, mimeType }) => ({ uri, name, mimeType }))
        .toSorted((one, other) => one.name < other.name ? -1 : 1),
      resourcesOf("fuller").map(({ summary: { uri, name } }) => ({
        uri,
        name,
        mimeType: "application/json",
      })),
    );
  });

  Deno.test(`${label} reads every resource`, () => {
    assertEquals(Object.keys(talk.contents), RESOURCE_URIS);
    const lists = Object.values(talk.contents).map((content) =>
      Object.values(content as Readonly<Record<string, readonly unknown[]>>).flat()
    );
    for (const list of lists) assert(list.length > 0);
  });

  Deno.test(`${label} lists the prompts and gets one`, () => {
    assertEquals(talk.prompts.length, 8);
    assertMatch(JSON.stringify(talk.prompt), /"role":"user".*named \\"Checking\\".* is 1\.50/u);
  });

  Deno.test(`${label} receives the server's name and instructions`, () => {
    assertMatch(JSON.stringify(talk.serverInfo), /"name":"budget-tool-server"/u);
    assertEquals(talk.instructions, instructionsFor({ isWriteAllowed: false, profile: "fuller" }));
    assertEquals("completions" in (talk.capabilities as object), false);
  });

  for (const { name } of toolsOf("fuller", false)) {
    Deno.test(`${label} gets the same numbers from ${name} as data and as text`, () => {
      const answer = answerOf(talk, name);
      assertEquals([answer.isError, answer.blocks], [false, 1], answer.text);
      assert(answer.structured !== null);
      const inData = numbersInData(answer.structured);
      const inText = numbersInText(answer.text);
      assertEquals(inText.symmetricDifference(inData), new Set());
    });
  }

  Deno.test(`${label} gets a protocol error for an unknown tool`, () => {
    assertEquals(talk.unknownTool.code, -32602);
    assertMatch(talk.unknownTool.message, /no_such_tool/u);
  });

  Deno.test(`${label} gets a protocol error for an unknown resource`, () => {
    assert(Number(talk.unknownResource.code) < 0);
  });

  Deno.test(`${label} gets an explanation for an invalid call`, () => {
    assertMatch(talk.badArgument.text, /^invalid_input: .*limit must be/u);
    assertMatch(
      talk.missingArgument.text,
      /^invalid_input: .*until is missing \(a month, such as /u,
    );
    assertMatch(talk.unknownPlan.text, /^not_found: /u);
    for (const answer of [talk.badArgument, talk.missingArgument, talk.unknownPlan]) {
      assertEquals([answer.isError, answer.structured, answer.blocks], [true, null, 1]);
    }
  });
}

function answerOf({ answers }: Conversation, name: string): Answer {
  const answer = answers[name];
  if (answer === undefined) throw new Error(`${name} was not called`);
  return answer;
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

/** Standalone numbers, excluding parts of dates and ids. */
const NUMBER = /(?<![\w.-])-?\p{Sc}?\d+(?:\.\d+)?(?![\w-]|\.\d)/gu;

/** Returns the distinct numbers in text. */
export function numbersInText(text: string): ReadonlySet<number> {
  return new Set([...text.matchAll(NUMBER)].map(([found]) => Number(found.replace(/\p{Sc}/u, ""))));
}

/** Returns the distinct numbers in data, including those inside its strings. */
export function numbersInData(value: unknown): ReadonlySet<number> {
  if (typeof value === "number") return new Set([value]);
  if (typeof value === "string") return numbersInText(value);
  if (typeof value !== "object" || value === null) return new Set();
  return new Set(Object.values(value).flatMap((inner) => [...numbersInData(inner)]));
}
