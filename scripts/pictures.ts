/**
 * Takes the screenshots for the README, the guide and MCP directories. They show all views of the
 * demo (light and dark, wide and narrow), a conversation with two of these views, and the bundle's
 * settings form, rendered from the bundle's manifest.
 *
 * Usage: deno task pictures [--out FOLDER]
 */

// deno-lint-ignore-file no-console
import { Buffer } from "node:buffer";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import {
  agree,
  chromiumPath,
  click,
  launchBrowser,
  type LaunchedBrowser,
  type ShownView,
} from "../test/views/_view_browser.ts";
import { demoStatementFiles } from "../demo/demo_fetch.ts";
import { transportHere } from "../test/protocol/_in_process.ts";
import { TODAY } from "../test/protocol/_server_command.ts";
import { connectViewClient, type ViewClient } from "../test/views/_view_client.ts";
import { TITLE } from "./_project.ts";
import { ROOT } from "./_run.ts";
import { type Choice, choices } from "./_settings.ts";

/** A tool call, and actions to perform in its view before the picture is taken. */
type Scene = readonly [
  name: string,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  then?: (view: ShownView) => Promise<void>,
];

const ACCOUNT = { account_id: "Checking" };
const MOVE = {
  month: "2026-11",
  from_category_id: "Pets",
  to_category_id: "Dining Out",
  amount: 50,
};

/** Bank statement with two of the plan's transactions (one amount is different) and two others. */
const STATEMENT = `Date;Payee;Amount
2026-11-20;City Water Bureau;-131.60
2026-11-17;Alder Family Dental;-105.60
2026-11-18;Kite Repair;-31.40
2026-11-17;Toy Library;-12.60`;

async function scenesOf(client: ViewClient): Promise<readonly Scene[]> {
  const { structuredContent } = await client.call("find_transactions", { limit: 4 });
  const { transactions } = structuredContent as {
    readonly transactions: readonly { readonly transaction_id: string }[];
  };
  const flags = transactions.map((row) => ({ transaction_id: row.transaction_id, color: "red" }));
  return [
    ["forecast", "forecast_balance", {
      until: "2027-06",
      account_ids: ["Checking", "Cash"],
      one_offs: [{ date: "2026-12-20", amount: -900, label: "New washing machine" }],
    }],
    ["overview", "get_monthly_summary", { month: "2026-11" }, async (view) => {
      await click(view, "Cover from");
      await view.until("document.querySelector('.controls select')");
    }],
    ["breakdown", "find_transactions", { group_by: "category", since: "2026-11-01", limit: 12 }],
    ["afford", "can_afford", { amount: 600, date: "2026-12-20", account_ids: ["Checking"] }],
    ["history", "get_money_history", {}],
    ["trends", "get_spending_trends", { months: 6 }],
    ["month", "get_budget_vs_actual", { month: "2026-11" }],
    ["review", "suggest_categories", { limit: 6 }],
    ["card", "move_money", MOVE],
    ["card_applied", "move_money", MOVE, async (view) => {
      await agree(view);
      await view.until("document.querySelector('.card.applied')");
    }],
    ["card_many", "flag_transactions", { flags }],
    ["statement_wanted", "compare_statement", ACCOUNT],
    ["statement", "compare_statement", { ...ACCOUNT, text: STATEMENT }],
  ];
}

const TURNS: readonly (readonly [question: string, view: string])[] = [
  ["Can we afford a $900 washing machine in December?", "forecast_light"],
  ["Move 50 from Pets to Dining Out.", "card_light"],
];
const STYLE =
  "body{margin:0;padding:24px;background:#f4f1ea;font:17px/24px 'Noto Sans',sans-serif}" +
  "p{margin:0 0 16px auto;width:fit-content;padding:10px 18px;border-radius:18px;" +
  "background:#e5dfd0}img{display:block;box-sizing:border-box;width:760px;padding:8px;" +
  "margin:0 0 24px;background:#fff;border:1px solid #ddd6c6;border-radius:14px}" +
  "form{width:712px;padding:24px;background:#fff;border:1px solid #ddd6c6;border-radius:14px}" +
  "h1{font-size:22px;margin:0 0 20px}b{float:right;width:44px;border-radius:12px;color:#fff;" +
  "background:#c9c1ae;padding:0 3px}b:after{content:'\\25cf'}small{display:block;color:#6b6555}" +
  "input{box-sizing:border-box;width:100%;margin:6px 0 0;padding:8px;border:1px solid #c9c1ae;" +
  "border-radius:8px;font:inherit}label{display:block;margin:0 0 18px}";

async function conversation(views: string): Promise<string> {
  const turns = TURNS.map(async ([question, view]) => {
    const bytes = await Deno.readFile(resolve(views, `${view}.png`));
    const url = `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
    return `<p>${question}</p><img src="${url}">`;
  });
  return (await Promise.all(turns)).join("");
}

function field({ title, description, type, fallback }: Choice): string {
  const input = type === "boolean" ? "" : `<input value="${fallback}">`;
  return `<label>${type === "boolean" ? "<b></b>" : ""}${title}` +
    `<small>${description}</small>${input}</label>`;
}

async function takeAll(folder: string): Promise<void> {
  const chromium = chromiumPath(Deno.env.get("CHROMIUM"));
  if (chromium === null) {
    throw new Error("Chromium was not found: install it, or set CHROMIUM to its path");
  }
  await using browser = await launchBrowser(chromium);
  const views = resolve(folder, "views");
  await Deno.mkdir(views, { recursive: true });
  await takeViews(browser, views);
  await using opened = await browser.openPage();
  await opened.page.setViewport({ width: 808, height: 600, deviceScaleFactor: 2 });
  const pages = {
    demo: await conversation(views),
    form: `<form><h1>${TITLE}</h1>${choices.map(field).join("")}</form>`,
  };
  for (const [name, content] of Object.entries(pages)) {
    await opened.page.setContent(`<!doctype html><style>${STYLE}</style>${content}`);
    const path = resolve(folder, `${name}.png`) as `${string}.png`;
    await opened.page.screenshot({ path, fullPage: true });
    console.log(path);
  }
}

async function takeViews(launched: LaunchedBrowser, folder: string): Promise<void> {
  await using browser = await launched.openPage();
  const statementsFolder = demoStatementFiles({ today: TODAY });
  for (const theme of ["light", "dark"] as const) {
    const transport = transportHere({ profile: "complete", statementsFolder });
    await using client = await connectViewClient(transport);
    for (const [name, tool, args, then] of await scenesOf(client)) {
      for (const [width, suffix] of [[720, ""], [320, "_narrow"]] as const) {
        const html = await client.page(tool);
        const view = await browser.show({ html, width, theme, call: client.call });
        await view.input(args);
        await view.result(await client.call(tool, args));
        await view.until("document.querySelector('section:not([aria-busy=true])')");
        await then?.(view);
        const path = resolve(folder, `${name}_${theme}${suffix}.png`);
        await view.picture(path);
        console.log(path);
      }
    }
  }
  const complaints = [...browser.takeComplaints(), ...browser.takeRequests()];
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
}

if (import.meta.main) {
  const { values: { out = "docs/images" } } = parseArgs({
    options: { out: { type: "string" } },
  });
  await takeAll(resolve(fileURLToPath(ROOT), out));
}
