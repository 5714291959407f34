/**
 * Counts the tokens (o200k_base) that a host spends on definitions before any call: the name,
 * description and arguments of each tool, and the instructions.
 *
 * Usage: deno task tokens
 */

// deno-lint-ignore-file no-console
import { Client, InMemoryTransport, type Tool } from "@modelcontextprotocol/client";
import { countTokens } from "npm:gpt-tokenizer@^4.0.0/encoding/o200k_base";
import { DEMO_TOKEN, demoFetch } from "../demo/demo_fetch.ts";
import { createServerFactory } from "../mod.ts";
import { type Profile, profiles } from "../tools/_tool.ts";

/** The definitions that a host receives before any call. */
export interface Listing {
  readonly tools: readonly Tool[];
  readonly instructions: string;
}

/** Counts the tokens of a string, or of a value as minified JSON. */
export function tokensOf(value: unknown): number {
  return countTokens(typeof value === "string" ? value : JSON.stringify(value));
}

/** Lists a profile's tools as they are sent to clients. */
export async function listingOf(profile: Profile, write: boolean): Promise<Listing> {
  const factory = createServerFactory({ token: DEMO_TOKEN, fetch: demoFetch(), profile, write });
  const client = new Client({ name: "tokens", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([factory.create().connect(far), client.connect(near)]);
  try {
    const { tools } = await client.listTools();
    return { tools, instructions: client.getInstructions() ?? "" };
  } finally {
    await client.close();
    await factory.close();
  }
}

/** The parts of a tool that most hosts show to a model. */
function shownToModel(
  { name, description, inputSchema }: Tool,
): Pick<Tool, "name" | "description" | "inputSchema"> {
  return { name, description, inputSchema };
}

/** Counts the tokens of a profile's tool definitions, as a model receives them. */
export async function definitionTokens(profile: Profile, write: boolean): Promise<number> {
  return tokensOf((await listingOf(profile, write)).tools.map(shownToModel));
}

if (import.meta.main) {
  const { tools, instructions } = await listingOf("complete", true);
  const cost = new Map(tools.map((tool) => [tool.name, tokensOf(shownToModel(tool))]));
  for (const [name, tokens] of [...cost].toSorted(([, one], [, other]) => other - one)) {
    console.log(`${name.padEnd(32)}${String(tokens).padStart(6)}`);
  }
  console.log();
  for (const profile of profiles) {
    for (const write of [true, false]) {
      const { tools: listed } = await listingOf(profile, write);
      const what = `${profile}, ${write ? "writing" : "read-only"}: ${listed.length} tools`;
      const tokens = tokensOf(listed.map(shownToModel));
      console.log(`${what.padEnd(32)}${String(tokens).padStart(6)}`);
    }
  }
  console.log(`${"instructions".padEnd(32)}${String(tokensOf(instructions)).padStart(6)}`);
}
