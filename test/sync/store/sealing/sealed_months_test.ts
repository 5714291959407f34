import { assertEquals } from "@std/assert";
import { createMemoryDatabase } from "../../../../sync/store/sqlite/memory_store.ts";
import type { MonthRow, MonthRows } from "../../../../sync/store/sealing/copy_rows.ts";
import { monthPseudonyms } from "../../../../sync/store/sealing/pseudonyms.ts";
import { sealedMonths } from "../../../../sync/store/sealing/sealed_months.ts";
import { createSealer } from "../../../../sync/store/sealing/sealer.ts";
import type { StoredMonth } from "../../../../sync/store/store.ts";
import { aMonth } from "../../../_builders.ts";

const sealer = await createSealer({ secret: "t", baseUrl: "https://api.example.com" });
const MARCH = "2024-03-01";
const FEBRUARY = "2024-02-01";

function aStoredMonth(month: string, change: Partial<StoredMonth> = {}): StoredMonth {
  const detail = aMonth({ month });
  return { ...{ detail, knowledge: 5, readAt: 100, utcDay: "2024-03-10" }, ...change };
}

interface World {
  readonly rows: MonthRows;
  readonly months: ReturnType<typeof sealedMonths>;
  readonly damaged: readonly string[];
  /** Changes the row of a month behind the back of what has sealed it. */
  spoil(month: string, change: (row: MonthRow) => Partial<MonthRow>): Promise<void>;
  load(month: string): Promise<StoredMonth | null>;
}

/** February and March, kept. */
async function aWorld(...kept: readonly StoredMonth[]): Promise<World> {
  const { months: rows } = createMemoryDatabase(() => 0).connect().of("own").copy;
  const damaged: string[] = [];
  const months = sealedMonths({ rows, sealer, onDamaged: (name) => damaged.push(name) });
  for (const month of kept.length > 0 ? kept : [FEBRUARY, MARCH].map((one) => aStoredMonth(one))) {
    await months.saveMonth("p", month);
  }
  return {
    rows,
    months,
    damaged,
    async spoil(month, change): Promise<void> {
      const key = await monthPseudonyms(sealer, { planId: "p", month });
      const row = await rows.find(key, 0) as MonthRow;
      await rows.save(key.plan, { ...row, ...change(row) });
    },
    load: (month) => months.loadMonth({ planId: "p", month }, 0),
  };
}

const spoils: Readonly<Record<string, (row: MonthRow) => Partial<MonthRow>>> = {
  "whose day is another": ({ taggedDay }) => ({ taggedDay: taggedDay.replace("10", "11") }),
  "whose day has no proof": () => ({ taggedDay: "2024-03-10" }),
  "without a day": () => ({ taggedDay: "" }),
  "whose knowledge is another": () => ({ knowledge: 6 }),
  "whose knowledge is gone": () => ({ knowledge: null }),
  "that is said to be read later": () => ({ readAt: 101 }),
  "whose bytes are others": ({ body }) => ({
    body: body.map((byte, at) => at > 20 ? ~byte : byte),
  }),
};
for (const [what, spoil] of Object.entries(spoils)) {
  Deno.test(`a month ${what} is not given, and that is told`, async () => {
    const { damaged, load, spoil: spoilRow } = await aWorld();
    await spoilRow(MARCH, spoil);
    assertEquals([await load(MARCH), damaged], [null, ["months"]]);
    assertEquals(await load(FEBRUARY), aStoredMonth(FEBRUARY));
    assertEquals(damaged.length, 1);
  });
}

Deno.test("a month in the place of another one is not given", async () => {
  const { rows, damaged, load } = await aWorld();
  const key = await monthPseudonyms(sealer, { planId: "p", month: FEBRUARY });
  const february = await rows.find(key, 0) as MonthRow;
  const march = await monthPseudonyms(sealer, { planId: "p", month: MARCH });
  await rows.save(march.plan, { ...february, name: march.name });
  assertEquals([await load(MARCH), damaged], [null, ["months"]]);
});

Deno.test("months keep the touches of their read, also where they are none or zero", async () => {
  for (const touches of [{}, { touches: 0 }, { touches: 7 }]) {
    const { load, months } = await aWorld(aStoredMonth(MARCH, touches));
    assertEquals(await load(MARCH), aStoredMonth(MARCH, touches));
    await months.noteMonths("p", { changed: new Set(), from: 5, to: 8, askedAt: 200 });
    assertEquals(await load(MARCH), aStoredMonth(MARCH, { ...touches, knowledge: 8 }));
  }
});

Deno.test("noteMonths() tags what a delta does not name, from where it begins to where it ends", async () => {
  for (
    const [knowledge, expected] of [[4, 4], [5, 8], [7, 8], [8, 8], [9, 9], [null, null]] as const
  ) {
    const { load, months } = await aWorld(aStoredMonth(MARCH, { knowledge }));
    await months.noteMonths("p", { changed: new Set(), from: 5, to: 8, askedAt: 200 });
    assertEquals((await load(MARCH))?.knowledge, expected, `${knowledge}`);
  }
});

Deno.test("noteMonths() drops what a delta names and was read before it was asked for", async () => {
  const { load, months } = await aWorld(
    aStoredMonth(FEBRUARY, { readAt: 200 }),
    aStoredMonth(MARCH, { readAt: 201 }),
  );
  await months.noteMonths("p", {
    ...{ changed: new Set([FEBRUARY, MARCH]), from: 5, to: 8, askedAt: 200 },
  });
  assertEquals([await load(FEBRUARY), await load(MARCH)], [
    null,
    aStoredMonth(MARCH, { readAt: 201 }),
  ]);
});

Deno.test("noteMonths() proves nothing for a month that others have changed, and goes on with the rest", async () => {
  const { load, months, damaged, spoil, rows } = await aWorld();
  await spoil(MARCH, () => ({ knowledge: 6 }));
  const key = await monthPseudonyms(sealer, { planId: "p", month: MARCH });
  const before = await rows.find(key, 0);
  await months.noteMonths("p", { changed: new Set(), from: 5, to: 8, askedAt: 200 });
  assertEquals(await rows.find(key, 0), before);
  assertEquals([await load(MARCH), damaged], [null, ["months"]]);
  assertEquals((await load(FEBRUARY))?.knowledge, 8);
});
