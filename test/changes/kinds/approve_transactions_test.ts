import { assertEquals, assertThrows } from "@std/assert";
import { approvalDraft } from "../../../changes/kinds/approve_transactions.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { anId, aTransaction } from "../../_builders.ts";

const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };
const waiting = aTransaction({ id: anId(1), approved: false });
const known = { live: [waiting], deletedIds: new Set([anId(9)]) };

Deno.test("approvalDraft() knows what to put back of rows that were read", () => {
  const { draft } = approvalDraft(["00000001"], { planId: "p", known, isRecent: true, format });
  assertEquals(draft?.steps[0]?.targets.map(({ before }) => before), [{ approved: false }]);
  assertEquals([draft?.irreversible, draft?.warnings], [null, []]);
});

Deno.test("approvalDraft() knows nothing to put back of rows that were not read", () => {
  const { draft } = approvalDraft([anId(2)], { planId: "p", known, isRecent: true, format });
  assertEquals(draft?.steps[0]?.targets.map(({ before }) => before), [{}]);
  assertEquals(typeof draft?.irreversible, "string");
});

Deno.test("approvalDraft() can't be undone of rows that were read long ago, but stays the same", () => {
  const plan = { planId: "p", known, format };
  const { draft } = approvalDraft(["00000001"], { ...plan, isRecent: false });
  const recent = approvalDraft(["00000001"], { ...plan, isRecent: true }).draft;
  // A yes that takes its time is a yes to the same change.
  assertEquals([draft?.steps, draft?.preview], [recent?.steps, recent?.preview]);
  assertEquals(
    draft?.irreversible,
    "the transactions had not been read just before, so which of them were approved before is not known",
  );
});

Deno.test("approvalDraft() takes the id of a row that a schedule entered for a whole one", () => {
  const id = `${anId(3)}_2024-03-01`;
  const { draft } = approvalDraft([id], { planId: "p", known: null, isRecent: false, format });
  assertEquals(draft?.steps[0]?.args, { planId: "p", transactions: [{ id, approved: true }] });
});

for (const reference of ["00000002", anId(9), "not an id", `${anId(3)}_soon`]) {
  Deno.test(`approvalDraft() refuses ${reference}`, () => {
    const plan = { planId: "p", known, isRecent: true, format };
    const error = assertThrows(() => approvalDraft([reference], plan), ToolError);
    assertEquals(error.rows.length, 1);
  });
}

Deno.test("approvalDraft() takes a whole id with blanks around it and in capital letters", () => {
  const id = "ABCDEF01-0000-4000-8000-000000000000";
  const plan = { planId: "p", known: null, isRecent: false, format };
  const { draft } = approvalDraft([` ${id} `], plan);
  assertEquals(draft?.steps[0]?.args, {
    planId: "p",
    transactions: [{ id: id.toLowerCase(), approved: true }],
  });
});
