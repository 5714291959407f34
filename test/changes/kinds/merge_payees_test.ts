import { assertEquals, assertThrows } from "@std/assert";
import { mergeDraft } from "../../../changes/kinds/merge_payees.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { anId, aPayee, aSchedule, aSplitLine, aTransaction } from "../../_builders.ts";

const [into, ...others] = [1, 2, 3, 4, 5].map(anId) as [string, ...string[]];
const [first = "", second = ""] = others;
const payees = {
  live: [into, ...others].map((id, at) => aPayee({ id, name: `Payee ${at}` })),
  deletedIds: new Set<string>(),
};
const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };

function draftOf(
  ids: readonly string[],
  plan: Partial<Parameters<typeof mergeDraft>[1]> = {},
): ReturnType<typeof mergeDraft> {
  const all = { planId: "p", payees, transactions: [], schedules: [], format, ...plan };
  return mergeDraft({ into_payee_id: into, payee_ids: ids }, all);
}

const ofFirst = aTransaction({ id: "t1", payee_id: first });

Deno.test("mergeDraft() names up to three payees, and counts more", () => {
  const summary = (count: number): string | undefined =>
    draftOf(others.slice(0, count), { transactions: [ofFirst] }).draft?.summary;
  assertEquals(summary(1), "Give 1 transaction of Payee 1 to Payee 0");
  assertEquals(summary(2), "Give 1 transaction of Payee 1 and Payee 2 to Payee 0");
  assertEquals(summary(3), "Give 1 transaction of Payee 1, Payee 2 and Payee 3 to Payee 0");
  assertEquals(summary(4), "Give 1 transaction of 4 payees to Payee 0");
  const { draft } = draftOf([first], { transactions: [ofFirst] });
  assertEquals(draft?.done, "Gave 1 transaction of Payee 1 to Payee 0");
});

Deno.test("mergeDraft() moves their transactions alone, and knows the former payee", () => {
  const transactions = [ofFirst, aTransaction({ id: "t2", payee_id: into }), aTransaction()];
  const { draft } = draftOf([first], { transactions });
  const label = "2024-03-01 no payee -$10.00 Checking";
  assertEquals(draft?.steps, [{
    operation: "updateTransactions",
    args: { planId: "p", transactions: [{ id: "t1", payee_id: into }] },
    targets: [{
      id: "t1",
      label,
      before: { payee_id: first, payee_name: "Payee 1" },
      after: { payee_id: into, payee_name: "Payee 0" },
      restore: { payee_id: first },
    }],
  }]);
  assertEquals(draft?.preview, [{
    id: "t1",
    label,
    field: "payee",
    before: "Payee 1",
    after: "Payee 0",
    amount: -10_000,
  }]);
});

Deno.test("mergeDraft() says what stays, of one and of several", () => {
  const line = aSplitLine({ payee_id: first });
  const split = (count: number): ReturnType<typeof aTransaction> =>
    aTransaction({ subtransactions: Array.from({ length: count }, () => line) });
  const warnings = (ids: readonly string[], count: number): readonly string[] =>
    draftOf(ids, {
      transactions: [
        ...Array.from({ length: count }, (_, at) => ({
          ...ofFirst,
          id: `r${at}`,
          cleared: "reconciled" as const,
        })),
        split(count),
      ],
      schedules: Array.from({ length: count }, () => aSchedule({ payee_id: first })),
    }).draft?.warnings ?? [];
  const list = "in the list of payees without transactions, as YNAB lets nobody delete a payee " +
    "through its API";
  assertEquals(warnings([first], 1), [
    `Payee 1 stays ${list}`,
    "1 split line keeps its payee, as only YNAB's app can change split lines",
    "1 schedule keeps its payee: edit_scheduled_transaction changes that",
    "1 of them is reconciled: only the payee changes, it stays reconciled",
  ]);
  assertEquals(warnings([first, second], 2), [
    `Payee 1 and Payee 2 stay ${list}`,
    "2 split lines keep their payees, as only YNAB's app can change split lines",
    "2 schedules keep their payees: edit_scheduled_transaction changes that",
    "2 of them are reconciled: only the payee changes, they stay reconciled",
  ]);
});

Deno.test("mergeDraft() has nothing to do without transactions, and says what stays all the same", () => {
  assertEquals(draftOf([first], { schedules: [aSchedule({ payee_id: first })] }), {
    stop: {
      status: "nothing_to_do",
      message: "No transaction has one of these payees",
      warnings: ["1 schedule keeps its payee: edit_scheduled_transaction changes that"],
    },
  });
  assertEquals(draftOf([first]).stop?.warnings, []);
});

Deno.test("mergeDraft() changes 500 transactions at once, and refuses one more", () => {
  const many = (count: number): ReturnType<typeof aTransaction>[] =>
    Array.from({ length: count }, () => ofFirst);
  assertEquals(draftOf([first], { transactions: many(500) }).draft?.preview.length, 500);
  const error = assertThrows(() => draftOf([first], { transactions: many(501) }), ToolError);
  assertEquals([error.code, error.message], [
    "invalid_input",
    "these payees have 501 transactions, and at most 500 are changed at once: merge fewer " +
    "payees, or rename the one with the most by rename_payees",
  ]);
});
