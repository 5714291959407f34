import { assertEquals } from "@std/assert";
import { CLAIMS } from "./_claims.ts";

Deno.test("every phrase in CLAIMS occurs in the source code that generates answers about changes", async () => {
  const source = (await textsIn(new URL("../../changes/", import.meta.url))).join("\n");
  assertEquals(Object.keys(CLAIMS).filter((words) => !source.includes(spelled(words))), []);
});

async function textsIn(folder: URL): Promise<readonly string[]> {
  const texts = [...Deno.readDirSync(folder)].map(async ({ name, isFile }) =>
    isFile
      ? [await Deno.readTextFile(new URL(name, folder))]
      : await textsIn(new URL(`${name}/`, folder))
  );
  return (await Promise.all(texts)).flat();
}

/** Removes words whose position in an answer varies. */
function spelled(words: string): string {
  return words.replace(/^which /u, "");
}
