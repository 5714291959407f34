import { assertEquals } from "@std/assert";
import { z } from "zod";
import {
  type InputOf,
  type OutputOf,
  type ToolContext,
  toolOf,
  type ToolSummary,
} from "../../tools/_tool.ts";

// Checks, during `deno task types`, that mistakes in a tool's declarations don't compile: each
// `@ts-expect-error` must be followed by an error.

const summary: ToolSummary = { title: "", description: "", profiles: ["fuller"] };
const schema = {
  input: z.strictObject({ plan_id: z.string().optional() }),
  output: z.object({ count: z.number() }),
};
const tool = { summary, schema, writes: [] } as const;

type Input = InputOf<typeof schema>;
type Counted = Promise<OutputOf<typeof schema>>;
type Context<Reads extends readonly ("getAccounts" | "getTransactions")[]> = ToolContext<
  Reads,
  readonly []
>;

async function countAccounts(
  { plan_id: planId }: Input,
  { cached }: Context<readonly ["getAccounts"]>,
): Counted {
  // @ts-expect-error: the operation isn't declared.
  void cached.getTransactions;
  const { live } = await cached.getAccounts({ planId });
  return { count: live.length };
}

async function countTransactions(
  { plan_id: planId }: Input,
  { cached }: Context<readonly ["getAccounts", "getTransactions"]>,
): Counted {
  const { live } = await cached.getTransactions({ planId });
  return { count: live.length };
}

Deno.test("a tool compiles only if it declares what its handler calls", () => {
  const right = toolOf("right", { ...tool, reads: ["getAccounts"], handler: countAccounts });
  assertEquals(right.reads.complete, ["getAccounts"]);
  // @ts-expect-error: the handler calls an operation that isn't declared.
  toolOf("declares_less", { ...tool, reads: ["getAccounts"], handler: countTransactions });
  const unknown = { ...tool, reads: ["getAccounts", "getMoon"] } as const;
  // @ts-expect-error: YNAB has no such operation.
  toolOf("declares_unknown", { ...unknown, handler: countAccounts });
});

// @ts-expect-error: an operation that writes can't be declared as a read.
export type ReadsByWriting = ToolContext<readonly ["updatePayee"], readonly []>;
