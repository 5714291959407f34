import { assert, assertEquals } from "@std/assert";
import { toolsOf } from "../../server/offered_tools.ts";
import { bundled } from "../_bundle.ts";
import { findNode } from "../_node.ts";
import { isEverythingNeeded, sayUntested } from "../_untested.ts";
import { type Conversation, conversationWith } from "./_conversation.ts";
import { testConversation } from "./_conversation_tests.ts";
import { openHost2025 } from "./_host_2025.ts";
import { openHost2026 } from "./_host_2026.ts";
import { fromBundle, fromSource, SERVE_DEMO, type ServerCommand } from "./_server_command.ts";

/** A view's URI contains a digest of the page, and the page includes the process's key. */
const PAGE = /(?<=ui:\/\/budget-tool-server\/[a-z_]+-)[0-9a-f]{16}(?=\.html)/gu;

const onDeno = await conversationWith(openHost2026(fromSource(SERVE_DEMO)));

testConversation("a 2026 host", onDeno);
Deno.test("a 2026 host negotiates protocol 2026-07-28", () => {
  assertEquals(onDeno.protocolVersion, "2026-07-28");
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

Deno.test("a host lists the tools of the profile that --profile names", async () => {
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
