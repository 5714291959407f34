import { bundleProgram } from "./_bundle.ts";
import { noticesOf } from "./_notices.ts";
import { LEAST_NODE, PROGRAM } from "./_project.ts";

/** The program's first file, below the folder. */
export const LAUNCHER: string = `bin/${PROGRAM}.js`;

const BUNDLE = "bin/program";

/** When what was compiled is written down: the first calls are over by then. */
const FLUSH_AFTER_MS = 5_000;

/** Adds the program and the licences of what it contains. */
export async function addProgram(folder: string): Promise<void> {
  await bundleProgram(`${folder}/${BUNDLE}`);
  await Deno.writeTextFile(
    `${folder}/${BUNDLE}/LICENSES.txt`,
    await noticesOf("scripts/_program.ts"),
  );
  await Deno.writeTextFile(`${folder}/${LAUNCHER}`, launcher());
}

/**
 * It imports nothing at first, so that an old Node gets as far as to say what is needed. What
 * V8 has compiled is kept in the user's own cache folder and not where everybody may write.
 * It is written down while the server runs, as many hosts end a server without a word.
 */
function launcher(): string {
  const [major = "", minor = ""] = LEAST_NODE.split(".");
  return `#!/usr/bin/env node
const [major, minor] = process.versions.node.split(".").map(Number);
if (major > ${major} || (major === ${major} && minor >= ${minor})) {
  start();
} else {
  process.stderr.write(
    "${PROGRAM}: Node ${LEAST_NODE} or later is needed, this is " + process.versions.node +
      ": install a newer one from https://nodejs.org\\n",
  );
  process.exitCode = 1;
}

async function start() {
  const { enableCompileCache, flushCompileCache } = await import("node:module");
  const folder = cacheFolder();
  if (folder !== undefined) {
    enableCompileCache(folder);
    setTimeout(flushCompileCache, ${FLUSH_AFTER_MS}).unref();
  }
  const { main } = await import("./program/_program.js");
  await main();
}

function cacheFolder() {
  const { HOME, LOCALAPPDATA, NODE_COMPILE_CACHE, XDG_CACHE_HOME } = process.env;
  if (NODE_COMPILE_CACHE) return NODE_COMPILE_CACHE;
  const isOwn = (path) => path !== undefined && /^(?:\\/|[A-Za-z]:[\\\\/])/.test(path);
  if (process.platform === "win32") {
    return isOwn(LOCALAPPDATA) ? LOCALAPPDATA + "\\\\${PROGRAM}\\\\compiled" : undefined;
  }
  if (isOwn(XDG_CACHE_HOME)) return XDG_CACHE_HOME + "/${PROGRAM}";
  if (!isOwn(HOME)) return undefined;
  const caches = process.platform === "darwin" ? "Library/Caches" : ".cache";
  return [HOME, caches, "${PROGRAM}"].join("/");
}
`;
}
