import { assertEquals } from "@std/assert";
import { fieldWords } from "../../../changes/fields.ts";

Deno.test("fieldWords() has people's word for each field, and keeps any other name", () => {
  const names = [
    "account_id",
    "payee_name",
    "payee_id",
    "transfer_account_id",
    "date_next",
    "category_id",
    "category_group_id",
    "budgeted",
    "goal_target",
    "goal_target_date",
    "goal_frequency",
    "goal_needs_whole_amount",
    "lines",
    "amount",
  ];
  assertEquals(names.map(fieldWords), [
    "account",
    "payee",
    "payee",
    "transfer to",
    "next date",
    "category",
    "group",
    "assigned",
    "target",
    "target date",
    "target frequency",
    "target sets aside the full amount each time",
    "split lines",
    "amount",
  ]);
});
