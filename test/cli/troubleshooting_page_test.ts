import { assertEquals, assertStringIncludes } from "@std/assert";
import { DEMO_TOKEN } from "../../demo/demo_fetch.ts";
import { parseFaults } from "../../demo/faults.ts";
import { householdOn } from "../_household.ts";
import { smallPlans } from "../demo/_small_plans.ts";
import type { ToolError } from "../../domain/base/tool_error.ts";
import { toolsOf } from "../../server/offered_tools.ts";
import { refuseMissingTool } from "../../server/serve_requests.ts";
import { setupError } from "../../server/advice.ts";
import { journalError, leaseLost } from "../../sync/store/store_errors.ts";
import { aViewWorld, MOVE as CARD_MOVE } from "../server/views/_view_world.ts";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { definitions } from "../../tools/_definitions.ts";
import type { ToolDefinition } from "../../tools/_tool.ts";
import { answerDuring } from "./_started.ts";
import { DEMO, type Ended, runAt } from "./_a_terminal.ts";
import { type Home, openHome } from "./_home.ts";

const TODAY = "2026-11-20";
const page = await Deno.readTextFile(new URL("../../docs/troubleshooting.md", import.meta.url));
const [, codes = "", commandLine = ""] = page.split(/^## (?:Codes|The command line)$/mu);

/** The first message quoted in each list item, and the error code in the heading above it. */
const quoted = codes.split(/^### /mu).slice(1).flatMap((section) => {
  const [, code = ""] = /^`(\w+)`/u.exec(section) ?? [];
  return [...section.matchAll(/^- _(.+?)_(?=[:,]| or )/gmu)].map(([, phrase = ""]) =>
    [phrase, code] as const
  );
});

const MOVE = ["call", "move_money", "month=current", "amount=40", "--write"]
  .concat("from_category_id=Groceries", "to_category_id=Dining Out");

const demo = async (...args: readonly string[]): Promise<string> =>
  (await runAt(["call", ...args, ...DEMO])).err;

/** Runs a command against a separate simulated YNAB, and returns the command's error output. */
async function against(
  options: Parameters<typeof openHome>[0],
  talk: (runs: Home["run"]) => Promise<Ended>,
): Promise<string> {
  await using home = await openHome({ token: DEMO_TOKEN, ...options });
  return (await talk(home.run)).err;
}

const offered = toolsOf("fuller", true);
const missing = definitions.find((tool) => !offered.includes(tool)) as ToolDefinition;

const textIn = ({ content: [block] }: CallToolResult): string =>
  block?.type === "text" ? block.text : "";

const said = ({ code, message }: ToolError): string => `${code}: ${message}`;

/** For each sentence on the page, a function that makes a command print the sentence. */
const PROVOKED: Readonly<Record<string, () => Promise<string> | string>> = {
  "there are 2 plans": async () => {
    const plans = [householdOn(TODAY), smallPlans.yen({ today: TODAY })];
    return await against({ plans }, (runs) => runs(["call", "list_accounts"]));
  },
  "may mean a different plan on the next call": () => demo("list_accounts", "plan_id=last-used"),
  "is missing": () => demo("move_money", "--write"),
  "a server setting can't be used": () =>
    said(setupError({ token: "a-token", problems: ["--plan is none"] }) as ToolError),
  "this confirmation was already used": async () =>
    await against({}, async (runs) => {
      const [, code = ""] = /confirmation: (\w+)/u.exec((await runs(MOVE)).out) ?? [];
      const confirmed = [...MOVE, `confirmation=${code}`];
      await runs(confirmed);
      return await runs(confirmed);
    }),
  "this confirmation is unknown": () => demo(...MOVE.slice(1), "confirmation=aaaaaaaaaaaa"),
  "--plan (BUDGET_PLAN_ID) is wrong": () => demo("list_accounts", "--plan", "nowhere"),
  "no transactions have been read yet, so this short id is unknown": () =>
    demo("approve_transactions", "transaction_ids=ab12cd34", "--write"),
  "this server doesn't offer": () =>
    textIn(refuseMissingTool(missing, { profile: "fuller", isWriteAllowed: false })),
  "nothing to undo": () => demo("undo_operation", "--write"),
  "the user must approve changes in a form or on a confirmation card": () =>
    demo(...MOVE.slice(1), "--confirm", "user"),
  "Something other than YNAB answered": async () =>
    await against(
      { faults: parseFaults("*=html:404") },
      (runs) => runs(["call", "list_accounts"]),
    ),
  "The connection to YNAB was refused": () => answerDuring("ECONNREFUSED"),
  "YNAB's server can't be found": () => answerDuring("ENOTFOUND"),
  "The certificate for the connection to YNAB isn't trusted": () =>
    answerDuring("SELF_SIGNED_CERT_IN_CHAIN"),
  "A Deno permission is missing": () => answerDuring("", "NotCapable"),
  "the change journal can't be used": () =>
    said(journalError(new Error("full"), "make room on the disk")),
  "the click did not come from the preview's card": async () => {
    await using world = aViewWorld();
    const client = await world.connect();
    const { structured } = await client.call("move_money", CARD_MOVE);
    const asked = { tool: "move_money", arguments: CARD_MOVE, decision: "apply" };
    const key = await client.key();
    return (await client.call("decide_change", { ...asked, key, preview: structured["preview"] }))
      .text;
  },
  "this server was paused for so long that another server may be changing the plan": () =>
    said(leaseLost()),
};

Deno.test("docs/troubleshooting.md quotes only sentences that this test's commands print", () => {
  assertEquals(quoted.map(([phrase]) => phrase).toSorted(), Object.keys(PROVOKED).toSorted());
});

for (const [phrase, code] of quoted) {
  Deno.test(`docs/troubleshooting.md lists "${phrase}" under its error code`, async () => {
    const text = await PROVOKED[phrase]?.() ?? "";
    // Ignore case, because a sentence after an error code starts in lowercase.
    assertStringIncludes(text.toLowerCase(), phrase.toLowerCase());
    assertEquals(/^(\w+): /u.exec(text)?.[1], code, text);
  });
}

/** Sentences on the page, each with the arguments of a command that prints the sentence. */
const LINES: readonly (readonly [sentence: string, args: readonly string[], token?: string])[] = [
  ["must be two arguments", ["tools", "--profile complete"]],
  ["cannot read", ["call", "list_plans", "--token-file", "/nowhere/token"]],
  ["has characters that access tokens never contain", ["call", "list_plans"], "two words"],
  ["--demo can't be combined with", ["call", "list_plans", "--demo", "--api-url", "https://a.b"]],
  ["unknown flag", ["--lists"]],
  ["only works with --http", ["serve", "--sign-in", "owner"]],
];

Deno.test("docs/troubleshooting.md quotes command-line errors exactly", async () => {
  for (const [sentence, args, token = ""] of LINES) {
    assertStringIncludes(commandLine, `| \`${sentence}`);
    const env = { HOME: "/nowhere", BUDGET_ACCESS_TOKEN: token };
    const { status, err } = await runAt(args, { env });
    assertEquals(status, 2);
    assertStringIncludes(err, sentence);
  }
});

Deno.test("docs/troubleshooting.md names only events that docs/log.md lists", async () => {
  const log = await Deno.readTextFile(new URL("../../docs/log.md", import.meta.url));
  const events = [...commandLine.matchAll(/`(\w+_\w+)` +in the log/gu)].map(([, name]) => name);
  assertEquals(events.length >= 5, true, events.join());
  for (const event of events) assertStringIncludes(log, `\`${event}\``);
});
