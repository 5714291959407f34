import { assert } from "@std/assert";
import { seededRandom } from "../../../../domain/base/statistics.ts";
import { fillStore, flipBit, readAll } from "./_damaged_store.ts";
import { memoryFolder } from "../../../_memory_folder.ts";
import { times } from "../../../_runs.ts";

const FLIPS = times(60);

Deno.test(`after each of ${FLIPS} flipped bits, all results are right or report damage`, async () => {
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
