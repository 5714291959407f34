import { assertEquals, assertThrows } from "@std/assert";
import { payeeNamesDraft } from "../../../changes/kinds/rename_payees.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { anId, aPayee, aSplitLine, aTransaction } from "../../_builders.ts";

const [shop, cafe, visa] = [anId(1), anId(2), anId(3)];
const payees = {
  live: [
    aPayee({ id: shop, name: "Shop" }),
    aPayee({ id: cafe, name: "Cafe" }),
    aPayee({ id: visa, name: "Transfer : Visa", transfer_account_id: "visa" }),
  ],
  deletedIds: new Set<string>(),
};

function draftOf(
  renames: readonly (readonly [id: string, name: string])[],
  transactions: readonly ReturnType<typeof aTransaction>[] = [],
): ReturnType<typeof payeeNamesDraft> {
  const rereadPayees = (): Promise<typeof payees> => Promise.resolve(payees);
  const asked = renames.map(([payee_id, name]) => ({ payee_id, name }));
  return payeeNamesDraft(asked, { planId: "p", payees, transactions, rereadPayees });
}

Deno.test("payeeNamesDraft() names the one payee that is renamed, and counts several", () => {
  const one = draftOf([[shop, "Store"], [cafe, "Cafe"]]).draft;
  assertEquals([one?.summary, one?.done, one?.undoRequests], [
    "Rename the payee Shop to Store",
    "Renamed the payee Shop to Store",
    1,
  ]);
  const two = draftOf([[shop, "Store"], [cafe, "Bar"]]).draft;
  assertEquals([two?.summary, two?.done, two?.undoRequests, two?.steps.length], [
    "Rename 2 payees",
    "Renamed 2 payees",
    2,
    2,
  ]);
});

Deno.test("payeeNamesDraft() has nothing to do where the names are so already", () => {
  assertEquals(draftOf([[shop, "Shop"]]), {
    stop: { status: "nothing_to_do", message: "The payees have these names already" },
  });
});

const row = aTransaction({ payee_id: shop });
const lines = [aSplitLine({ payee_id: shop }), aSplitLine({ payee_id: shop })];
const uses: readonly (readonly [
  transactions: readonly ReturnType<typeof aTransaction>[],
  renames: readonly (readonly [string, string])[],
  words: string,
])[] = [
  [[], [[shop, "A"]], "0 transactions show the new name, however old"],
  [[row], [[shop, "A"]], "1 transaction shows the new name, however old"],
  [[row, row], [[shop, "A"]], "2 transactions show the new name, however old"],
  [[row], [[shop, "A"], [cafe, "B"]], "1 transaction shows the new names, however old"],
  [
    [row, aTransaction({ subtransactions: lines.slice(1) })],
    [[shop, "A"]],
    "1 transaction and 1 split line show the new name, however old",
  ],
  [
    [row, aTransaction({ subtransactions: lines })],
    [[shop, "A"]],
    "1 transaction and 2 split lines show the new name, however old",
  ],
];
for (const [transactions, renames, words] of uses) {
  Deno.test(`payeeNamesDraft() warns that ${words}`, () => {
    assertEquals(draftOf(renames, transactions).draft?.warnings, [words]);
  });
}

const refused:
  readonly (readonly [renames: readonly (readonly [string, string])[], why: string])[] = [
    [
      [[shop, "CAFE"]],
      'another payee is called "Cafe" already: merge_payees makes one payee of the two',
    ],
    [
      [[shop, "Transfer : Visa"]],
      'another payee is called "Transfer : Visa" already: choose another name',
    ],
    [
      [[shop, "New"], [cafe, "new"]],
      '"new" is given twice: merge_payees makes one payee of several',
    ],
    [[[shop, "A"], [shop, "B"]], "it is named twice: keep one of them"],
  ];
for (const [renames, why] of refused) {
  Deno.test(`payeeNamesDraft() refuses: ${why}`, () => {
    const error = assertThrows(() => draftOf(renames), ToolError);
    const told = [error.message, ...error.rows].join("\n");
    assertEquals(told.includes(why), true, told);
  });
}

Deno.test("payeeNamesDraft() asks for each payee, and reads again what came of it", async () => {
  const { draft } = draftOf([[shop, "Store"]]);
  assertEquals(draft?.steps, [{
    operation: "updatePayee",
    args: { planId: "p", payeeId: shop, payee: { name: "Store" } },
    targets: [{ id: shop, label: "Shop", before: { name: "Shop" }, after: { name: "Store" } }],
    compensation: {
      operation: "updatePayee",
      args: { planId: "p", payeeId: shop, payee: { name: "Shop" } },
    },
  }]);
  assertEquals(draft?.preview, [
    { id: shop, label: "Shop", field: "name", before: "Shop", after: "Store", isOwnText: true },
  ]);
  assertEquals((await draft?.readTargets?.([]))?.get(cafe), { name: "Cafe" });
});
