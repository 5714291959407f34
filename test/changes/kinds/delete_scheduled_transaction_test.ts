import { assertEquals } from "@std/assert";
import { scheduleDeletionDraft } from "../../../changes/kinds/delete_scheduled_transaction.ts";
import type { ChangeDraft } from "../../../changes/change.ts";
import { anId, aSchedule, aSplitLine } from "../../_builders.ts";

const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };

function draftOf(change: Partial<ReturnType<typeof aSchedule>> = {}): ChangeDraft {
  const schedule = aSchedule({ id: anId(1), category_id: "c", ...change });
  const live = [schedule];
  return scheduleDeletionDraft(anId(1), {
    planId: "p",
    schedules: { live, deletedIds: new Set() },
    format,
    rereadSchedules: () => Promise.resolve({ live }),
  });
}

Deno.test("scheduleDeletionDraft() says when the schedule would have come", () => {
  const { summary, done, steps, undoRequests } = draftOf();
  assertEquals(summary, "Delete the schedule of no payee, which then does not come on 2024-03-15");
  assertEquals(done, "Deleted the schedule of no payee, which would have come on 2024-03-15");
  assertEquals(steps[0]?.args, { planId: "p", scheduledTransactionId: anId(1) });
  assertEquals(steps[0]?.targets[0]?.after, null);
  assertEquals(undoRequests, 1);
});

const line = { ...aSplitLine(), scheduled_transaction_id: anId(1) };
const lost: readonly (readonly [Partial<ReturnType<typeof aSchedule>>, words: string])[] = [
  [{ date_first: "2024-03-15" }, ""],
  [{}, ", without its first date"],
  [{ date_first: "2024-03-15", subtransactions: [line] }, ", without its split lines"],
  [{ subtransactions: [line] }, ", without its first date and its split lines"],
  [{ subtransactions: [{ ...line, deleted: true }] }, ", without its first date"],
];
for (const [change, words] of lost) {
  Deno.test(`scheduleDeletionDraft() warns that undoing creates it again${words}`, () => {
    assertEquals(draftOf(change).warnings, [`undoing creates it under a new id${words}`]);
  });
}

Deno.test("scheduleDeletionDraft() warns of a frequency that may not come back", () => {
  assertEquals(
    draftOf({ frequency: "every4Weeks" }).warnings[1],
    "undoing may not give the " +
      "frequency every4Weeks back: YNAB's API may refuse it",
  );
});

Deno.test("scheduleDeletionDraft() keeps the category of a schedule, and none beside lines", () => {
  const category = (change: Partial<ReturnType<typeof aSchedule>>): unknown =>
    draftOf(change).steps[0]?.targets[0]?.before?.["category_id"];
  assertEquals(category({}), "c");
  assertEquals(category({ category_id: null }), null);
  assertEquals(category({ subtransactions: [line] }), undefined);
});
