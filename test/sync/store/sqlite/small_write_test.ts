import { assert, assertEquals } from "@std/assert";
import { statSync } from "node:fs";
import { join } from "node:path";
import { MAX_EDITS } from "../../../../sync/plan/transaction_parts.ts";
import { FILES } from "../../../../sync/store/store_folder.ts";
import { aCategory, aGroup, anId, aTransaction } from "../../../_builders.ts";
import { aCopy } from "../../_copy.ts";
import { aStoreFolder } from "../../_sqlite_store.ts";

/** Bytes that a 4 KiB page takes up in the write-ahead log, including the page's header. */
const PAGE_BYTES = 4_120;
/** Number of rows, chosen so that they don't all fit in one chunk. */
const ROWS = 6_000;

Deno.test("stored transactions take up less than a sixth of their size in JSON, and adding one writes at most six pages", async () => {
  await using folder = await aStoreFolder();
  const day = (nth: number): string => `20${10 + nth % 15}-0${1 + nth % 9}-${10 + nth % 18}`;
  const rows = Array.from({ length: ROWS }, (_, nth) =>
    aTransaction({
      id: anId(nth),
      date: day(nth),
      memo: `memo ${nth}`,
      import_id: `YNAB:${nth}:x:1`,
    }));
  const test = aCopy({ store: await folder.open() });
  test.upstream.answer("getTransactions", { transactions: rows, server_knowledge: 5 });
  await test.plan.transactions();
  await test.copy.written();
  const written = (): number => statSync(`${join(folder.path, FILES.copy)}-wal`).size;
  const [stored, json] = [written(), JSON.stringify(rows).length];
  assert(stored < json / 6, `${stored} of ${json} bytes`);
  const pages: number[] = [];
  for (let nth = 0; nth < 36; nth++) {
    const before = written();
    const added = aTransaction({ id: anId(ROWS + nth), date: "2025-01-10", memo: `new ${nth}` });
    test.upstream.answer("getTransactions", { transactions: [added], server_knowledge: 6 + nth });
    await test.plan.transactions({ isFreshOnly: true });
    await test.copy.written();
    pages.push((written() - before) / PAGE_BYTES);
  }
  // Skip the edit that follows the first `MAX_EDITS` edits, because it rewrites the whole chunk.
  for (const edits of [pages.slice(0, MAX_EDITS), pages.slice(MAX_EDITS + 1)]) {
    // Between two rewrites, at most one edit may split a page and thus write more than two pages.
    const [most = 0, ...others] = edits.toSorted((one, other) => other - one);
    assert(most <= 6 && others.every((count) => count <= 2), `${edits} pages`);
  }
  const other = aCopy({ store: await folder.open() });
  assertEquals((await other.plan.knownTransactions())?.live.length, ROWS + 36);
});

Deno.test("storing changed categories writes less than a quarter of the bytes that the categories take up as JSON", async () => {
  await using folder = await aStoreFolder();
  const test = aCopy({ store: await folder.open() });
  const written = (): number => statSync(`${join(folder.path, FILES.copy)}-wal`).size;
  const sizes: number[] = [];
  let json = "";
  for (let knowledge = 5; knowledge < 8; knowledge++) {
    const categories = Array.from(
      { length: 200 },
      (_, nth) => aCategory({ id: anId(nth), name: `Category ${nth}`, balance: nth * knowledge }),
    );
    const category_groups = [aGroup({ categories })];
    json = JSON.stringify(category_groups);
    test.upstream.answer("getCategories", { category_groups, server_knowledge: knowledge });
    await test.plan.categories({ isFreshOnly: true });
    await test.copy.written();
    sizes.push(written());
  }
  const [, before = 0, after = 0] = sizes;
  assert(after - before < json.length / 4, `${after - before} of ${json.length} bytes`);
});
