import { assertEquals } from "@std/assert";
import type { Reads } from "../../sync/plan/reads.ts";
import {
  aCategory,
  aGroup,
  aMonth,
  aMonthSummary,
  anAccount,
  aPayee,
  aPlan,
  aSchedule,
  aTransaction,
} from "../_builders.ts";
import type { FakeClient } from "./_fake_client.ts";

/**
 * Scripts a response with one record for each method of `Reads`, and asserts that the method
 * returns the record.
 */
export async function assertEveryRead(
  reads: Reads,
  upstream: FakeClient,
  planId: string,
): Promise<void> {
  const of = { planId };
  const [plan, account, row, schedule] = [aPlan(), anAccount(), aTransaction(), aSchedule()];
  const food = aCategory({ category_group_id: "living", category_group_name: "Old name" });
  const living = aGroup({ id: "living", name: "Home", categories: [food] });
  const [summary, month] = [aMonthSummary({ income: 1 }), aMonth({ income: 1 })];
  const known = { server_knowledge: 5 };
  upstream.answer("getPlans", { plans: [plan] });
  upstream.answer("getAccounts", { accounts: [account], ...known });
  upstream.answer("getCategories", { category_groups: [living], ...known });
  upstream.answer("getPlanMonths", { months: [summary], ...known });
  upstream.answer("getPlanMonth", { month });
  upstream.answer("getScheduledTransactions", { scheduled_transactions: [schedule], ...known });
  upstream.answer("getTransactions", { transactions: [row], ...known });
  const payee = aPayee();
  const settings = { date_format: { format: "DD/MM/YYYY" }, currency_format: null };
  const move = { id: "m", month: "2024-03-01", amount: 5_000, to_category_id: food.id };
  const together = { id: "g", group_created_at: "2024-03-02T10:00:00Z", month: "2024-03-01" };
  upstream.answer("getPayees", { payees: [payee], ...known });
  upstream.answer("getMoneyMovements", { money_movements: [move], ...known });
  upstream.answer("getMoneyMovementsByMonth", { money_movements: [], ...known });
  upstream.answer("getMoneyMovementGroups", { money_movement_groups: [together], ...known });
  upstream.answer("getMoneyMovementGroupsByMonth", { money_movement_groups: [], ...known });
  upstream.answer("getPlanSettingsById", { settings });
  assertEquals(await reads.getPlans(), [plan]);
  assertEquals((await reads.getAccounts(of)).live, [account]);
  const { live, groups } = await reads.getCategories(of);
  assertEquals(live, [{ ...food, category_group_name: "Home" }]);
  assertEquals(groups.map(({ name, categories }) => [name, categories.length]), [["Home", 1]]);
  assertEquals(await reads.getPlanMonths(of), [summary]);
  assertEquals(await reads.getPlanMonth({ ...of, month: "2024-03-01" }), month);
  assertEquals((await reads.getScheduledTransactions(of)).live, [schedule]);
  assertEquals((await reads.getTransactions(of)).live, [{ ...row }]);
  const inMonth = { ...of, month: "2024-03-01" };
  assertEquals((await reads.getPayees(of)).live, [payee]);
  assertEquals(await reads.getMoneyMovements(of), [move]);
  assertEquals(await reads.getMoneyMovementsByMonth(inMonth), []);
  assertEquals(await reads.getMoneyMovementGroups(of), [together]);
  assertEquals(await reads.getMoneyMovementGroupsByMonth(inMonth), []);
  assertEquals(await reads.getPlanSettingsById(of), settings);
}
