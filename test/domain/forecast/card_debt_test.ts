import { assertEquals } from "@std/assert";
import { cardHistories, fullPayments, STATEMENT_DAYS } from "../../../domain/forecast/card_debt.ts";
import { dayNumber } from "../../../domain/base/day.ts";
import { aTransaction } from "../../_builders.ts";

const on = (date: string, amount: number, account_id = "visa") =>
  aTransaction({ date, amount, account_id, payee_name: "Shop" });

Deno.test("cardHistories() rebuilds the evenings from today's balance", () => {
  const rows = [on("2024-03-10", -50), on("2024-03-05", 100), on("2024-03-05", -20)];
  const all = [...rows, on("2024-03-09", -7, "checking")];
  const visa = cardHistories([{ id: "visa", balance: -70 }], all, 0).get("visa");
  const evening = (day: string): number | undefined => visa?.balanceOn(dayNumber(day));
  assertEquals(
    ["2024-03-04", "2024-03-05", "2024-03-09", "2024-03-10", "2024-03-20"].map(evening),
    [-100, -20, -20, -70, -70],
  );
});

Deno.test("fullPayments() pays the statement, once, then what is usual", () => {
  const history = { balanceOn: (day: number): number => day < 95 ? -400 : -550 };
  const ahead = { dueDays: [105, 135, 165], today: 100, usual: -300, periodDays: 30 };
  // The balance of day 90 is due; 150 have come since, and 250 are to come until 125.
  const statement = (due: number): number => due === 105 ? 90 : due - 10;
  assertEquals(fullPayments(history, statement, ahead), [-400, -400, -300]);
});

Deno.test("fullPayments() pays nothing on a card that is in credit", () => {
  const ahead = { dueDays: [105], today: 100, usual: -300, periodDays: 30 };
  assertEquals(fullPayments({ balanceOn: () => 80 }, () => 90, ahead), [0]);
});

Deno.test("STATEMENT_DAYS lie before the day of payment", () => {
  const due = dayNumber("2024-03-10");
  assertEquals(STATEMENT_DAYS.map((statement) => due - statement(due)), [10, 1, 14, 25]);
});

Deno.test("cardHistories() puts the days of several payees in order, and knows several cards", () => {
  const at = (payee_name: string, date: string, amount: number, account_id = "visa") =>
    aTransaction({ date, amount, account_id, payee_name });
  const rows = [
    ...[at("Shop", "2024-03-10", -50), at("Shop", "2024-03-01", -10), at("Bar", "2024-03-05", -7)],
    ...[at("Cinema", "2024-03-03", -3), at("Bar", "2024-03-04", -1_000, "other")],
  ];
  const cards = [{ id: "visa", balance: -70 }, { id: "other", balance: -1_000 }];
  const histories = cardHistories(cards, rows, dayNumber("2024-02-28"));
  const evenings = (id: string): readonly (number | undefined)[] =>
    ["02-29", "03-01", "03-02", "03-03", "03-04", "03-05", "03-09", "03-10"]
      .map((day) => histories.get(id)?.balanceOn(dayNumber(`2024-${day}`)));
  assertEquals(evenings("visa"), [0, -10, -10, -13, -13, -20, -20, -70]);
  assertEquals(evenings("other"), [0, 0, 0, 0, ...[-1_000, -1_000, -1_000, -1_000]]);
});

Deno.test("cardHistories() counts one of a matched pair, and nothing on the day before the first", () => {
  const entered = on("2024-03-09", -50);
  const rows = [
    { ...entered, id: "entered", matched_transaction_id: "imported" },
    { ...entered, id: "imported", matched_transaction_id: "entered", import_id: "YNAB:-50" },
    on("2024-03-05", -8),
    on("2024-03-04", -1),
  ];
  const visa = cardHistories([{ id: "visa", balance: -70 }], rows, dayNumber("2024-03-04"))
    .get("visa");
  const evening = (day: string): number | undefined => visa?.balanceOn(dayNumber(day));
  assertEquals(["2024-03-03", "2024-03-04", "2024-03-05", "2024-03-09"].map(evening), [
    -12,
    -12,
    -20,
    -70,
  ]);
});
