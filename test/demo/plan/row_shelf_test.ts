import { assertEquals } from "@std/assert";
import { RowShelf } from "../../../demo/model/rows.ts";
import { aRow } from "../_tiny_plan.ts";

const ROWS = ["2026-03-02 b", "2026-03-02 a", "2026-01-31 c", "2026-03-01 d"].map((text) => {
  const [date = "", id = ""] = text.split(" ");
  return aRow({ date, id });
});

Deno.test("RowShelf.between() goes by date and id, bounds included", () => {
  const shelf = new RowShelf(ROWS);
  const idsOf = (since: string | null, until: string | null): string =>
    [...shelf.between(since, until)].map(({ id }) => id).join("");
  assertEquals(idsOf(null, null), "cdab");
  assertEquals(idsOf("2026-03-01", null), "dab");
  assertEquals(idsOf("2026-01-31", "2026-03-01"), "cd");
  assertEquals(idsOf("2026-03-02", "2026-03-02"), "ab");
});

Deno.test("RowShelf.take() makes room for a row that changes its date", () => {
  const shelf = new RowShelf(ROWS);
  const [row = aRow({})] = ROWS;
  shelf.take(row);
  assertEquals(shelf.rowsOf("2026-03-01").map(({ id }) => id), ["d", "a"]);
  const moved = { ...row, date: "2026-01-01" };
  shelf.put(moved);
  assertEquals(shelf.rowsOf("2026-01-01").map(({ id }) => id), ["b", "c"]);
  assertEquals(shelf.rowsOf("2025-01-01"), []);
});
