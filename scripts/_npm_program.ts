/**
 * Puts the program, bundled, into a folder that is to be packed for Node.
 *
 * @module
 */

import { bundleProgram } from "./_bundle.ts";
import { noticesOf } from "./_notices.ts";
import { LEAST_NODE, PROGRAM } from "./_project.ts";

/** The program's first file, below the folder. */
export const LAUNCHER: string = `bin/${PROGRAM}.js`;

const BUNDLE = "bin/program";

/**
 * Adds the program and the licences of what it contains.
 *
 * @param folder The folder.
 */
export async function addProgram(folder: string): Promise<void> {
  await bundleProgram(`${folder}/${BUNDLE}`);
  await Deno.writeTextFile(
    `${folder}/${BUNDLE}/LICENSES.txt`,
    await noticesOf("scripts/_program.ts"),
  );
  await Deno.writeTextFile(`${folder}/${LAUNCHER}`, launcher());
}

/** It imports nothing at first, so that an old Node gets as far as to say what is needed. */
function launcher(): string {
  const [major = "", minor = ""] = LEAST_NODE.split(".");
  return `#!/usr/bin/env node
const [major, minor] = process.versions.node.split(".").map(Number);
if (major > ${major} || (major === ${major} && minor >= ${minor})) {
  import("./program/_program.js").then(({ main }) => main());
} else {
  process.stderr.write(
    "${PROGRAM}: Node ${LEAST_NODE} or later is needed, this is " + process.versions.node +
      ": install a newer one from https://nodejs.org\\n",
  );
  process.exitCode = 1;
}
`;
}
