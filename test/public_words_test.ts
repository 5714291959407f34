import { assert, assertEquals } from "@std/assert";
import { COMMANDS } from "../cli/_flags.ts";
import { profiles } from "../tools/_tool.ts";
import { runAt } from "./cli/_a_terminal.ts";
import { aWorld } from "./tools/_world.ts";

const ROOT = new URL("../", import.meta.url);

/**
 * String literals that are names in code, not text for users. A literal counts as a name only if
 * its entire text is in this list.
 */
const NAMES: readonly string[] = [
  "demo-upstream",
  "upstream",
  "UpstreamError",
  "http://upstream.invalid",
  "./upstream.ts",
  "client/upstream_client.ts",
];

/** Folders with text that users read, including the scripts that write docs. */
const FOLDERS = [
  ...["domain", "client", "sync", "changes", "tools", "resources", "prompts", "server", "demo"],
  ...["cli", "remote", "scripts"],
];

const DOCUMENTS = [
  "README.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "server.json",
  ...[...Deno.readDirSync(new URL("docs/", ROOT))].map(({ name }) => `docs/${name}`)
    .filter((path) => path.endsWith(".md")),
];

/**
 * Returns lines with the word "upstream", except within the names of the command and the database
 * table.
 */
function slips(text: string): readonly string[] {
  return text.replaceAll(/demo-upstream|\.upstream_tokens/gu, "").split("\n")
    .filter((line) => /upstream/iu.test(line.replaceAll(/`[\w/.-]*upstream[\w/.-]*`/gu, "")));
}

/**
 * Text in a source file: string literals and the fixed parts of templates, but not the module paths
 * in imports.
 */
function literalsOf(path: string, source: string): readonly string[] {
  const texts: string[] = [];
  const keep = (text: unknown): void => void (typeof text === "string" && texts.push(text));
  const rule: Deno.lint.Rule = {
    create: () => ({
      Literal: ({ value, parent }) => {
        if (!/^(?:Import|Export|TSImport)/u.test(parent.type)) keep(value);
      },
      TemplateElement: ({ cooked }) => keep(cooked),
    }),
  };
  Deno.lint.runPlugin({ name: "words", rules: { literals: rule } }, path, source);
  return texts;
}

async function sourcesIn(folder: string): Promise<readonly string[]> {
  const paths = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(`${folder}/`, ROOT))) {
    if (isDirectory) paths.push(...await sourcesIn(`${folder}/${name}`));
    else if (name.endsWith(".ts")) paths.push(`${folder}/${name}`);
  }
  return paths;
}

Deno.test("no sentence in the source contains the word 'upstream'", async () => {
  const paths = ["mod.ts", "cli.ts", ...(await Promise.all(FOLDERS.map(sourcesIn))).flat()];
  const found = paths.flatMap((path) =>
    literalsOf(path, Deno.readTextFileSync(new URL(path, ROOT)))
      .filter((text) => !NAMES.includes(text) && slips(text).length > 0)
      .map((text) => `${path}: ${text}`)
  );
  assert(paths.length > 200, `${paths.length} files`);
  assertEquals(found, []);
  const source = "const a = `one ${b} the upstream ${c}`; // upstream";
  assertEquals(literalsOf("some.ts", source).flatMap(slips), [" the upstream "]);
});

for (const profile of profiles) {
  Deno.test(`no text from the ${profile} server contains the word 'upstream'`, async () => {
    await using world = await aWorld({ profile, write: true });
    const { client } = world;
    const told = [
      client.getInstructions(),
      await client.listTools(),
      await client.listPrompts(),
      await client.listResources(),
      await client.listResourceTemplates(),
    ].map((part) => JSON.stringify(part, null, 1)).join("\n");
    assertEquals(slips(told), []);
  });
}

Deno.test("neither help nor the coverage table contains the word 'upstream'", async () => {
  let out = "";
  const commands = [[], ...COMMANDS.map((name) => [name])];
  for (const args of [...commands.map((words) => [...words, "--help"]), ["coverage"]]) {
    const ended = await runAt(args);
    out += ended.out + ended.err;
  }
  assert(out.includes("BUDGET_ACCESS_TOKEN"), out);
  assertEquals(slips(out), []);
});

Deno.test("no document that users read contains the word 'upstream'", () => {
  const found = DOCUMENTS.flatMap((path) =>
    slips(Deno.readTextFileSync(new URL(path, ROOT))).map((line) => `${path}: ${line}`)
  );
  assertEquals(found, []);
});
