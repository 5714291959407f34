import { assert } from "@std/assert";
import { seededRandom } from "../../../../domain/base/statistics.ts";
import { fillStore, flipBit, readAll, spoilRow } from "./_damaged_store.ts";
import { memoryFolder } from "../../../_memory_folder.ts";
import { times } from "../../../_runs.ts";

const FLIPS = times(60);
const ROWS = Math.max(20, Math.round(FLIPS / 10));

type Damage = (folder: string, random: () => number) => string | Promise<string>;

async function damaged(times: number, damage: Damage): Promise<number> {
  const random = seededRandom(times);
  const whole = await memoryFolder();
  let lost = 0;
  try {
    await fillStore(whole);
    assert(await readAll(whole, "whole") === 0);
    for (let nth = 0; nth < times; nth++) {
      const folder = await memoryFolder();
      for (const file of ["copy.db", "journal.db"]) {
        await Deno.copyFile(`${whole}/${file}`, `${folder}/${file}`);
      }
      const what = await damage(folder, random);
      lost += await readAll(folder, what) > 0 ? 1 : 0;
      await Deno.remove(folder, { recursive: true });
    }
  } finally {
    await Deno.remove(whole, { recursive: true });
  }
  return lost;
}

Deno.test(`after each of ${FLIPS} flipped bits, all results are right or report damage`, async () => {
  assert(await damaged(FLIPS, flipBit) > FLIPS / 10, "hardly any flip was met");
});

Deno.test(`after each of ${ROWS} corrupted rows, all results are right or report damage`, async () => {
  assert(await damaged(ROWS, spoilRow) > ROWS / 2, "hardly any row was met");
});
