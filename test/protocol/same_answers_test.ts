import { assert, assertEquals } from "@std/assert";
import { bundled } from "../_bundle.ts";
import { findNode } from "../_node.ts";
import { type Conversation, conversationWith } from "./_conversation.ts";
import { openHost2025 } from "./_host_2025.ts";
import { openHost2026 } from "./_host_2026.ts";
import { fromBundle, SERVE_DEMO, type ServerCommand } from "./_server_command.ts";
import { isEverythingNeeded, sayUntested } from "../_untested.ts";
import { conversationWithSource } from "./_source_conversations.ts";

const onDeno = await conversationWithSource(2026);
const onNode = await conversationsOnNode();

testSameAnswers("a 2025 host on Deno", await conversationWithSource(2025));

Deno.test("the server on Node responds", () => {
  if (onNode !== null) return;
  assert(!isEverythingNeeded, "Node 24 is needed here");
  sayUntested("whether Node returns the same answers as Deno", "Node 24 isn't installed");
});

if (onNode !== null) {
  testSameAnswers("a 2026 host on Node", onNode.host2026);
  testSameAnswers("a 2025 host on Node", onNode.host2025);
}

function testSameAnswers(label: string, talk: Conversation): void {
  Deno.test(`${label} gets the same responses as a 2026 host on Deno`, () => {
    assertEquals(comparable(talk), comparable(onDeno));
  });
}

/** A view's URI contains a digest of the page, and the page includes the process's key. */
const PAGE = /(?<=ui:\/\/budget-tool-server\/[a-z_]+-)[0-9a-f]{16}(?=\.html)/gu;

/** Removes values that depend on the protocol version, the client library or the process. */
function comparable(talk: Conversation): unknown {
  const { protocolVersion: _, unknownTool, unknownResource, ...answers } = talk;
  const text = JSON.stringify(answers).replaceAll(PAGE, "of this process");
  return { ...JSON.parse(text), codes: [unknownTool.code, unknownResource.code] };
}

async function conversationsOnNode(): Promise<
  { readonly host2026: Conversation; readonly host2025: Conversation } | null
> {
  const node = await findNode();
  if (node === null) return null;
  const folder = await Deno.makeTempDir();
  try {
    const bundle: ServerCommand = fromBundle(node, await bundled("cli.ts", folder), SERVE_DEMO);
    return {
      host2026: await conversationWith(openHost2026(bundle)),
      host2025: await conversationWith(openHost2025(bundle)),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
