import { assertEquals } from "@std/assert";
import type { ValueGroup } from "../../../sync/store/store.ts";
import type { TestedBackend } from "./_backends.ts";

const group: ValueGroup = { planId: "p", group: "statements" };
const HOUR_MS = 3_600_000;

export function testSavedValues(kind: string, open: () => Promise<TestedBackend>): void {
  const check = (name: string, run: (backend: TestedBackend) => Promise<void>): void => {
    Deno.test(`${kind}: ${name}`, async () => {
      await using backend = await open();
      await run(backend);
    });
  };

  check(
    "another process finds a saved value by its plan, group and name",
    async (backend) => {
      const [one, other] = [await backend.connect(), await backend.connect()];
      const value = { rows: [1, 2], text: "Caf\u{e9}" };
      await one.store.values.save(group, { name: "a", value, holdsMs: null });
      assertEquals(await other.store.values.find(group, "a"), value);
      assertEquals(await other.store.values.find(group, "b"), null);
      assertEquals(await other.store.values.find({ ...group, planId: "q" }, "a"), null);
      assertEquals(await other.store.values.find({ ...group, group: "rows" }, "a"), null);
    },
  );

  check("another owner's saved value isn't found", async (backend) => {
    const one = await backend.connect({ owner: "one" });
    const other = await backend.connect({ owner: "other" });
    await one.store.values.save(group, { name: "a", value: 1, holdsMs: null });
    assertEquals(await other.store.values.list(group), []);
  });

  check("saving a value again replaces it, and list() returns the whole group", async (backend) => {
    const { store: { values: kept } } = await backend.connect();
    await kept.save(group, { name: "a", value: 1, holdsMs: null });
    await kept.save(group, { name: "b", value: 2, holdsMs: HOUR_MS });
    await kept.save(group, { name: "a", value: 3, holdsMs: null });
    await kept.save({ ...group, group: "rows" }, { name: "a", value: 4, holdsMs: null });
    assertEquals((await kept.list(group)).toSorted(), [2, 3]);
  });

  check("a saved value expires according to the store's clock", async (backend) => {
    const { store: { values: kept } } = await backend.connect({ skewMs: -HOUR_MS });
    await kept.save(group, { name: "short", value: 1, holdsMs: HOUR_MS });
    await kept.save(group, { name: "long", value: 2, holdsMs: null });
    await backend.time.pass(HOUR_MS - 1);
    assertEquals(await kept.find(group, "short"), 1);
    await backend.time.pass(1);
    assertEquals(await kept.find(group, "short"), null);
    assertEquals(await kept.list(group), [2]);
  });

  check("saving deletes expired values of every owner", async (backend) => {
    const one = await backend.connect({ owner: "one" });
    const other = await backend.connect({ owner: "other" });
    await one.store.values.save(group, { name: "a", value: 1, holdsMs: HOUR_MS });
    await backend.time.pass(HOUR_MS);
    await other.store.values.save(group, { name: "b", value: 2, holdsMs: HOUR_MS });
    // If an expired value hadn't been deleted, it would be listed again after the clock was set
    // back.
    backend.time.setBack(backend.time.now() - HOUR_MS);
    assertEquals(await one.store.values.list(group), []);
  });

  check("forgetPlan() deletes a plan's saved values and no others", async (backend) => {
    const { store } = await backend.connect();
    await store.values.save(group, { name: "a", value: 1, holdsMs: null });
    await store.values.save({ ...group, planId: "q" }, { name: "a", value: 2, holdsMs: null });
    await store.forgetPlan("p");
    assertEquals(await store.values.list(group), []);
    assertEquals(await store.values.list({ ...group, planId: "q" }), [2]);
  });
}
