import { tools } from "../tools/_manifest.ts";
import { toolsOf } from "../server/offered_tools.ts";
import { isChanging, type Profile, profilesOf, type Tool } from "../tools/_tool.ts";
import { block, type Derived, tableText, withPart } from "./_derived.ts";
import { EXAMPLE_DAY } from "./_examples.ts";
import { ROOT, run } from "./_run.ts";
import { definitionTokens } from "./tokens.ts";

/** Tools whose calls in the demo appear in README. */
const IN_STORY = ["get_category_balances", "move_money", "undo_operation"];
const ROWS = 5;

/** Marks tools that change the plan, and tools available only in the `complete` profile. */
const CHANGES = "\\*";
const COMPLETE_ONLY = "\u2020";

/** Returns README with updated generated parts. */
export async function readme(): Promise<Derived> {
  const path = "README.md";
  const text = await Deno.readTextFile(new URL(path, ROOT));
  const withStory = withPart(text, "story", await storyText(), true);
  const withReasons = withPart(withStory, "why", await whyText(), true);
  return { path, text: withPart(withReasons, "tools", toolTable()) };
}

/** Extracts a question, a change and its undo from the demo. */
async function storyText(): Promise<string> {
  const turns = await demoTurns(EXAMPLE_DAY);
  const lines = IN_STORY.flatMap((tool) => {
    const turn = turns.find((one) => one.tool === tool);
    if (turn === undefined) throw new Error(`The demo doesn't call ${tool}`);
    const table = turn.lines.findIndex((line) => line.startsWith("name "));
    const lines = table === -1 ? turn.lines : turn.lines.slice(table, table + 1 + ROWS);
    return ["", `> ${turn.says}`, ...lines.map((line) => line.replace(/^You: /u, "> "))];
  });
  return block("text", lines.slice(1).join("\n"));
}

/** Lists reasons to use the server, including the token counts of its definitions. */
export async function whyText(): Promise<string> {
  const [fuller, complete] = [toolsOf("fuller", true), toolsOf("complete", true)];
  const [few, all] = [await tokensIn("fuller"), await tokensIn("complete")];
  // One line per item, so that the formatter doesn't rewrap them.
  return [
    "- **You stay in charge:** preview and confirm each change, and undo it where YNAB allows it.",
    "- **Repeated questions cost no requests** (YNAB allows 200 an hour): a local copy answers them.",
    `- **Few tokens:** ${few} for the definitions of the ${fuller.length} default tools, ` +
    `${all} for all ${complete.length}.`,
    "- **Exact and easy to try:** totals match YNAB to the cent; the demo needs no account.",
  ].join("\n");
}

async function tokensIn(profile: Profile): Promise<string> {
  return (await definitionTokens(profile, true)).toLocaleString("en-US");
}

export function toolTable(): string {
  const rows = toolsByTask().map(([task, ofTask]) => [
    task,
    ofTask.map((tool) => {
      const { name } = tool;
      const marks = [
        isChanging(tool) ? CHANGES : "",
        profilesOf(tool.summary).length === 1 ? COMPLETE_ONLY : "",
      ];
      return `[${name}](docs/tools/${name}.md)${marks.join("")}`;
    }).join(", "),
  ]);
  const heading = `Tools (${CHANGES} changes the plan, ${COMPLETE_ONLY} only in \`complete\`)`;
  return tableText(["To", heading], rows);
}

const TO_SEE = "List plans, accounts, payees and changes";
const TO_CHANGE = "Enter, edit, import, reconcile";

/** Tools by task, in everyday words. */
const toolTasks: Readonly<Record<string, readonly string[]>> = {
  "See how a month is going": [
    "get_monthly_summary",
    "get_category_balances",
    "get_budget_vs_actual",
    "get_money_history",
    "get_digest",
  ],
  "Find payments and spending": ["find_transactions", "get_spending_trends", "review_transactions"],
  "Forecast and schedule": [
    "forecast_balance",
    "can_afford",
    "list_scheduled_transactions",
    "find_recurring_charges",
    "get_upcoming_needs",
    "create_scheduled_transaction",
    "edit_scheduled_transaction",
    "delete_scheduled_transaction",
  ],
  [TO_SEE]: [
    "list_plans",
    "list_accounts",
    "list_category_groups",
    "list_payees",
    "list_money_movements",
    "list_changes",
  ],
  "Categorize, approve, flag, clean up payees": [
    "suggest_categories",
    "apply_categories",
    "split_transaction",
    "approve_transactions",
    "flag_transactions",
    "rename_payees",
    "merge_payees",
  ],
  [TO_CHANGE]: [
    "create_transactions",
    "edit_transaction",
    "delete_transactions",
    "create_transfer",
    "import_transactions",
    "reconcile_account",
  ],
  "Budget money, organize categories": [
    "set_category_budget",
    "move_money",
    "set_category_target",
    "assign_month",
    "create_category",
    "update_category",
    "create_category_group",
    "rename_category_group",
  ],
  "Undo a change": ["undo_operation"],
};

/**
 * Assigns every tool to a task. Unlisted tools get a general task, either for reading or for
 * changing.
 */
function toolsByTask(): readonly (readonly [task: string, tools: readonly Tool[]])[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const known = new Set(Object.values(toolTasks).flat());
  const others = tools.filter(({ name }) => !known.has(name));
  return Object.entries(toolTasks).map(([task, names]) => {
    const own = names.map((name) => {
      const tool = byName.get(name);
      if (tool === undefined) throw new Error(`scripts/_readme.ts: unknown tool ${name}`);
      return tool;
    });
    const joining = others.filter((tool) => task === (isChanging(tool) ? TO_CHANGE : TO_SEE));
    return [task, [...own, ...joining]];
  });
}

/** A question, the tool that answers it, and the lines below the call. */
interface DemoTurn {
  readonly says: string;
  readonly tool: string;
  readonly lines: readonly string[];
}

/** Runs the demo and splits its output into turns. */
async function demoTurns(today: string): Promise<readonly DemoTurn[]> {
  const script = new URL("scripts/demo.ts", ROOT).pathname;
  const args = ["run", "-A", "--quiet", script, "--today", today];
  const text = await run(Deno.execPath(), args, { env: { NO_COLOR: "1" } });
  return text.split("\n\nYou: ").slice(1).map((turn) => {
    const [says = "", call = "", ...lines] = turn.split("\n\n", 1).join("").split("\n");
    return {
      says,
      tool: call.trim().split(" ", 1).join(""),
      lines: lines.map((line) => line.replace(/^ {2}/u, "")),
    };
  });
}
