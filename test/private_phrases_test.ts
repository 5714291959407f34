import { assertEquals } from "@std/assert";

const ROOT = new URL("../", import.meta.url);

/**
 * Phrases that readers stumble over, and how many lines still contain each. A new line with such a
 * phrase fails this test; reword it as an engineer would say it. Lower a phrase's number when you
 * remove a line that contains it.
 */
const LEFT: Readonly<Record<string, number>> = JSON.parse(
  await Deno.readTextFile(new URL("private_phrases.json", import.meta.url)),
);

const WRITTEN_HERE = /^(?:test\/private_phrases|server\/views\/built_page)/u;
const FOREIGN = /^(?:\..*|node_modules|coverage|dist)$/u;

async function linesBelow(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(`./${folder}`, ROOT))) {
    const path = `${folder}${name}`;
    if (isDirectory && !FOREIGN.test(name)) found.push(...await linesBelow(`${path}/`));
    else if (/\.(?:tsx?|md)$/u.test(name) && !WRITTEN_HERE.test(path)) {
      const lines = (await Deno.readTextFile(new URL(path, ROOT))).split("\n");
      found.push(...lines.map((line, at) => `${path}:${at + 1}: ${line.trim()}`));
    }
  }
  return found;
}

Deno.test("no line adds a phrase that readers stumble over", async () => {
  const lines = await linesBelow("");
  const added = Object.entries(LEFT).flatMap(([phrase, left]) => {
    const pattern = new RegExp(phrase, "iu");
    const found = lines.filter((line) => pattern.test(line));
    return found.length <= left ? [] : [`${phrase}: ${left} allowed`, ...found];
  });
  assertEquals(added, [], "rewrite the new one of these lines");
});
