import { tools } from "../tools/_manifest.ts";
import { toolsOf } from "../server/offered_tools.ts";
import { isChanging, type Profile, profilesOf, type Tool } from "../tools/_tool.ts";
import { block, type Derived, tableText, withPart } from "./_derived.ts";
import { EXAMPLE_DAY, keptDatabase } from "./_examples.ts";
import { ROOT, run } from "./_run.ts";
import { definitionTokens } from "./tokens.ts";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createServerFactory, DEMO_TOKEN, demoFetch } from "../mod.ts";
import { memoisedUpTo } from "../domain/base/memoised.ts";

/** The demo question shown in README. */
const QUESTION = "How much is left for everyday things?";
const ROWS = 4;

/** Marks of tools that change the plan, and of tools only in the profile `complete`. */
const CHANGES = "\\*";
const COMPLETE_ONLY = "\u2020";

/** README with current generated parts. */
export async function readme(): Promise<Derived> {
  const path = "README.md";
  const text = await Deno.readTextFile(new URL(path, ROOT));
  const withStory = withPart(text, "story", await storyText(), true);
  const withReasons = withPart(withStory, "why", await whyText(), true);
  return { path, text: withPart(withReasons, "tools", toolTable()) };
}

async function storyText(): Promise<string> {
  const scene = (await demoScenes(EXAMPLE_DAY)).find(({ question }) => question === QUESTION);
  if (scene === undefined) throw new Error(`The demo doesn't ask "${QUESTION}"`);
  const heading = scene.answer.findIndex((line) => line.startsWith("name "));
  const rows = scene.answer.slice(heading, heading + 1 + ROWS);
  const lines = [
    `> ${QUESTION}`,
    "",
    ...rows,
    scene.requests,
    "",
    ...await changeStory(EXAMPLE_DAY),
  ];
  // Keep blank lines only before the person's requests.
  const told = lines.filter((line, at) => line !== "" || /^> (?!Yes)/u.test(lines[at + 1] ?? ""));
  return block("text", told.join("\n"));
}

/** The reasons to use the server, with the tokens of its definitions. */
export async function whyText(): Promise<string> {
  const [fuller, complete] = [await figures("fuller"), await figures("complete")];
  // One line each, so the formatter doesn't rewrap them.
  return [
    "- **You stay in charge:** preview and confirm each change, and undo it where YNAB allows.",
    "- **0 requests for a repeated question:** a local copy spares YNAB's 200 requests an hour.",
    `- **Few tokens:** defining all ${fuller.tools} tools takes ${fuller.tokens}; ` +
    `the ${complete.tools} of \`complete\` take ${complete.tokens}.`,
    "- **Exact and easy to try:** totals match YNAB to the cent; the demo needs no account.",
  ].join("\n");
}

async function figures(
  profile: Profile,
): Promise<{ readonly tools: number; readonly tokens: string }> {
  const tokens = await definitionTokens(profile, true);
  return { tools: toolsOf(profile, true).length, tokens: tokens.toLocaleString("en-US") };
}

/** Table of tools by task. */
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

/** The change in README, in words and as a call. */
const ASKED = "Move 50 from Pets to Dining Out.";
const CALL = {
  name: "move_money",
  arguments: {
    month: "current",
    from_category_id: "Pets",
    to_category_id: "Dining Out",
    amount: 50,
  },
} as const;

/** Lines of README's change and undo. */
async function changeStory(today: string): Promise<readonly string[]> {
  const shown: string[] = [];
  const now = (): number => Date.parse(`${today}T12:00:00Z`);
  const { create, close } = createServerFactory({
    token: DEMO_TOKEN,
    fetch: demoFetch({ today }),
    database: keptDatabase(now),
    today,
    now,
    write: true,
    confirm: "user",
  });
  const client = new Client(
    { name: "readme", version: "1.0.0" },
    { capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler("elicitation/create", ({ params }) => {
    shown.push(...unescaped(String(params.message)).split("\n"), "", "> Yes");
    return { action: "accept", content: { confirm: true } };
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([create().connect(far), client.connect(near)]);
  const say = async (words: string, call: Parameters<Client["callTool"]>[0]): Promise<void> => {
    shown.push(`> ${words}`, "");
    const { structuredContent } = await client.callTool(call);
    const { status, message } = structuredContent as Readonly<Record<string, unknown>>;
    if (status !== "applied") throw new Error(`The story stopped: ${status} ${message}`);
    // One sentence per line, because code blocks don't wrap.
    shown.push("", ...String(message).split(/(?<=\.) (?=[A-Z])/u), "");
  };
  try {
    await say(ASKED, CALL);
    await say("Undo that.", { name: "undo_operation", arguments: {} });
  } finally {
    await client.close();
    await close();
  }
  return shown.slice(0, -1);
}

/** Forms show Markdown; removes its escapes. */
function unescaped(text: string): string {
  return text.replaceAll(/\\([\\`*_{}[\]()<>#!|~])/gu, "$1");
}

const TO_SEE = "List plans, accounts, payees and changes";
const TO_CHANGE = "Enter, edit, import, reconcile";

/** Tools by task, in people's words. */
const toolTasks: Readonly<Record<string, readonly string[]>> = {
  "See how a month is going": [
    "get_monthly_summary",
    "get_category_balances",
    "get_budget_vs_actual",
  ],
  "Find payments and spending": [
    "find_transactions",
    "get_spending_trends",
    "review_transactions",
  ],
  "Forecast and schedule": [
    "forecast_balance",
    "list_scheduled_transactions",
    "find_recurring_charges",
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

/** Assigns every tool to a task; unlisted ones go to a general reading or changing task. */
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

/** A question of the demo with its answer. */
export interface DemoScene {
  readonly question: string;
  readonly call: string;
  /** Lines of the answer, as aligned for a terminal. */
  readonly answer: readonly string[];
  /** Number of requests. */
  readonly requests: string;
}

/** Runs the demo once per process. */
export const demoScenes: (today: string) => Promise<readonly DemoScene[]> = memoisedUpTo(
  1,
  async (today: string): Promise<readonly DemoScene[]> => {
    const script = new URL("scripts/demo.ts", ROOT).pathname;
    const args = ["run", "-A", "--quiet", script, "--today", today];
    return scenesIn(await run(Deno.execPath(), args, { env: { NO_COLOR: "1" } }));
  },
);

/** Splits the demo's output into scenes. */
function scenesIn(text: string): readonly DemoScene[] {
  return text.split("\n\n").flatMap((section) => {
    const [question = "", ...rest] = section.trimEnd().split("\n");
    const [call = "", ...below] = rest.map((line) => line.replace(/^ {2}/u, ""));
    const requests = below.at(-1) ?? "";
    return /^\d+ requests? to YNAB/u.test(requests)
      ? [{ question, call, answer: below.slice(0, -1), requests }]
      : [];
  });
}
