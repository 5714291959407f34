import { assertEquals, assertThrows } from "@std/assert";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { statementOfRows } from "../../../domain/statements/given_rows.ts";

const FORMAT = { symbol: "$", isSymbolFirst: true, decimals: 2 };
const ROWS = [
  { date: "2026-03-01", amount: -1_200_000, payee: "Rent" },
  { date: "2026-03-02", amount: -14_100, payee: "Cedar Market" },
  { date: "2026-03-03", amount: 10_000, payee: "Refund" },
];

Deno.test("statementOfRows() accepts rows that add up", () => {
  const { rows } = statementOfRows(ROWS, { opening: 2_000_000, closing: 795_900 }, FORMAT);
  assertEquals(rows.map(({ row, payee }) => [row, payee]), [
    [1, "Rent"],
    [2, "Cedar Market"],
    [3, "Refund"],
  ]);
});

const MISSING =
  "`rows` requires `opening_balance` and `closing_balance`, which show whether a row " +
  "is missing: pass both as they appear on the statement";

const REFUSED: readonly (readonly [number | null, number | null, string])[] = [
  [null, 0, MISSING],
  [0, null, MISSING],
  [
    0,
    -1_194_100,
    "differ by -$1194.10: the list may be missing one occurrence of row 3 2026-03-03 10 Refund " +
    "that is on the statement",
  ],
  [0, -4_100, "differ by -$4.10: row 1 2026-03-01 -1200 Rent may be in the list twice"],
  [
    0,
    -1_175_900,
    "differ by -$1175.90: row 2 2026-03-02 -14.1 Cedar Market may have the wrong sign",
  ],
  [
    0,
    -1_226_650,
    "differ by -$1226.65: a row for -$22.55 may be missing, or a row may have been misread; read " +
    "the statement again",
  ],
];

for (const [opening, closing, message] of REFUSED) {
  Deno.test(`statementOfRows() refuses the balances ${opening} and ${closing} and explains why`, () => {
    const error = assertThrows(
      () => statementOfRows(ROWS, { opening, closing }, FORMAT),
      ToolError,
    );
    const start = "the rows add up to -$1204.10, but the opening and closing balances ";
    const expected = message === MISSING ? message : start + message;
    assertEquals([error.code, error.message], ["invalid_input", expected]);
  });
}
