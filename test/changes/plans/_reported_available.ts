import { assertEquals } from "@std/assert";
import { availableWords } from "../../../changes/available_now.ts";
import type { JournalEntry } from "../../../changes/journal.ts";
import type { Category } from "../../../client/wire/category.ts";
import type { ToolReply } from "../../../server/run_tool.ts";
import type { ModelWorld } from "../../model/_world.ts";
import { FORMAT } from "./_plan_words.ts";

const REPORTING = [
  "apply_categories",
  "create_transactions",
  "create_transfer",
  "split_transaction",
  "undo_operation",
];

/** Tools that report the current month's amounts only, without an extra request. */
const REPORTING_NOW: readonly string[] = ["delete_transactions", "edit_transaction"];

/** The plan to which a change was applied. */
type World = Pick<ModelWorld, "records" | "upstream">;

/** Checks that an applied change reports its categories' available amounts. */
export async function assertAvailable(
  { structured }: ToolReply,
  entry: JournalEntry,
  world: World,
): Promise<void> {
  const message = String(structured?.["message"]);
  // Scheduled transactions don't affect available amounts yet.
  const steps = entry.steps.filter(({ operation }) => !operation.includes("Scheduled"));
  const fields = steps.flatMap(({ targets }) =>
    targets.flatMap(({ before, after, lines = [] }) => [before ?? {}, after ?? {}, ...lines])
  );
  const touched = fields.flatMap((one) => {
    const id = one["category_id"];
    return typeof id === "string" ? [id] : [];
  });
  if (REPORTING_NOW.includes(entry.kind)) touched.push(...categoriesIn(entry, world));
  const words = availableWords(touched, await categoriesOf(entry.planId, world), {
    format: FORMAT,
  });
  const isReported = REPORTING.includes(entry.kind) ||
    REPORTING_NOW.includes(entry.kind) && message.includes("Available now");
  if (isReported && words !== "") {
    // Compare in any order, because the order of changed groups depends on the cache.
    const parts = words.split(/: |, (?=[^,]*\$)/u);
    assertEquals(parts.filter((part) => !message.includes(part)), [], `${message}\nnot: ${words}`);
    const reported = /Available now: (.*?)\.(?: |$)/u.exec(message)?.[1] ?? "";
    assertEquals(reported.length, words.length - "Available now: ".length, message);
  } else assertEquals(message.includes("Available now"), false, message);
}

/** Categories of all transactions that a change targets, including unchanged categories. */
function categoriesIn({ steps }: JournalEntry, world: World): readonly string[] {
  const ids = steps.flatMap(({ targets }) => targets.map(({ id }) => id));
  return world.records().transactions.filter(({ id }) => ids.includes(id))
    .flatMap(({ category_id }) => category_id ?? []);
}

async function categoriesOf(planId: string, { upstream }: World): Promise<Category[]> {
  const response = await upstream.fetch(`https://upstream.test/v1/plans/${planId}/categories`, {
    headers: { authorization: "Bearer demo-token" },
  });
  const { data } = await response.json() as {
    readonly data: {
      readonly category_groups: readonly { readonly name: string; categories: Category[] }[];
    };
  };
  return data.category_groups.flatMap(({ name, categories }) =>
    categories.map((one) => ({ ...one, category_group_name: name }))
  );
}
