import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { ICON_SIZE, iconFile, iconLines, linesOfIcon } from "../../scripts/_icon.ts";
import { ICON_FILE, SCREENSHOT_FILE } from "../../scripts/_project.ts";
import { recordingOf } from "../../scripts/_recording.ts";
import { ROOT } from "../../scripts/_run.ts";

const scene = {
  question: "What is left?",
  call: 'a_tool {"text":"<&>"}',
  answer: ["name  left", "Rent  9.00"],
  requests: "0 requests to YNAB: the local copy knew",
};

Deno.test("recordingOf() shows every line of every scene, with its marks escaped", () => {
  const drawn = recordingOf([scene, { ...scene, question: "And now?" }], "deno task demo");
  for (const text of ["What is left?", "And now?", "Rent  9.00", "&quot;&lt;&amp;&gt;&quot;"]) {
    assertStringIncludes(drawn, text);
  }
  assertEquals(drawn.match(/<g class="scene"/gu)?.length, 2);
  assertStringIncludes(drawn, "prefers-reduced-motion");
});

Deno.test("recordingOf() cuts an answer that is too long to be looked at", () => {
  const answer = Array.from({ length: 40 }, (_, at) => `row ${at}`);
  const drawn = recordingOf([{ ...scene, answer }], "demo");
  assertStringIncludes(drawn, "... and 16 more lines");
  assertEquals(drawn.includes("row 30"), false);
});

Deno.test("the recording in the documents is small, and runs no script", async () => {
  const drawn = await Deno.readTextFile(new URL("docs/images/demo.svg", ROOT));
  assert(drawn.length < 300_000, `${drawn.length} bytes`);
  assertEquals(/<script|href=|https?:(?!\/\/www\.w3\.org)/u.test(drawn), false);
});

Deno.test("the icon in the documents is what is drawn, whatever compressed it", async () => {
  const found = linesOfIcon(await Deno.readFile(new URL(ICON_FILE, ROOT)));
  assertEquals(found.length, ICON_SIZE * (1 + 4 * ICON_SIZE));
  assertEquals(await digestOf(found), await digestOf(iconLines()));
  assertEquals(await digestOf(linesOfIcon(iconFile())), await digestOf(found));
});

Deno.test("the screenshot is a PNG image that a directory takes", async () => {
  const file = await Deno.readFile(new URL(SCREENSHOT_FILE, ROOT));
  assertEquals([...file.subarray(1, 4)], [..."PNG"].map((letter) => letter.charCodeAt(0)));
  assert(file.length < 300_000);
});

async function digestOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  return [...new Uint8Array(digest)].join(" ");
}
