import { assert, assertEquals } from "@std/assert";
import type {
  PlanRecords,
  StoredCategory,
  StoredTransaction,
} from "../../../demo/model/records.ts";
import { categoryLabel } from "../../../domain/plan/category_label.ts";
import type { ToolReply } from "../../../server/run_tool.ts";
import { type PlanDifference, planDifference } from "./_plan_difference.ts";
import { cleaned, type PlanWords, planWords } from "./_plan_words.ts";

export interface PreviewRow {
  readonly id: string;
  readonly label: string;
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly available_before?: unknown;
  readonly available_after?: unknown;
}

/** A preview's sentence and lines. */
export interface Preview {
  readonly message: string;
  readonly rows: readonly PreviewRow[];
}

export interface Passage {
  readonly before: PlanRecords;
  readonly after: PlanRecords;
}

/** Parses a preview. */
export function previewIn({ structured, text }: ToolReply): Preview {
  if (structured === null) throw new Error(text);
  assertEquals(structured["note"], undefined, "The preview was truncated");
  return {
    message: String(structured["message"]),
    rows: (structured["changes"] ?? []) as readonly PreviewRow[],
  };
}

/** Checks that the stored plan changed exactly as the preview said. */
export function assertAsPreviewed(shown: Preview, { before, after }: Passage): PlanDifference {
  const found = planDifference(before, after);
  const isUndo = shown.message.startsWith('Undo "');
  const again = shown.rows.filter(isAgain);
  const againIds = new Set(again.map(({ id }) => id));
  const old = shown.rows.filter(({ id }) => !id.startsWith("new ") && !againIds.has(id));
  assertEquals(
    described(found.changed.map((one) => isUndo ? withoutTarget(one) : withoutDay(one, old))),
    described(old.map(({ id, label, field, before, after }) => {
      const line = { id, field: placed(field, label), before: before ?? null, after };
      return isUndo ? withoutTarget(line) : line;
    })),
  );
  if (again.length > 0) assertAgain(again, found, planWords(after));
  else assertCreated(shown, found, planWords(after));
  return found;
}

/** Whether a preview line says that a deleted record will be restored. */
function isAgain({ before, after }: PreviewRow): boolean {
  return before === "deleted" && (after === "entered" || after === "created");
}

/** Compares labels, because restored records have new ids. */
function assertAgain(rows: readonly PreviewRow[], found: PlanDifference, words: PlanWords): void {
  assertEquals(
    [...found.createdRows.map(words.label), ...found.createdSchedules.map(words.schedule)].sort(),
    rows.map(({ label }) => label).sort(),
  );
}

interface Line {
  readonly id: string;
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly available_before?: unknown;
  readonly available_after?: unknown;
}

/** Treats false and empty values as null, because responses omit fields with these values. */
function described(lines: readonly Line[]): readonly string[] {
  const shown = lines.map(({ id, field, before, after }) =>
    `${id} ${field}: ${JSON.stringify(inLine(before) || null)} -> ${
      JSON.stringify(inLine(after) || null)
    }`
  );
  return [...new Set(shown)].sort();
}

/** Replaces line breaks with spaces, as the server does in responses. */
function inLine(value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\n", " ") : value;
}

/** For an assigned amount, appends the label's month to the field name. */
function placed(field: string, label: string): string {
  return field === "assigned" ? `assigned, ${label.slice(-7)}` : field;
}

/**
 * Ignores how a category's target changed: an undo's preview has only the target fields that are
 * sent to YNAB, and other tests check the rest.
 */
function withoutTarget(line: Line): Line {
  return line.field.startsWith("target") ? { id: line.id, field: "target" } : line;
}

/** Ignores the day of a new recurring target: YNAB chooses the day, and the API can't set it. */
function withoutDay(line: Line, shown: readonly Line[]): Line {
  if (line.field !== "target") return line;
  const wanted = shown.find(({ id, field }) => id === line.id && field === "target")?.after;
  const words = String(line.after).replace(/ (?:on [A-Z][a-z]+day|due \d{4}-\d\d-\d\d)$/u, "");
  if (words === wanted) return { ...line, after: words };
  // The weekday of a target with a due date may be missing or differ from the preview's.
  const isSame = withoutWeekday(String(line.after)) === withoutWeekday(String(wanted));
  return isSame ? { ...line, after: wanted } : line;
}

function withoutWeekday(words: string): string {
  return words.replace(/ on [A-Z][a-z]+day(?= due )/u, "");
}

function assertCreated({ message, rows }: Preview, found: PlanDifference, words: PlanWords): void {
  const lines = rows.filter(({ id }) => id.startsWith("new "));
  const shown = Object.values(Object.groupBy(lines, ({ id }) => id)).flatMap((one) => one ?? []);
  const [first] = shown;
  if (found.createdCategories.length > 0) {
    assertEquals(found.createdCategories.map((one) => [cleaned(one.name), labelOf(one, words)]), [
      [first?.after, first?.label],
    ]);
    for (const one of found.createdCategories) assertPlain(one);
    return;
  }
  assertEquals(
    found.createdGroups.map(({ name, hidden, internal }) => [cleaned(name), hidden, internal]),
    found.createdGroups.length === 0 ? [] : [[first?.after, false, false]],
  );
  if (found.createdGroups.length > 0) return;
  assertEquals(
    found.createdSchedules.map((one) => words.schedule(one)),
    found.createdSchedules.length === 0 ? [] : [first?.label],
  );
  if (found.createdSchedules.length > 0) {
    const payees = found.createdSchedules.map(({ payee_id }) => words.payee(payee_id));
    for (const name of found.createdPayees) assert(payees.includes(cleaned(name)), name);
    return;
  }
  const isApproved = message.includes("already approved");
  const wanted = Object.values(Object.groupBy(lines, ({ id }) => id))
    .map((one) => wantedRow(one ?? [], isApproved));
  // Previews don't show the import ids of a statement's rows.
  const isStatement = /^Enter \d+ transactions? in /u.test(message);
  const created = found.createdRows.map((row) => isStatement ? { ...row, import_id: null } : row);
  assertEquals(created.map((row) => wordsOf(row, words)).sort(), wanted.sort());
  assertPayees({ message, rows }, found, words);
}

/** Every new payee must belong to a created record or be shown in the preview. */
function assertPayees({ rows }: Preview, found: PlanDifference, words: PlanWords): void {
  const shown = rows.flatMap(({ field, after }) => field === "payee" ? [String(after)] : []);
  const payees = new Set(
    found.createdRows.map(({ payee_id }) => words.payee(payee_id)).concat(shown),
  );
  for (const name of found.createdPayees) assert(payees.has(cleaned(name)), `payee ${name}`);
}

function labelOf({ name, category_group_id: group }: StoredCategory, words: PlanWords): string {
  return categoryLabel({ name, category_group_name: words.group(group) ?? "" });
}

function assertPlain({ hidden, internal, note, target, deleted }: StoredCategory): void {
  assertEquals([hidden, internal, note, target, deleted], [false, false, null, null, false]);
}

/** The expected text of a previewed transaction. */
function wantedRow(lines: readonly PreviewRow[], isApproved: boolean): string {
  const fields = new Map(lines.map(({ field, after }) => [field, after]));
  const isCorrection = fields.has("amount");
  return JSON.stringify({
    label: lines[0]?.label,
    category: fields.get("category") || null,
    memo: inLine(fields.get("memo") ?? null),
    cleared: isCorrection ? "reconciled" : fields.get("cleared") ?? "uncleared",
    approved: isCorrection || isApproved,
    beyond: fields.has("transfer") ? ["transfer"] : [],
  });
}

function wordsOf(row: StoredTransaction, words: PlanWords): string {
  const { category_id, memo, cleared, approved, flag_color, import_id, lines, deleted } = row;
  const { transfer_account_id, matched_transaction_id } = row;
  return JSON.stringify({
    label: words.label(row),
    category: words.category(category_id),
    memo: cleaned(memo),
    cleared,
    approved,
    beyond: [
      flag_color,
      import_id,
      transfer_account_id === null ? null : "transfer",
      matched_transaction_id,
      ...lines,
      deleted,
    ]
      .filter((value) => value !== null && value !== false),
  });
}
