import { assertEquals } from "@std/assert";
import { CLAIMS, falseClaims } from "./_claims.ts";

const REPLY = { structured: null, isError: true, upstreamRequests: 0 };

Deno.test("CLAIMS contains only phrases that occur in the source of answers", async () => {
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

Deno.test("falseClaims() returns only false claims", () => {
  const text = "this confirmation was already used, so nothing was written";
  const claims = (written: "none" | "all"): number =>
    falseClaims({ ...REPLY, text }, { written, inEffect: written }).length;
  assertEquals([claims("none"), claims("all")], [0, 1]);
  const other = { ...REPLY, text: "YNAB didn't confirm the whole change" };
  assertEquals(falseClaims(other, { written: "all", inEffect: "all" }), []);
});
