import { assertEquals } from "@std/assert";

const ROOT = new URL("../", import.meta.url);

/**
 * Phrases that readers stumble over, and how many are left. A new one fails this test: write it as
 * an engineer would say it. Lower the number when one goes.
 */
const LEFT: Readonly<Record<string, number>> = JSON.parse(
  await Deno.readTextFile(new URL("private_phrases.json", import.meta.url)),
);

const WRITTEN_HERE = /^(?:test\/private_phrases|server\/views\/built_page)/u;
const FOREIGN = /^(?:\..*|node_modules|coverage|dist)$/u;

async function textsBelow(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(`./${folder}`, ROOT))) {
    const path = `${folder}${name}`;
    if (isDirectory && !FOREIGN.test(name)) found.push(...await textsBelow(`${path}/`));
    else if (/\.(?:tsx?|md)$/u.test(name) && !WRITTEN_HERE.test(path)) {
      found.push(await Deno.readTextFile(new URL(path, ROOT)));
    }
  }
  return found;
}

Deno.test("no line adds a private phrase", async () => {
  const text = (await textsBelow("")).join("\n");
  const counts = Object.entries(LEFT).map(([phrase, left]) => {
    const count = [...text.matchAll(new RegExp(phrase, "giu"))].length;
    return [phrase, left, count] as const;
  });
  assertEquals(counts.filter(([, left, count]) => count > left), [], "[phrase, allowed, found]");
});
