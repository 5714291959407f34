import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import type { AppliedSteps } from "../../../changes/apply_steps.ts";
import type { ChangeDraft, PreviewLine, Step, Target } from "../../../changes/change.ts";
import type { JournalEntry, JournalTarget, Outcome } from "../../../changes/journal.ts";
import {
  type ChangeOutcome,
  type ChangeReply,
  outcomeReply,
  replyFor,
} from "../../../changes/reply.ts";
import { UpstreamError } from "../../../client/upstream_error.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { aDraft } from "../_change_environment.ts";
import { anEntry, aStep, aTarget } from "../_journal_entry.ts";

const line: PreviewLine = { id: "t1", label: "a row", field: "flag", before: null, after: "red" };

/** Rows that are flagged in one request. */
function flagging(...ids: readonly string[]): Pick<ChangeDraft, "preview" | "steps"> {
  const targets = ids.map((id): Target => ({
    id,
    label: `row ${id}`,
    before: { flag: null },
    after: { flag: "red" },
  }));
  return {
    preview: ids.map((id) => ({ ...line, id, label: `row ${id}`, amount: -1_000 })),
    steps: [{ operation: "updateTransactions", args: {}, targets } as never],
  };
}

function entryOf(
  { steps }: Pick<ChangeDraft, "steps">,
  outcomes: Readonly<Record<string, Outcome>> = {},
): JournalEntry {
  return anEntry({
    steps: steps.map(({ operation, targets }) =>
      aStep(
        operation,
        targets.map((one): JournalTarget => ({ ...one, outcome: outcomes[one.id] ?? "done" })),
      )
    ),
  });
}

const clean: AppliedSteps = {
  steps: [],
  answers: [],
  deviations: [],
  failure: null,
  failedAt: null,
  isAwaited: false,
};

function reply(
  { draft, entry, applied, ...result }: {
    readonly draft?: Partial<ChangeDraft>;
    readonly entry?: Partial<JournalEntry>;
    readonly applied?: Partial<AppliedSteps>;
  } & Partial<Pick<ChangeOutcome, "isPreviewed" | "now">> = {},
): ChangeReply {
  const whole = aDraft({ ...flagging("t1"), ...draft });
  return outcomeReply({
    draft: whole,
    entry: { ...entryOf(whole), ...entry },
    applied: { ...clean, ...applied },
    isPreviewed: true,
    now: "",
    format: { symbol: "$", isSymbolFirst: true, decimals: 2 },
    ...result,
  });
}

Deno.test("replyFor() has nothing in it that it was not given", () => {
  assertEquals(replyFor({ status: "declined", message: "No" }), {
    status: "declined",
    message: "No",
    changes: [],
    warnings: [],
    confirmation: null,
    operation_id: null,
  });
});

Deno.test("replyFor() gives all that it was given, and its own word before a further field", () => {
  const parts = {
    status: "applied",
    message: "Done",
    confirmation: "c",
    operationId: "o",
  } as const;
  const { changes: _, ...rest } = replyFor({
    ...parts,
    warnings: ["mind"],
    extra: { difference: 5, message: "another" },
  });
  assertEquals(rest as unknown, {
    difference: 5,
    status: "applied",
    message: "Done",
    warnings: ["mind"],
    confirmation: "c",
    operation_id: "o",
  });
});

const shown: readonly (readonly [
  what: string,
  line: Partial<PreviewLine>,
  before: unknown,
  after: unknown,
])[] = [
  ["text of others in one line, cleaned", { before: "a\nb\u202e", after: "c\u0007" }, "a b", "c"],
  ["text without anything to see as none", { before: "\u200b", after: " \n" }, null, null],
  ["amounts and marks as they are", { before: 1.5, after: false }, 1.5, false],
  ["none as none", { before: null, after: null }, null, null],
  ["the call's own text with its lines", { after: "a\nb", isOwnText: true }, null, "a\nb"],
  [
    "what stood before the call's own text in one line",
    {
      ...{ before: "a\nb", after: "c" },
      isOwnText: true,
    },
    "a b",
    "c",
  ],
  ["that the call takes a text away", { after: null, isOwnText: true }, null, null],
  ["nothing before what is new", { before: null, after: "c", isNew: true }, "", "c"],
];
for (const [what, change, before, after] of shown) {
  Deno.test(`replyFor() shows ${what}`, () => {
    const parts = { status: "applied", message: "", lines: [{ ...line, ...change }] } as const;
    const [found] = replyFor(parts).changes;
    assertEquals([found?.before, found?.after], [before, after]);
    assertEquals([found?.id, found?.label, found?.field], ["t1", "a row", "flag"]);
  });
}

Deno.test("outcomeReply() tells what was done, what is true now, and under which name", () => {
  const now = "Available now: Fun $4.00.";
  const { status, message, changes, warnings, operation_id } = reply({ now });
  assertEquals([status, message], ["applied", `Flagged a row. ${now}`]);
  assertEquals([warnings, operation_id], [[], "o1"]);
  assertEquals(changes.map(({ id, outcome }) => [id, outcome]), [["t1", "done"]]);
});

Deno.test("outcomeReply() tells what answers show, and further fields of both", () => {
  const answers = [{ some: 1 }];
  const given: unknown[] = [];
  const { message, ...rest } = reply({
    applied: { answers },
    draft: {
      extra: { before: 1, after: 1 },
      describeResult: (all) => {
        given.push(all);
        return { message: "Fun has $4.00", extra: { after: 2 } };
      },
    },
  });
  assertEquals(message, "Flagged a row. Fun has $4.00.");
  assertEquals(
    [given, (rest as { before?: unknown }).before, (rest as { after?: unknown }).after],
    [
      [answers],
      1,
      2,
    ],
  );
  const describeResult = (): { message: string; extra: Record<never, never> } => ({
    message: "",
    extra: {},
  });
  assertEquals(reply({ draft: { describeResult } }).message, "Flagged a row.");
});

Deno.test("outcomeReply() tells before and after of what has changed, and of what is new", () => {
  const { preview: [one], steps } = flagging("t1");
  if (one === undefined) throw new Error("There is a line");
  const same = { ...one, field: "memo", before: "x", after: "x" };
  const created = { ...one, field: "category", before: null, after: null, isNew: true };
  const { changes } = reply({ draft: { steps, preview: [one, same, created] } });
  assertEquals(changes.map(({ field }) => field), ["flag", "category"]);
});

Deno.test("outcomeReply() says of what YNAB stored otherwise only that it did", () => {
  const deviations = ["row t2: YNAB did not take flag"];
  const { changes, warnings, message } = reply({
    draft: flagging("t1", "t2", "t3"),
    applied: { deviations },
    now: "Available now: Fun $4.00.",
  });
  assertEquals(changes.map(({ id }) => id), ["t1", "t3"]);
  assertEquals([warnings, message], [deviations, "Flagged a row."]);
});

Deno.test("outcomeReply() says how to undo what nobody has seen before, and warns of it", () => {
  const draft = { warnings: ["mind"] };
  const seen = reply({ draft });
  assertEquals([seen.message, seen.warnings], ["Flagged a row.", []]);
  const unseen = reply({ draft, isPreviewed: false });
  assertEquals([unseen.message, unseen.warnings], ["Flagged a row. You can undo this.", ["mind"]]);
});

Deno.test("outcomeReply() says of what can't be undone that it can't, and gives it no name", () => {
  const irreversible = "YNAB keeps it";
  const entry = { isUndoable: false };
  for (const isPreviewed of [true, false]) {
    const { message, operation_id } = reply({ draft: { irreversible }, entry, isPreviewed });
    assertEquals(message, "Flagged a row. This can't be undone: YNAB keeps it.");
    assertEquals(operation_id, null);
  }
});

Deno.test("outcomeReply() says of an undo nothing about undoing it", () => {
  const { message } = reply({ draft: { undo: { isPart: false } }, entry: { isUndoable: false } });
  assertEquals(message, "Flagged a row.");
});

const ids = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `t${at + 1}`);

Deno.test("outcomeReply() lists twenty records, and counts the rest by what they became", () => {
  const all = reply({ draft: flagging(...ids(20)) });
  assertEquals([all.changes.length, all.message], [20, "Flagged a row."]);
  const more = reply({ draft: flagging(...ids(23)) });
  assertEquals(more.changes.map(({ id }) => id), ids(20));
  assertEquals(
    more.message,
    "Flagged a row. Listed are the first 20 of 23; the rest: flag \u2192 red: 3 transactions, -$3.00.",
  );
});

Deno.test("outcomeReply() counts ten kinds of change beyond those that it lists, and how many more", () => {
  const rest = (kinds: number): string => {
    const { preview, steps } = flagging(...ids(20 + kinds));
    const lines = preview.map((one, at) => at < 20 ? one : { ...one, after: `kind ${at - 19}` });
    return reply({ draft: { preview: lines, steps } }).message.split("; the rest: ")[1] ?? "";
  };
  assertEquals(
    rest(2),
    "flag \u2192 kind 1: 1 transaction, -$1.00; flag \u2192 kind 2: 1 transaction, -$1.00.",
  );
  assertEquals([rest(10).split("; ").length, rest(10).includes("more kinds")], [10, false]);
  assertEquals(rest(12).split("; ").slice(9), [
    "flag \u2192 kind 10: 1 transaction, -$1.00",
    "and 2 more kinds.",
  ]);
});

const lost = new UpstreamError("It is down: look", { code: "unavailable", uncertain: true });
const refused = new UpstreamError("It was refused: correct it", { code: "rejected" });

Deno.test("outcomeReply() tells of a part what became of each record, and why", () => {
  const draft = flagging("t1", "t2");
  const entry = {
    ...entryOf(draft, { t2: "not_done" }),
    state: "partly",
    isUndoable: true,
  } as const;
  const { status, message, changes, operation_id } = reply({
    draft,
    entry,
    applied: { failure: refused },
  });
  assertEquals([status, operation_id], ["partly", "o1"]);
  assertEquals(
    message,
    "Flag a row: only part of it was applied (1 of 2): it was refused. Undo takes that part back",
  );
  assertEquals(changes.map(({ id, outcome }) => [id, outcome]), [["t1", "done"], [
    "t2",
    "not_done",
  ]]);
  const unseen = reply({ draft, entry, applied: { failure: refused }, isPreviewed: false });
  assertEquals(unseen.changes.map(({ id }) => id), ["t2"]);
  const kept = reply({ draft, entry: { ...entry, isUndoable: false } });
  assertEquals(kept.operation_id, null);
});

Deno.test("outcomeReply() names what is uncertain, so that it can be asked for again", () => {
  const draft = { ...flagging("t1"), extra: { difference: 5 } };
  const entry = {
    ...entryOf(draft, { t1: "unknown" }),
    state: "uncertain",
    isUndoable: false,
  } as const;
  const found = reply({ draft, entry, applied: { failure: lost } });
  assertEquals([found.status, found.operation_id], ["uncertain", "o1"]);
  assertEquals(
    found.message,
    "Flag a row: YNAB did not say whether all of it was applied (it is down). Do not repeat it " +
      "before you have looked at the rows below",
  );
  assertEquals(found.changes.map(({ outcome }) => outcome), ["unknown"]);
  assertEquals((found as { difference?: unknown }).difference, 5);
});

Deno.test("outcomeReply() throws what nothing of was applied", () => {
  const entry = { state: "failed" } as const;
  assertStrictEquals(assertThrows(() => reply({ entry, applied: { failure: refused } })), refused);
  const deviations = ["row t1: YNAB did not take flag"];
  const error = assertThrows(() => reply({ entry, applied: { deviations } }), ToolError);
  assertEquals([error.code, error.rows], ["rejected", deviations]);
  assertEquals(
    error.message,
    "Flag a row: YNAB answered, but applied none of it: look at the plan, and change what was " +
      "asked",
  );
});

Deno.test("outcomeReply() names the record that YNAB refused, of the request that failed", () => {
  const steps = [...flagging("t1").steps, ...flagging("t2", "t3").steps];
  const failure = new UpstreamError("Refused: look", { code: "rejected", index: 1 });
  const rows = (failedAt: number | null): readonly string[] | undefined => {
    const entry = { state: "failed" } as const;
    const error = assertThrows(() =>
      reply({ entry, draft: { steps }, applied: { failure, failedAt } })
    );
    return error instanceof ToolError ? error.rows : undefined;
  };
  assertEquals(rows(1), ["row t3"]);
  assertEquals([rows(0), rows(null)], [undefined, undefined]);
});

Deno.test("outcomeReply() gives each line the fate of the step that sets its field", () => {
  const creation = aTarget({ id: "new 1", before: null, after: { amount: 5 } });
  const mark = aTarget({ id: "new 1", before: { flag: null }, after: { flag: "red" } });
  const steps = [
    { operation: "createTransaction", args: {}, targets: [creation] },
    { operation: "updateTransactions", args: {}, targets: [mark] },
  ] as unknown as readonly Step[];
  const preview = ["amount", "flag", "category"].map((field) => ({ ...line, id: "new 1", field }));
  const entry = anEntry({
    state: "partly",
    steps: [
      aStep("createTransaction", [{ ...creation, id: "r9" }]),
      aStep("updateTransactions", [{ ...mark, id: "r9", outcome: "not_done" }]),
    ],
  });
  const { changes } = reply({ draft: { preview, steps }, entry });
  assertEquals(changes.map(({ field, id, outcome }) => [field, id, outcome]), [
    ["amount", "r9", "done"],
    ["flag", "r9", "not_done"],
    ["category", "r9", "done"],
  ]);
});

Deno.test("outcomeReply() knows nothing of a line that no step is about", () => {
  const { preview } = flagging("t1");
  const entry = { state: "partly" } as const;
  const { changes } = reply({ draft: { preview, steps: flagging("t2").steps }, entry });
  assertEquals(changes.map(({ id, outcome }) => [id, outcome]), [["t1", "unknown"]]);
});
