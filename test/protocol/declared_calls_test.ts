import { assertEquals, assertStringIncludes } from "@std/assert";
import { fileURLToPath } from "node:url";
import { outputOf } from "../_output_of.ts";

const ROOT = new URL("../../", import.meta.url);
// Inside the repository, so that its import map and compiler options apply.
const CACHE = new URL(".cache/", ROOT);

/**
 * Returns the source of a tool that declares `reads`, and whose handler is typed with `asks` and
 * calls `calls`.
 */
function toolFile(
  { reads, asks, calls }: { readonly reads: string; readonly asks: string; readonly calls: string },
): string {
  return `
    import { z } from "zod";
    import type { InputOf, OutputOf, ToolContext, ToolSummary } from "../../tools/_tool.ts";
    export const summary: ToolSummary = { title: "", description: "", profiles: ["fuller"] };
    export const schema = {
      input: z.strictObject({ plan_id: z.string().optional() }),
      output: z.object({ count: z.number() }),
    };
    export const reads = [${reads}] as const;
    export const writes = [] as const;
    export async function handler(
      { plan_id }: InputOf<typeof schema>,
      { cached }: ToolContext<${asks}, typeof writes>,
    ): Promise<OutputOf<typeof schema>> {
      const { live } = await cached.${calls}({ planId: plan_id });
      return { count: live.length };
    }
  `;
}

function manifest(tool: string): string {
  return `
    import { type Tool, toolOf } from "../../tools/_tool.ts";
    import * as tool from "./${tool}.ts";
    export const taken: Tool = toolOf("${tool}", tool);
  `;
}

const fixtures = {
  "correct": toolFile({
    reads: `"getAccounts"`,
    asks: "typeof reads",
    calls: "getAccounts",
  }),
  "calls_undeclared": toolFile({
    reads: `"getAccounts"`,
    asks: "typeof reads",
    calls: "getTransactions",
  }),
  "declares_less": toolFile({
    reads: `"getAccounts"`,
    asks: `readonly ["getAccounts", "getTransactions"]`,
    calls: "getTransactions",
  }),
  "declares_unknown": toolFile({
    reads: `"getAccounts", "getMoon"`,
    asks: `readonly ["getAccounts"]`,
    calls: "getAccounts",
  }),
} as const;

const errors = await compilerErrors();

Deno.test("a tool that calls only declared operations compiles", () => {
  assertEquals(errors("correct.ts"), []);
  assertEquals(errors("correct_manifest.ts"), []);
});

Deno.test("a handler that calls an undeclared operation doesn't compile", () => {
  const [error = "", ...rest] = errors("calls_undeclared.ts");
  assertStringIncludes(error, "Property 'getTransactions' does not exist");
  assertEquals(rest.length, 0);
});

Deno.test("a tool that declares less than its handler needs doesn't compile", () => {
  assertEquals(errors("declares_less.ts"), []);
  assertStringIncludes(errors("declares_less_manifest.ts").join("\n"), "getTransactions");
});

Deno.test("a read tool that declares a write doesn't compile", () => {
  assertEquals(errors("declares_unknown.ts"), []);
  assertStringIncludes(errors("declares_unknown_manifest.ts").join("\n"), "getMoon");
});

/** Compiles all fixtures at once. Returns a function that looks up the errors of a file. */
async function compilerErrors(): Promise<(file: string) => readonly string[]> {
  await Deno.mkdir(CACHE, { recursive: true });
  const folder = await Deno.makeTempDir({ dir: fileURLToPath(CACHE), prefix: "fixtures-" });
  try {
    const files = Object.entries(fixtures).flatMap(([name, text]) => [
      [`${name}.ts`, text] as const,
      [`${name}_manifest.ts`, manifest(name)] as const,
    ]);
    for (const [name, text] of files) await Deno.writeTextFile(`${folder}/${name}`, text);
    const paths = files.map(([name]) => `${folder}/${name}`);
    const { err } = await outputOf(Deno.execPath(), ["check", "--quiet", ...paths], {
      cwd: ROOT,
      env: { NO_COLOR: "1" },
    });
    const found = err.split(/^(?=TS\d+ )/mu)
      .filter((part) => part.startsWith("TS"));
    return (file) => found.filter((part) => part.includes(`/${file}:`));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
