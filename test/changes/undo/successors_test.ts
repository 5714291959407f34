import { assertEquals, assertStrictEquals } from "@std/assert";
import type { JournalEntry, JournalTarget } from "../../../changes/journal.ts";
import { latestIds, withLatestIds } from "../../../changes/successors.ts";
import { anEntry, aStep, aTarget } from "../_journal_entry.ts";

const back = (recreates: string, id: string, change: Partial<JournalTarget> = {}): JournalTarget =>
  aTarget({ id, recreates, before: null, ...change });
const journal = (...targets: readonly JournalTarget[]): readonly JournalEntry[] => [
  anEntry({ steps: [aStep("createTransaction", targets)] }),
];

Deno.test("latestIds() follows a record through all the ids that it has had", () => {
  const latest = latestIds(journal(back("c", "d"), back("a", "b"), back("b", "c")));
  assertEquals(["a", "b", "c", "d", "e"].map(latest), ["d", "d", "d", "d", "e"]);
});

Deno.test("latestIds() goes by what was entered again for certain", () => {
  const latest = latestIds(journal(
    back("a", "b", { outcome: "unknown" }),
    back("c", "d", { outcome: "not_done" }),
    aTarget({ id: "e" }),
  ));
  assertEquals(["a", "c", "e", "undefined"].map(latest), ["a", "c", "e", "undefined"]);
});

Deno.test("latestIds() ends where a damaged journal goes round in circles", () => {
  const latest = latestIds(journal(back("a", "b"), back("b", "a")));
  assertEquals(["a", "b"].map((id) => ["a", "b"].includes(latest(id))), [true, true]);
  assertEquals(latestIds(journal(back("a", "a")))("a"), "a");
});

const latest = (id: string): string => id === "old" ? "new" : id;

Deno.test("withLatestIds() names what is there by the id that it has by now", () => {
  const [old, other] = [aTarget({ id: "old" }), aTarget({ id: "other" })];
  const entry = anEntry({
    steps: [aStep("updateTransactions", [other, old]), aStep("updateTransactions", [other])],
  });
  assertEquals(withLatestIds(entry, latest), {
    ...entry,
    steps: [
      aStep("updateTransactions", [other, { ...old, id: "new" }]),
      aStep("updateTransactions", [other]),
    ],
  });
});

Deno.test("withLatestIds() leaves what the change itself deleted under its own id", () => {
  const entry = anEntry({
    steps: [aStep("deleteTransaction", [aTarget({ id: "old", after: null })])],
  });
  assertStrictEquals(withLatestIds(entry, latest), entry);
});

Deno.test("withLatestIds() gives the same change where nothing has another id", () => {
  const entry = anEntry();
  assertStrictEquals(withLatestIds(entry, latest), entry);
});
