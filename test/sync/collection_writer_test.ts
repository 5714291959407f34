import { assertEquals } from "@std/assert";
import { CollectionWriter } from "../../sync/collection_writer.ts";
import type { CollectionChange } from "../../sync/store.ts";

Deno.test("note() of many parts walks the records once, not once for each part", async () => {
  const records = new Map(Array.from({ length: 50 }, (_, at) => [`key-${at}`, at]));
  const applied: CollectionChange[] = [];
  let walked = 0;
  const keeper = new CollectionWriter({
    of: { planId: "p", name: "transactions" },
    store: {
      loadCollection: () => Promise.resolve(null),
      applyChange: (_, change) => {
        applied.push(change);
        return Promise.resolve({ epoch: "e", version: applied.length });
      },
    },
    size: () => records.size,
    source: () => ({
      state: { knowledge: 1, readAt: 1, fullReadAt: 1, utcDay: "2024-03-10" },
      records: {
        *[Symbol.iterator](): Generator<[string, number]> {
          walked += 1;
          yield* records;
        },
      },
      partOf: (record) => String(Number(record) % 10),
      isInPart: (record, part) => String(Number(record) % 10) === part,
      deletedKeys: new Set(),
    }),
    onMoved: () => "replaced",
    onFailure: (error) => {
      throw error;
    },
  });
  keeper.note("all", false);
  await keeper.written();
  walked = 0;
  keeper.note(["0", "1", "2", "3", "empty"], false);
  await keeper.written();
  assertEquals(walked, 1);
  const parts = applied[1]?.parts.map(({ part, keys }) => [part, keys.length]);
  assertEquals(parts, [["0", 5], ["1", 5], ["2", 5], ["3", 5], ["empty", 0]]);
});
