/**
 * Takes pictures of all views, light and dark, wide and narrow, from the demo, for review.
 *
 * Usage: deno task pictures [--out FOLDER]
 */

// deno-lint-ignore-file no-console
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import {
  agree,
  chromiumPath,
  click,
  launchBrowser,
  type ShownView,
} from "../test/views/_view_browser.ts";
import { openViewClient, type ViewClient } from "../test/views/_view_client.ts";
import { ROOT } from "./_run.ts";

/** A call, and actions in its view before the picture is taken. */
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

/** Two transactions of the plan, one of them with a different amount, and two new ones. */
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

async function takeAll(folder: string): Promise<void> {
  const chromium = chromiumPath(Deno.env.get("CHROMIUM"));
  if (chromium === null) throw new Error("Chromium is not installed: set CHROMIUM to its path");
  await Deno.mkdir(folder, { recursive: true });
  await using launched = await launchBrowser(chromium);
  await using browser = await launched.openPage();
  const serve = ["serve", "--demo", "--write", "--profile", "complete", "--today", "2026-11-20"];
  for (const theme of ["light", "dark"] as const) {
    await using client = await openViewClient({
      command: Deno.execPath(),
      args: ["run", "-A", new URL("mod.ts", ROOT).href, ...serve],
      env: Deno.env.toObject(),
    });
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
  const { values: { out = "docs/images/views" } } = parseArgs({
    options: { out: { type: "string" } },
  });
  await takeAll(resolve(fileURLToPath(ROOT), out));
}
