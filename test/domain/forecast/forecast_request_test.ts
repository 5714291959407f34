import { assertEquals, assertThrows } from "@std/assert";
import {
  cashAccountIds,
  checkedHorizon,
  type ForecastArguments,
  refuseUnpayableOneOffs,
} from "../../../domain/forecast/forecast_request.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { anAccount } from "../../_builders.ts";

const TODAY = "2026-03-15";

const refusalOf = (args: ForecastArguments): readonly unknown[] => {
  const { code, message, rows } = assertThrows(() => checkedHorizon(args, TODAY), ToolError);
  return [code, message, rows];
};

Deno.test("checkedHorizon() takes this month and two years more", () => {
  assertEquals(checkedHorizon({ until: "current" }, TODAY), "2026-03-01");
  assertEquals(checkedHorizon({ until: "2026-03" }, TODAY), "2026-03-01");
  assertEquals(checkedHorizon({ until: "2028-03" }, TODAY), "2028-03-01");
  assertEquals(refusalOf({ until: "2026-02" }), [
    "invalid_input",
    "until (2026-02) is past: give this month or a later one",
    [],
  ]);
  assertEquals(refusalOf({ until: "2028-04" }), [
    "invalid_input",
    "until (2028-04) is more than 24 months ahead: ask for less",
    [],
  ]);
});

Deno.test("checkedHorizon() takes nothing a month, and no less", () => {
  const until = "2026-04";
  assertEquals(
    checkedHorizon({ until, monthly_income: 0, variable_monthly: 0 }, TODAY),
    "2026-04-01",
  );
  const says = "must be at least 0: it says how much it comes to in a month";
  assertEquals(refusalOf({ until, monthly_income: -1 })[1], `monthly_income ${says}`);
  assertEquals(refusalOf({ until, variable_monthly: -1 })[1], `variable_monthly ${says}`);
  assertEquals(
    refusalOf({ until, monthly_income: -1, variable_monthly: -1 })[1],
    `monthly_income ${says}`,
  );
});

Deno.test("checkedHorizon() takes payments from today to the last day, and names the others", () => {
  const on = (date: string): { date: string; label: string } => ({ date, label: "Car\n2" });
  const within = [on("2026-03-15"), on("2026-04-30")];
  assertEquals(checkedHorizon({ until: "2026-04", one_offs: within }, TODAY), "2026-04-01");
  assertEquals(
    refusalOf({ until: "2026-04", one_offs: [...within, on("2026-03-14"), on("2026-05-01")] }),
    [
      "invalid_input",
      "one_offs must lie between today (2026-03-15) and the end of until (2026-04-30)",
      ["2026-03-14 Car 2", "2026-05-01 Car 2"],
    ],
  );
});

Deno.test("refuseUnpayableOneOffs() names payments that the currency can't pay, on one line", () => {
  const dollars = { symbol: "$", isSymbolFirst: true, decimals: 2 };
  refuseUnpayableOneOffs([{ label: "Car", amount: 10 }], dollars);
  const { rows } = assertThrows(
    () => refuseUnpayableOneOffs([{ label: "Car\n2", amount: 5 }], dollars),
    ToolError,
  );
  assertEquals(rows, ["Car 2: 0.005"]);
});

Deno.test("cashAccountIds() takes open cash accounts on budget", () => {
  const account = (id: string, change: object): ReturnType<typeof anAccount> =>
    anAccount({ id, type: "checking", on_budget: true, closed: false, ...change });
  const unfit = [
    account("closed", { closed: true }),
    account("tracking", { on_budget: false }),
    account("card", { type: "creditCard" }),
  ];
  const all = [...unfit, account("checking", {}), account("savings", { type: "savings" })];
  assertEquals(cashAccountIds(all), new Set(["checking", "savings"]));
  const error = assertThrows(() => cashAccountIds(unfit), ToolError);
  assertEquals([error.code, error.message], [
    "not_found",
    "the plan has no open cash account on budget: name the accounts in account_ids",
  ]);
});
