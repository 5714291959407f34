import { assertEquals } from "@std/assert";
import type { JournalStep } from "../../../changes/journal.ts";
import { revertedGroups } from "../../../changes/undo/reverted_groups.ts";
import type { Reverted } from "../../../changes/undo/way_back.ts";
import { aStep, aTarget } from "../_journal_entry.ts";

const [one, other] = [aStep("updateTransaction", []), aStep("updateTransaction", [])];

function going(step: JournalStep, id: string, isFollower?: true): Reverted {
  const target = aTarget({ id, ...(isFollower === undefined ? {} : { isFollower }) });
  return { step, target, now: null, backAs: null };
}

function groups(...reverted: readonly Reverted[]): readonly (readonly string[])[] {
  return revertedGroups(reverted).map((group) => group.map(({ target }) => target.id));
}

Deno.test("revertedGroups() puts followers with the record before them", () => {
  assertEquals(groups(going(one, "a"), going(one, "b", true), going(one, "c", true)), [
    ["a", "b", "c"],
  ]);
});

Deno.test("revertedGroups() begins a group with each record that leads", () => {
  const found = groups(going(one, "a"), going(one, "b"), going(one, "c", true), going(other, "d"));
  assertEquals(found, [["a"], ["b", "c"], ["d"]]);
});

Deno.test("revertedGroups() gives a follower whose leader stays a group of its own", () => {
  assertEquals(groups(going(one, "a", true)), [["a"]]);
  assertEquals(groups(going(one, "a"), going(other, "b", true)), [["a"], ["b"]]);
});

Deno.test("revertedGroups() has no groups of nothing", () => {
  assertEquals(groups(), []);
});
