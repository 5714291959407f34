import { assertEquals, assertThrows } from "@std/assert";
import type { JournalEntry } from "../../../changes/journal.ts";
import { askedRecords } from "../../../changes/undo_choice.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { anEntry, aStep, aTarget } from "../_journal_entry.ts";

const names: Readonly<Record<string, string>> = {
  "0a1b2c3d-1": "Rent",
  "0a1b2c3d-2": "Dining Out",
  "0a1b2c3e-1": "Dining In",
};

function asked(entry: JournalEntry, references: readonly string[]): unknown {
  const nameOf = (id: string): string | null => names[id] ?? null;
  const found = askedRecords(references, { entry, nameOf });
  return [...found ?? []];
}

function refused(entry: JournalEntry, references: readonly string[]): unknown {
  const error = assertThrows(() => asked(entry, references), ToolError);
  return [error.code, ...error.rows];
}

const targets = Object.keys(names).map((id) => aTarget({ id }));
const assigned = anEntry({ steps: [aStep("updateMonthCategory", targets)] });
const flagged = anEntry({ steps: [aStep("updateTransactions", targets)] });

Deno.test("askedRecords() finds records by name, by id and by a prefix that is one's alone", () => {
  assertEquals(asked(assigned, ["rent", "0a1b2c3d-2", "0a1b2c3e"]), [
    "0a1b2c3d-1",
    "0a1b2c3d-2",
    "0a1b2c3e-1",
  ]);
});

Deno.test("askedRecords() finds a record once that several steps are about", () => {
  const step = aStep("updateMonthCategory", [aTarget({ id: "0a1b2c3d-1" })]);
  assertEquals(asked(anEntry({ steps: [step, step] }), ["Rent"]), ["0a1b2c3d-1"]);
});

Deno.test("askedRecords() says of each reference why it names none", () => {
  assertEquals(refused(assigned, ["0a1b2c3d", "Fun", "Rent"]), [
    "invalid_input",
    '"0a1b2c3d": only: the change has several such records, so pass the whole id',
    '"Fun": only: the change has no such record, so leave it out',
  ]);
});

Deno.test("askedRecords() takes no name for a transaction, though a category has it", () => {
  assertEquals(refused(flagged, ["Rent"]), [
    "invalid_input",
    '"Rent": only: the change has no such record, so leave it out',
  ]);
  assertEquals(asked(flagged, ["0a1b2c3d-1"]), ["0a1b2c3d-1"]);
});

Deno.test("askedRecords() finds what has no name by its id", () => {
  const step = aStep("updateMonthCategory", [aTarget({ id: "ffffffff-1" })]);
  assertEquals(asked(anEntry({ steps: [step] }), ["ffffffff"]), ["ffffffff-1"]);
});
