/**
 * Makes the pictures of the documents.
 *
 * @module
 */

import type { Derived } from "./_derived.ts";
import { demoScenes } from "./_demo_text.ts";
import { EXAMPLE_DAY } from "./_examples.ts";
import { iconFile, iconLines, linesOfIcon } from "./_icon.ts";
import { ICON_FILE } from "./_project.ts";
import { recordingOf } from "./_recording.ts";
import { ROOT } from "./_run.ts";

/** The recording of the demo, below the repository. */
export const RECORDING_FILE = "docs/images/demo.svg";

/**
 * Draws the recording of the demo.
 *
 * @returns The picture.
 */
export async function recording(): Promise<Derived> {
  // The list of plans tells a person little.
  const scenes = (await demoScenes(EXAMPLE_DAY)).slice(1);
  return { path: RECORDING_FILE, text: recordingOf(scenes, "deno task demo") };
}

/**
 * Brings the icon up to date, or only compares it: its pixels, as machines may compress
 * them differently.
 *
 * @param isCheck Whether nothing is to be written.
 * @returns Whether it was stale and is so still.
 */
export function settleIcon(isCheck: boolean): boolean {
  const file = new URL(ICON_FILE, ROOT);
  if (isCurrent(file)) return false;
  if (!isCheck) Deno.writeFileSync(file, iconFile());
  return isCheck;
}

function isCurrent(file: URL): boolean {
  try {
    const [found, wanted] = [linesOfIcon(Deno.readFileSync(file)), iconLines()];
    return found.length === wanted.length && wanted.every((byte, at) => byte === found[at]);
  } catch {
    return false;
  }
}
