import { assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { openStore } from "../../sync/open_store.ts";
import type { Store } from "../../sync/store.ts";
import { storeFilesIn } from "../../sync/store_files.ts";
import type { StoreNote } from "../../sync/store_note.ts";
import { aStoreFolder } from "./_sqlite_store.ts";

const whose = { secret: "a-token", baseUrl: "https://api.example.com", now: (): number => 0 };

function opened(folder: string | null): { readonly store: Store; readonly notes: StoreNote[] } {
  const notes: StoreNote[] = [];
  return { store: openStore({ ...whose, folder, onNote: (note) => notes.push(note) }), notes };
}

Deno.test("a store without a folder is in memory, with nothing to say", async () => {
  const { store, notes } = opened(null);
  assertEquals([await store.loadPlans(), await store.changes.refusal(), notes], [null, null, []]);
  await store.close();
});

Deno.test("a store opens when it is first used, and not when it is closed before", async () => {
  await using folder = await aStoreFolder();
  const path = join(folder.path, "store");
  const files = (): readonly (number | null)[] =>
    storeFilesIn(path).list().map(({ bytes }) => bytes);
  await opened(path).store.close();
  assertEquals(files(), [null, null, null]);

  const { store, notes } = opened(path);
  assertEquals(files(), [null, null, null]);
  assertEquals(await store.loadPlans(), null);
  const [copy, journal] = storeFilesIn(path).list();
  assertEquals([copy?.name, journal?.name], ["copy", "journal"]);
  assertEquals([(copy?.bytes ?? 0) > 0, (journal?.bytes ?? 0) > 0], [true, true]);
  assertMatch(copy?.changed_at ?? "", /^\d{4}-\d\d-\d\dT/);
  assertEquals(storeFilesIn(path).quarantined(), []);
  await store.close();
  assertEquals(notes, []);
  assertEquals(await store.loadPlans(), null);
});

Deno.test("a store that can't be had is in memory, and says so", async () => {
  await using folder = await aStoreFolder();
  const file = join(folder.path, "file");
  await Deno.writeTextFile(file, "no folder");
  const { store, notes } = opened(join(file, "store"));
  assertEquals(await store.loadPlans(), null);
  assertEquals(notes.map(({ event }) => event), ["store_in_memory"]);
  assertEquals(await store.changes.refusal(), null);
  await store.close();
});

Deno.test("a folder that is open to all takes no change while a journal lies in it", async () => {
  await using folder = await aStoreFolder();
  const path = join(folder.path, "store");
  const first = opened(path);
  await first.store.loadPlans();
  await first.store.close();
  await Deno.chmod(path, 0o777);
  const { store, notes } = opened(path);
  assertMatch(
    await store.changes.refusal() ?? "",
    /^the journal of changes is not used, so changes are refused here: .*, then restart this server$/,
  );
  assertEquals(notes.map(({ event }) => event), ["store_in_memory"]);
  assertEquals(await storeFilesIn(path).clear({ isWithJournal: false, now: 0 }), "not private");
  await store.close();
});
