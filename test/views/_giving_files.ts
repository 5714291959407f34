import type { Frame } from "npm:puppeteer-core@^25.16.0";

/** Ways for the user to give the page a file, with the event to dispatch, if any. */
const EVENTS = {
  "choose": null,
  "drop": { constructor: "DragEvent", type: "drop", field: "dataTransfer" },
  "paste a file": { constructor: "ClipboardEvent", type: "paste", field: "clipboardData" },
  "paste its text": null,
} as const;

export type Way = keyof typeof EVENTS;

export const WAYS = Object.keys(EVENTS) as readonly Way[];

// Remove the folder only after all tests have finished, because the page may still be reading a
// file after `uploadFile` has returned.
const folder = await Deno.makeTempDir();
Deno.test.afterAll(() => Deno.remove(folder, { recursive: true }));

export async function giveFile(way: Way, frame: Frame, text: string): Promise<void> {
  const event = EVENTS[way];
  if (event !== null) {
    await frame.evaluate(`(() => {
      const files = new DataTransfer();
      files.items.add(new File([${JSON.stringify(text)}], "october.csv"));
      const options = { bubbles: true, cancelable: true, ${event.field}: files };
      const event = new ${event.constructor}("${event.type}", options);
      document.querySelector(".drop").dispatchEvent(event);
    })()`);
  } else if (way === "choose") {
    const path = `${folder}/october.csv`;
    await Deno.writeTextFile(path, text);
    const field = await frame.waitForSelector("input[type=file]");
    await field?.uploadFile(path);
  } else {
    await frame.evaluate(`(() => {
      const area = document.querySelector("textarea");
      area.value = ${JSON.stringify(text)};
      area.dispatchEvent(new Event("input", { bubbles: true }));
    })()`);
    await frame.waitForSelector(".drop button");
    await frame.evaluate(`document.querySelector(".drop button").click()`);
  }
}
