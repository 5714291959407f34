import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { ROOT } from "../../scripts/_run.ts";
import { definitionTokens } from "../../scripts/tokens.ts";
import { toolsOf } from "../../server/offered_tools.ts";
import { tools } from "../../tools/_manifest.ts";
import { isChanging, profilesOf } from "../../tools/_tool.ts";
import { runAt } from "../cli/_a_terminal.ts";

const readme = await Deno.readTextFile(new URL("README.md", ROOT));

interface Block {
  readonly language: string;
  readonly text: string;
}

const blocks: readonly Block[] = [...readme.matchAll(/^```(\w+)\n([^]*?)\n```$/gmu)]
  .map(([, language = "", text = ""]) => ({ language, text }));
const commands = blocks.filter(({ language }) => language === "sh")
  .flatMap(({ text }) => text.split("\n"))
  .map((line) => line.replace(/ +#.*$/u, ""));

Deno.test("README has at most 200 lines and starts with an example and a picture", () => {
  const lines = readme.split("\n");
  assert(lines.length <= 201, `${lines.length} lines`);
  const first = lines.slice(0, 50).join("\n");
  assertStringIncludes(first, "You can undo this");
  assertStringIncludes(first, "![");
});

Deno.test("README has all the required sections, in the order that a newcomer needs them", () => {
  assertEquals([...readme.matchAll(/^## (.+)$/gmu)].map(([, heading]) => heading), [
    "Why this server",
    "Install",
    "What to ask",
    "Changing the plan",
    "Privacy policy",
    "From the terminal",
    "Tools",
    "Build on it",
    "Notices",
  ]);
});

Deno.test("the README contains YNAB's notice verbatim", () => {
  const notice =
    "We are not affiliated, associated, or in any way officially connected with YNAB or any of " +
    "its subsidiaries or affiliates. The official YNAB website can be found at " +
    "https://www.ynab.com. The names YNAB and You Need A Budget, as well as related names, " +
    "tradenames, marks, trademarks, emblems, and images are registered trademarks of YNAB.";
  assertStringIncludes(readme.replaceAll("\n", " "), notice);
});

Deno.test("the README contains code blocks only in languages that these tests check", () => {
  const known = ["text", "sh", "json", "ts"];
  assertEquals(blocks.filter(({ language }) => !known.includes(language)), []);
  // An unclosed code fence would hide the remaining blocks.
  assertEquals(readme.match(/^```/gmu)?.length, blocks.length * 2);
});

Deno.test("the commands in the README run existing tasks with the pinned version of Deno", async () => {
  const { tasks, unstable } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const asked = commands.filter((line) => line.startsWith("npx -y deno"));
  assertEquals(asked, ["npx -y deno@2.9.6 task demo", "npx -y deno@2.9.6 task test"]);
  assert("demo" in tasks && "test" in tasks);
  // With lazy caching, a host that starts the server from a clone downloads no test packages.
  assertEquals(unstable, ["npm-lazy-caching"]);
  const workflow = await Deno.readTextFile(new URL(".github/workflows/ci.yml", ROOT));
  assertStringIncludes(workflow, "deno-version: 2.9.6");
});

const programs = commands.filter((line) => line.startsWith("deno run -A mod.ts"));
for (const line of programs) {
  Deno.test(`the command in the README works: ${line}`, async () => {
    const home = await Deno.makeTempDir();
    const read = (): Promise<null> => Promise.resolve(null);
    try {
      const { status, out, err } = await runAt(wordsOf(line).slice(4), {
        env: { HOME: home, BUDGET_ACCESS_TOKEN: "x1" },
        openPrompt: () => Promise.resolve({ read, close: () => {} }),
      });
      assertEquals({ status, err }, { status: 0, err: "" });
      assert(out.length > 10, out);
    } finally {
      await Deno.remove(home, { recursive: true });
    }
  });
}

Deno.test("these tests run every command in the README", () => {
  const others = commands.filter((line) =>
    !programs.includes(line) &&
    !/^(?:npx -y deno@2\.9\.6 (?:task|run)|claude mcp add|git clone) /u.test(line)
  );
  assertEquals(others, []);
  assert(programs.length >= 4);
});

Deno.test("README marks tools that change the plan or need the complete profile, and links to the page that lists all tools", () => {
  const listed = [...readme.matchAll(/\[(\w+)\]\(docs\/tools\/\1\.md\)([^,|\s]*)/gu)];
  // The README doesn't have to mention a new tool, because the generated page that lists all tools
  // includes it.
  assert(listed.length >= tools.length - 2, `README lists ${listed.length} tools`);
  for (const [, name = "", marks = ""] of listed) {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`README lists an unknown tool: ${name}`);
    const isOnlyInComplete = profilesOf(tool.summary).length === 1;
    const expected = (isChanging(tool) ? "\\*" : "") + (isOnlyInComplete ? "\u2020" : "");
    assertEquals(marks, expected, name);
  }
  assertEquals(new Set(listed.map(([, name]) => name)).size, listed.length);
  assertStringIncludes(readme, "(docs/tools/README.md)");
});

Deno.test("README gives the number of tools and the number of tokens in their definitions", async () => {
  for (const profile of ["fuller", "complete"] as const) {
    const tokens = (await definitionTokens(profile, true)).toLocaleString("en-US");
    const count = toolsOf(profile, true).length;
    const said = profile === "fuller"
      ? `${tokens} for the definitions of the ${count} default tools`
      : `${tokens} for all ${count}.`;
    assertStringIncludes(readme.replaceAll("\n ", ""), said);
  }
});

/** Splits a shell line into words. Text in single quotes is a single shell word. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|\S+/gu)].map(([word, quoted]) => quoted ?? word);
}
