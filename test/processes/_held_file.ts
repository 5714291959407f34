import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { FILES } from "../../sync/store/store_folder.ts";

/** An obstacle for the server; disposing removes it. */
export interface Hindrance extends Disposable {
  /** Whether only the server can access the store. */
  readonly isServerOnly: boolean;
}

/** Locks the journal in a folder, as another program's long write would. */
export function holdJournal(folder: string): Hindrance {
  const database = new DatabaseSync(join(folder, FILES.journal));
  database.exec("BEGIN EXCLUSIVE");
  return {
    isServerOnly: false,
    [Symbol.dispose]: () => database.close(),
  };
}

/** Size of the small disk: enough for a store and little else. */
const SIZE = "size=8m";
const MOUNT = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"];

/** Returns a command prefix that mounts a small disk at a folder for the following command. */
export function withSmallDisk(folder: string): readonly string[] {
  const script = `mount -t tmpfs -o ${SIZE},mode=700 tmpfs "$0" && exec "$@"`;
  return [...MOUNT, script, folder];
}

/** Whether this system can mount small disks. */
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

/** Fills a process's small disk completely. Disposing frees the space. */
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
  return { isServerOnly: true, [Symbol.dispose]: () => Deno.removeSync(path) };
}
