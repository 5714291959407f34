import { assertEquals, assertThrows } from "@std/assert";
import { DemoPlan } from "../../../demo/model/demo_plan.ts";
import { aCategory, anAccount, aPayee, aPlan, aRow, ids, now, TODAY, uuid } from "../_tiny_plan.ts";

Deno.test("DemoPlan.write() rolls back a failed write", () => {
  const rows = (): ReturnType<typeof aRow>[] => [
    aRow({ id: uuid(101), amount: -5000, category_id: ids.food }),
  ];
  const plan = new DemoPlan(aPlan({ transactions: rows() }));
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
