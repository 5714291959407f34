import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { join } from "node:path";
import { claimFolder } from "../../../../sync/store/store_folder.ts";
import { UnsafeStoreError } from "../../../../sync/store/store_errors.ts";
import { aStoreFolder, openNoted, type StoreFolder } from "../../_sqlite_store.ts";

/** Conditions that make a folder unsafe, and the expected errors. */
const unsafe: Readonly<
  Record<string, { readonly spoil: (path: string) => Promise<void>; readonly message: RegExp }>
> = {
  "writable by its group": {
    spoil: (path) => Deno.chmod(path, 0o770),
    message: /other users can write to the store's folder: run chmod 700/u,
  },
  "writable by everyone": {
    spoil: (path) => Deno.chmod(path, 0o702),
    message: /other users can write to the store's folder/u,
  },
  "that is a link": {
    spoil: async (path) => {
      await Deno.rename(path, `${path}-real`);
      await Deno.symlink(`${path}-real`, path);
    },
    message: /the store's folder is a symbolic link/u,
  },
  ...Object.fromEntries(
    ["copy.db", "journal.db", "copy.db-wal", "journal.db-shm", "locks"].map((file) => [
      `with a link instead of ${file}`,
      {
        spoil: async (path: string): Promise<void> => {
          const victim = join(path, "victim");
          await Deno.writeTextFile(victim, "");
          await Deno.chmod(victim, 0o644);
          await Deno.symlink(victim, join(path, file));
        },
        message: /a file in the store's folder is a symbolic link/u,
      },
    ]),
  ),
};

async function spoiled(
  what: string,
): Promise<{ readonly folder: StoreFolder; readonly path: string; readonly message: RegExp }> {
  const folder = await aStoreFolder();
  const path = join(folder.path, "state");
  await Deno.mkdir(path, { mode: 0o700 });
  const { spoil, message } = unsafe[what] ?? {};
  await spoil?.(path);
  return { folder, path, message: message ?? /never/u };
}

for (const what of Object.keys(unsafe)) {
  Deno.test(`a folder ${what} is rejected and left unchanged`, async () => {
    if (Deno.build.os === "windows") return;
    const { folder, path, message } = await spoiled(what);
    await using _ = folder;
    const { store, notes } = openNoted(path);
    assertEquals(await store.loadPlans(), null);
    const [note] = notes;
    assertEquals([notes.length, note?.event], [1, "store_in_memory"]);
    assertMatch(note?.event === "store_in_memory" ? note.reason : "", message);
    const victim = await Deno.stat(join(path, "victim")).catch(() => null);
    assertEquals([victim?.size ?? 0, (victim?.mode ?? 0o644) & 0o777], [0, 0o644]);
  });
}

Deno.test("another user's folder is rejected", async () => {
  if (Deno.build.os === "windows") return;
  await using folder = await aStoreFolder();
  const { uid } = await Deno.stat(folder.path);
  const other = (uid ?? 0) + 1;
  assertThrows(() => claimFolder(folder.path, other), UnsafeStoreError, "belongs to another user");
  claimFolder(folder.path, uid ?? undefined);
});

Deno.test("another user's folder is rejected, even if root runs the server", async () => {
  if (Deno.build.os === "windows") return;
  await using folder = await aStoreFolder();
  const isRoot = Deno.uid() === 0;
  if (isRoot) await Deno.chown(folder.path, 65_534, null);
  // Unless the test runs as root, `/` belongs to another user.
  const path = isRoot ? folder.path : "/";
  assertThrows(() => claimFolder(path), UnsafeStoreError, "belongs to another user");
});
