import { PROGRAM } from "./_project.ts";
import { run } from "./_run.ts";

/** Who runs in the image; no account of any machine. */
export const IMAGE_USER = 65_532;

/** Where the executable is in the image. */
export const IMAGE_PROGRAM: string = `/${PROGRAM}`;

/** Loaded by the C library of older systems when a name is looked up: nothing names them. */
const LOADED_BY_NAME = ["libnss_dns.so.2", "libnss_files.so.2", "libresolv.so.2"];

/** Of which packages of Debian the libraries are: their licences are passed on. */
const LIBRARY_PACKAGES = ["libc6", "libgcc-s1", "libstdc++6"];

const FILES: Readonly<Record<string, string>> = {
  "etc/passwd": `server:x:${IMAGE_USER}:${IMAGE_USER}:${PROGRAM}:/:/nologin\n`,
  "etc/group": `server:x:${IMAGE_USER}:\n`,
  "etc/nsswitch.conf": "hosts: files dns\n",
};

/**
 * Makes the root folder of the image.
 *
 * @throws {Error} When a library is missing on this machine.
 */
export async function layOutRoot(root: string, binary: string): Promise<void> {
  await copied(binary, root + IMAGE_PROGRAM, 0o755);
  for (const path of await librariesOf(binary)) await copied(path, root + path, 0o755);
  for (const [path, text] of Object.entries(FILES)) {
    await Deno.mkdir(`${root}/${path.replace(/\/[^/]*$/u, "")}`, { recursive: true });
    await Deno.writeTextFile(`${root}/${path}`, text, { mode: 0o644 });
  }
  await copied(`${binary}.LICENSES.txt`, `${root}/licenses/${PROGRAM}.txt`, 0o644);
  for (const name of LIBRARY_PACKAGES) {
    const text = `/usr/share/doc/${name}/copyright`;
    if (await isThere(text)) await copied(text, `${root}/licenses/${name}.txt`, 0o644);
  }
}

/** The libraries that a program names, with the loader, and beside them those that names ask for. */
async function librariesOf(binary: string): Promise<readonly string[]> {
  const told = await run("ldd", [binary]);
  if (told.includes("not found")) throw new Error(`A library is missing here:\n${told}`);
  const named = [...told.matchAll(/(?:=>\s+|^\s+)(\/\S+)/gmu)].map(([, path = ""]) => path);
  const folders = new Set(named.map((path) => path.replace(/\/[^/]*$/u, "")));
  const beside = [...folders].flatMap((folder) =>
    LOADED_BY_NAME.map((name) => `${folder}/${name}`)
  );
  const there = await Promise.all(beside.map(isThere));
  return [...named, ...beside.filter((_, at) => there[at])];
}

/** Copies what a path leads to, also by links, and gives it a mode. */
async function copied(from: string, to: string, mode: number): Promise<void> {
  await Deno.mkdir(to.replace(/\/[^/]*$/u, ""), { recursive: true });
  await Deno.copyFile(from, to);
  await Deno.chmod(to, mode);
}

async function isThere(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
