import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { FILES } from "../../sync/store/store_folder.ts";

/** What hinders the server until it is disposed of. */
export interface Hindrance extends Disposable {
  /** Whether the store lies where only the server can see it. */
  readonly isAway: boolean;
}

/** Holds the journal in a folder as a program does that writes to it for long. */
export function holdJournal(folder: string): Hindrance {
  const database = new DatabaseSync(join(folder, FILES.journal));
  database.exec("BEGIN EXCLUSIVE");
  return {
    isAway: false,
    [Symbol.dispose]: () => database.close(),
  };
}

/** How large the small disk is: a store fits in, a little of everything else does, too. */
const SIZE = "size=8m";
const MOUNT = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"];

/** Gives a program that runs the one behind it with a small disk of its own at a folder. */
export function withSmallDisk(folder: string): readonly string[] {
  const script = `mount -t tmpfs -o ${SIZE},mode=700 tmpfs "$0" && exec "$@"`;
  return [...MOUNT, script, folder];
}

/** Tells whether small disks can be had here. */
export async function hasSmallDisks(): Promise<boolean> {
  const folder = await Deno.makeTempDir();
  try {
    const [command = "", ...args] = [...withSmallDisk(folder), "true"];
    const quiet = { stdout: "null", stderr: "null" } as const;
    return (await new Deno.Command(command, { args, ...quiet }).output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  } finally {
    await Deno.remove(folder);
  }
}

/** Fills a process's small disk to its last page; disposing makes room again. */
export function fillDisk(pid: number, folder: string): Hindrance {
  const path = `/proc/${pid}/root${folder}/filling`;
  const file = Deno.openSync(path, { write: true, create: true });
  try {
    for (;;) file.writeSync(new Uint8Array(4096));
  } catch (error) {
    if (!/No space left/iu.test(String(error))) throw error;
  } finally {
    file.close();
  }
  return { isAway: true, [Symbol.dispose]: () => Deno.removeSync(path) };
}
