import { assertEquals } from "@std/assert";
import { dayNumber } from "../../../domain/base/day.ts";
import { cardHistories, fullPayments } from "../../../domain/forecast/foreseen_amounts.ts";
import { aTransaction } from "../../_builders.ts";

Deno.test("cardHistories() reconstructs end-of-day balances", () => {
  const on = (date: string, amount: number, account_id = "visa") =>
    aTransaction({ date, amount, account_id, payee_name: "Shop" });
  const rows = [on("2024-03-10", -50), on("2024-03-05", 100), on("2024-03-05", -20)];
  const all = [...rows, on("2024-03-09", -7, "checking")];
  const visa = cardHistories([{ id: "visa", balance: -70 }], all, 0).get("visa");
  const days = ["2024-03-04", "2024-03-05", "2024-03-09", "2024-03-10", "2024-03-20"];
  assertEquals(days.map((day) => visa?.balanceOn(dayNumber(day))), [-100, -20, -20, -70, -70]);
});

Deno.test("fullPayments() pays the statement once, then the usual amount, and nothing on a positive balance", () => {
  const history = { balanceOn: (day: number): number => day < 95 ? -400 : -550 };
  const ahead = { dueDays: [105, 135, 165], today: 100, usual: -300, periodDays: 30 };
  // The balance of day 90 is due; 150 have come since, and 250 are to come until 125.
  const statement = (due: number): number => due === 105 ? 90 : due - 10;
  assertEquals(fullPayments(history, statement, ahead), [-400, -400, -300]);
  assertEquals(fullPayments({ balanceOn: () => 80 }, () => 90, { ...ahead, dueDays: [105] }), [0]);
});
