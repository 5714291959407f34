import { assert, assertEquals } from "@std/assert";
import { Client } from "@modelcontextprotocol/client";
import { DemoUpstream } from "../../demo/upstream.ts";
import type { AnswersMode } from "../../mod.ts";
import { transportHere } from "../protocol/_in_process.ts";
import { household, TODAY } from "../tools/_plan.ts";

const ERAS = ["2025-11-25", "2026-07-28"] as const;
const UI = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };

interface Told {
  readonly schemas: number;
  readonly tools: number;
  readonly hasData: boolean;
  readonly text: string;
}

interface Host {
  readonly name: string;
  readonly era: (typeof ERAS)[number];
  readonly showsViews?: boolean;
  readonly answers?: AnswersMode | undefined;
}

/** Returns what a host gets from a server that supports both protocol versions. */
async function toldTo({ name, era, showsViews = false, answers }: Host): Promise<Told> {
  const { fetch } = new DemoUpstream({ plans: [household()], now: () => new Date(TODAY) });
  const client = new Client({ name, version: "1" }, {
    capabilities: showsViews ? { extensions: UI } : {},
    ...(era === "2026-07-28" ? { versionNegotiation: { mode: { pin: era } } } : {}),
  });
  await client.connect(transportHere({ fetch, today: TODAY, answers }));
  const { tools } = await client.listTools();
  const { content, structuredContent } = await client.callTool({
    name: "list_accounts",
    arguments: {},
  });
  const negotiated = client.getNegotiatedProtocolVersion();
  await client.close();
  assertEquals(negotiated, era);
  const [block] = content;
  return {
    schemas: tools.filter(({ outputSchema }) => outputSchema !== undefined).length,
    // Don't count page-only tools, which are listed only for hosts that show views.
    tools: tools.filter(({ _meta }) => !JSON.stringify(_meta ?? {}).includes("visibility")).length,
    hasData: structuredContent !== undefined,
    text: block?.type === "text" ? block.text : "",
  };
}

for (const era of ERAS) {
  Deno.test(`with protocol ${era}, a host that hides an answer's text from its model if there is data gets only text, with no data and no output schemas`, async () => {
    const { schemas, hasData, text } = await toldTo({ name: "codex-mcp-client", era });
    assertEquals([schemas, hasData], [0, false]);
    assert(text.includes("Checking"), text);
  });

  Deno.test(`with protocol ${era}, a host that shows views or passes text to its model gets both text and data`, async () => {
    for (const host of [{ name: "some-host" }, { name: "claude-code", showsViews: true }]) {
      const { schemas, tools, hasData } = await toldTo({ ...host, era });
      assertEquals([schemas, hasData], [tools, true]);
    }
  });

  Deno.test(`with protocol ${era}, every host gets the response format set at startup, always with the same text`, async () => {
    const both = await toldTo({ name: "claude-code", era, answers: "both" });
    assertEquals([both.schemas, both.hasData], [both.tools, true]);
    const text = await toldTo({ name: "some-host", era, answers: "text" });
    assertEquals([text.schemas, text.hasData], [0, false]);
    assertEquals(text.text, both.text);
  });
}
