import { assertEquals, assertThrows } from "@std/assert";
import { defaultKnobs } from "../../../demo/model/knobs.ts";
import { DemoPlan } from "../../../demo/model/demo_plan.ts";
import { aCategory, anAccount, aPayee, aPlan, aRow, ids, now, TODAY, uuid } from "../_tiny_plan.ts";

Deno.test("DemoPlan.write() leaves nothing of a write that fails", () => {
  const rows = (): ReturnType<typeof aRow>[] => [
    aRow({ id: uuid(101), amount: -5000, category_id: ids.food }),
  ];
  const plan = new DemoPlan(aPlan({ transactions: rows() }), defaultKnobs);
  const before = plan.figures(TODAY);
  assertThrows(() =>
    plan.write(now(), () => {
      plan.add("payees", aPayee({}));
      plan.add("accounts", anAccount({ payment_category_id: ids.rent }));
      plan.add("categories", aCategory({}));
      const row = plan.rows.byId.get(uuid(101));
      if (row !== undefined) plan.changeRow(row, { amount: -7000, date: "2025-12-31" });
      plan.addRow(aRow({ import_id: "a", date: "2024-05-05" }));
      plan.assign("2026-02-01", ids.food, 5000);
      plan.replace("waiting_imports", []);
      throw new Error("enough");
    })
  );
  assertEquals(
    { ...plan.records, assignments: new Map() },
    aPlan({ transactions: rows() }),
  );
  assertEquals(plan.figures(TODAY), before);
  assertEquals(plan.rows.imports.isKnown(ids.checking, "a"), false);
  assertEquals(plan.cardCategoryIds.has(ids.rent), false);
});

Deno.test("DemoPlan.write() keeps the knowledge if nothing changes", () => {
  const plan = new DemoPlan(aPlan(), defaultKnobs);
  assertEquals(plan.write(now(), () => 5), 5);
  assertEquals([plan.knowledge, plan.records.last_modified_on], [10, "2026-03-01T00:00:00+00:00"]);
  plan.write(now(), () => plan.add("payees", aPayee({})));
  assertEquals([plan.knowledge, plan.records.last_modified_on], [11, "2026-03-15T12:00:00+00:00"]);
});

Deno.test("DemoPlan refuses a plan without the internal categories", () => {
  assertThrows(
    () => new DemoPlan(aPlan({ categories: [] }), defaultKnobs),
    Error,
    'Cannot load plan "Tiny": it has no internal category "Inflow: Ready to Assign"',
  );
});

Deno.test("DemoPlan goes back to its oldest row", () => {
  const plan = new DemoPlan(
    aPlan({ transactions: [aRow({ date: "2025-10-20" })] }),
    defaultKnobs,
  );
  assertEquals(plan.figures(TODAY).months[0]?.month, "2025-10-01");
});

Deno.test("DemoPlan.figures() goes on with the months", () => {
  const plan = new DemoPlan(aPlan({ transactions: [aRow({ amount: 5000 })] }), defaultKnobs);
  assertEquals(plan.figures(TODAY).months.length, 4);
  assertEquals(plan.figures("2026-05-01").months.length, 6);
  assertEquals(plan.figures(TODAY).months.length, 4);
});
