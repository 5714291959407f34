import { assertEquals, assertThrows } from "@std/assert";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { checkBalances, type GivenBalances } from "../../../domain/statements/check_balances.ts";

const FORMAT = { symbol: "$", isSymbolFirst: true, decimals: 2 };
const AMOUNTS = [-1_200_000, -14_100, 10_000];
const ROWS = AMOUNTS.map((amount, at) => ({
  row: at + 1,
  date: `2026-03-0${at + 1}`,
  amount,
  payee: ["Rent", "Cedar Market", "Refund"][at] ?? "",
  memo: null,
}));

function refusal(balances: GivenBalances): string {
  const error = assertThrows(() => checkBalances(ROWS, balances, FORMAT), ToolError);
  assertEquals(error.code, "invalid_input");
  return error.message;
}

Deno.test("checkBalances() accepts rows that add up", () => {
  checkBalances(ROWS, { opening: 2_000_000, closing: 795_900 }, FORMAT);
  checkBalances([], { opening: 5, closing: 5 }, FORMAT);
});

Deno.test("checkBalances() requires both balances", () => {
  const message =
    "`rows` need `opening_balance` and `closing_balance`, which prove that no row is " +
    "missing: give both as the statement shows them";
  assertEquals(refusal({ opening: null, closing: 0 }), message);
  assertEquals(refusal({ opening: 0, closing: null }), message);
});

Deno.test("checkBalances() says which row may be missing, repeated or misread", () => {
  const differing = (closing: number): string => refusal({ opening: 0, closing });
  assertEquals(
    differing(-1_194_100),
    "the rows add up to -$1204.10, but the balances differ by -$1194.10: " +
      "another row like row 3 2026-03-03 10 Refund may be missing",
  );
  assertEquals(
    differing(-4_100),
    "the rows add up to -$1204.10, but the balances differ by -$4.10: " +
      "row 1 2026-03-01 -1200 Rent may be in the list twice",
  );
  assertEquals(
    differing(-1_175_900),
    "the rows add up to -$1204.10, but the balances differ by -$1175.90: " +
      "row 2 2026-03-02 -14.1 Cedar Market may have the wrong sign",
  );
  assertEquals(
    differing(-1_226_650),
    "the rows add up to -$1204.10, but the balances differ by -$1226.65: " +
      "a row of -$22.55 may be missing, or another row may be misread; read the statement again",
  );
});
