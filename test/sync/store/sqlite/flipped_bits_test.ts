import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { seededRandom } from "../../../../domain/base/statistics.ts";
import type { StoredEntry } from "../../../../sync/store/change_records.ts";
import { BlockedStoreError } from "../../../../sync/store/store_errors.ts";
import { aPart, openSqliteStore, textsIn } from "../../_sqlite_store.ts";
import { FILES } from "../../../../sync/store/store_folder.ts";
import type {
  CollectionChange,
  CollectionOf,
  Store,
  StoredMonth,
} from "../../../../sync/store/store.ts";
import { aMonth, aPlan } from "../../../_builders.ts";
import { memoryFolder } from "../../../_memory_folder.ts";
import { times } from "../../../_runs.ts";

type Random = () => number;

const NOW = 1_710_000_000_000;
const rows: CollectionOf = { planId: "p", name: "transactions" };
const state = { knowledge: 12, readAt: NOW, fullReadAt: NOW, utcDay: "2024-03-10" };
const months = ["2024-01-01", "2024-02-01", "2024-03-01"];
const plans = { plans: [aPlan({ id: "p" })], readAt: NOW };

const parts = months.map((month) => aPart(month, `${month} `.repeat(2_000)));

const storedMonths: readonly StoredMonth[] = months.map((month) => ({
  detail: aMonth({ month, income: 5_000 }),
  knowledge: 12,
  readAt: NOW,
  utcDay: "2024-03-10",
}));

const entries: readonly StoredEntry[] = Array.from({ length: 12 }, (_, at) => ({
  operationId: `operation-${11 - at}`,
  planId: "p",
  at: NOW + 11 - at,
  body: { what: "x".repeat(300), nth: 11 - at },
}));

async function open(folder: string, notes: string[] = []): Promise<Store> {
  return await openSqliteStore({
    folder,
    secret: "a-token",
    baseUrl: "https://api.example.com/v1",
    now: () => NOW,
    onQuarantined: ({ file }) => notes.push(file),
    onDamaged: (name) => notes.push(name),
  });
}

async function fillStore(folder: string): Promise<void> {
  const store = await open(folder);
  const change: CollectionChange = {
    mark: null,
    state: { ...state, knowledge: 11 },
    isWhole: true,
    parts: parts.slice(0, 2),
  };
  const mark = await store.applyChange(rows, change);
  const more = { mark, state, isWhole: false, parts: parts.slice(2) };
  await store.applyChange(rows, more);
  for (const month of storedMonths) await store.saveMonth("p", month);
  await store.savePlans(plans);
  for (const entry of entries.toReversed()) await store.changes.saveEntry(entry);
  await store.close();
}

/** Flips one bit of a nonzero byte in the cache or the journal, and returns a description. */
async function flipBit(folder: string, random: Random): Promise<string> {
  const file = random() < 0.5 ? FILES.copy : FILES.journal;
  const path = join(folder, file);
  const bytes = await Deno.readFile(path);
  let at = Math.floor(random() * bytes.length);
  // Skip zeros, because most of a page is unused.
  while (bytes[at] === 0) at = Math.floor(random() * bytes.length);
  const bit = Math.floor(random() * 8);
  bytes[at] = (bytes[at] as number) ^ (1 << bit);
  await Deno.writeFile(path, bytes);
  return `bit ${bit} of byte ${at} of ${file}`;
}

/**
 * Reads all stored data, and asserts that each result is either correct, or missing and reported as
 * damaged. Returns the number of missing results.
 */
async function readAll(folder: string, what: string): Promise<number> {
  const notes: string[] = [];
  const store = await open(folder, notes).catch((error: unknown) => {
    // If the damage changed the version, the file is left unchanged, and opening fails.
    assert(error instanceof BlockedStoreError, what);
    return null;
  });
  if (store === null) return 1;
  let lost = 0;
  const check = async <Value>(read: () => Promise<Value | null>, right: Value): Promise<void> => {
    const value = await read().catch((error: Error) => {
      notes.push(error.name);
      return null;
    });
    if (value === null) lost += 1;
    else assertEquals(value, right, what);
  };
  await check(async () => {
    const found = await store.loadCollection(rows, null);
    return found && { parts: textsIn(found), state: found.state };
  }, { parts: textsIn({ parts }), state });
  for (const [at, month] of months.entries()) {
    await check(() => store.loadMonth({ planId: "p", month }, 0), storedMonths[at] as StoredMonth);
  }
  await check(() => store.loadPlans(), plans);
  const found = await store.changes.entries("p").catch((error: Error) => {
    notes.push(error.name);
    return null;
  });
  for (const entry of entries) {
    const same = found?.find(({ operationId }) => operationId === entry.operationId);
    if (same?.body !== undefined && same.body !== null) {
      assertEquals(same.body, entry.body, what);
      continue;
    }
    lost += 1;
    // If the id was damaged, the entry is returned with the damaged id and without a body.
    const isReported = notes.length > 0 || found?.some(({ body }) => body === null);
    assert(isReported, `${entry.operationId} is left out silently: ${what}`);
  }
  await store.close();
  return lost;
}

const FLIPS = times(40);

Deno.test(`after each of ${FLIPS} bit flips, every result is either correct or reported as damaged`, async () => {
  const random = seededRandom(FLIPS);
  const whole = await memoryFolder();
  let lost = 0;
  try {
    await fillStore(whole);
    assert(await readAll(whole, "whole") === 0);
    for (let nth = 0; nth < FLIPS; nth++) {
      const folder = await memoryFolder();
      for (const file of ["copy.db", "journal.db"]) {
        await Deno.copyFile(`${whole}/${file}`, `${folder}/${file}`);
      }
      const what = await flipBit(folder, random);
      lost += await readAll(folder, what) > 0 ? 1 : 0;
      await Deno.remove(folder, { recursive: true });
    }
  } finally {
    await Deno.remove(whole, { recursive: true });
  }
  assert(lost > FLIPS / 10, "hardly any flip was met");
});
