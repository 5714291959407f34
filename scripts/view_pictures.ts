/**
 * Takes pictures of all views, light and dark, from the demo, for review.
 *
 * Usage: deno task pictures [--out FOLDER]
 */

// deno-lint-ignore-file no-console
import { parseArgs } from "node:util";
import {
  agree,
  chromiumPath,
  click,
  type HandedResult,
  openViewBrowser,
  type ShownView,
} from "./_view_browser.ts";
import { openViewClient, type ViewClient } from "./_view_client.ts";
import { ROOT } from "./_run.ts";

type Args = Readonly<Record<string, unknown>>;

/** A picture: a call, and actions in the view before the picture is taken. */
interface Scene {
  readonly name: string;
  readonly tool: string;
  readonly args: (client: ViewClient) => Promise<Args> | Args;
  readonly then?: (view: ShownView, client: ViewClient) => Promise<void>;
}

const MONTH = "2026-11";

const scenes: readonly Scene[] = [
  {
    name: "forecast",
    tool: "forecast_balance",
    args: () => ({
      until: "2027-06",
      account_ids: ["Checking", "Cash"],
      one_offs: [{ date: "2026-12-20", amount: -900, label: "New washing machine" }],
    }),
  },
  {
    name: "overview",
    tool: "get_monthly_summary",
    args: () => ({ month: MONTH }),
    then: async (view) => {
      await click(view, "Cover from");
      await view.until("document.querySelector('.controls select')");
    },
  },
  {
    name: "breakdown",
    tool: "find_transactions",
    args: () => ({ group_by: "category", since: `${MONTH}-01`, limit: 12 }),
  },
  {
    name: "afford",
    tool: "can_afford",
    args: () => ({ amount: 600, date: "2026-12-20", account_ids: ["Checking"] }),
  },
  { name: "history", tool: "get_money_history", args: () => ({}) },
  { name: "trends", tool: "get_spending_trends", args: () => ({ months: 6 }) },
  { name: "month", tool: "get_budget_vs_actual", args: () => ({ month: MONTH }) },
  { name: "review", tool: "suggest_categories", args: () => ({ limit: 6 }) },
  { name: "card", tool: "move_money", args: moved },
  {
    name: "card_applied",
    tool: "move_money",
    args: moved,
    then: async (view) => {
      await agree(view);
      await view.until("document.querySelector('.card.applied')");
    },
  },
  {
    name: "card_many",
    tool: "flag_transactions",
    args: async (client) => ({
      flags: (await newest(client, 4)).map((transaction_id) => ({ transaction_id, color: "red" })),
    }),
  },
  { name: "statement_wanted", tool: "compare_statement", args: () => ({ account_id: "Checking" }) },
  {
    name: "statement",
    tool: "compare_statement",
    args: async (client) => ({ account_id: "Checking", text: await aStatement(client) }),
  },
];

/** Transactions of the plan as a bank's file, one with another amount, and two new ones. */
async function aStatement(client: ViewClient): Promise<string> {
  const { structuredContent } = await client.call("find_transactions", {
    account_ids: ["Checking"],
    since: "2026-11-01",
    limit: 12,
  });
  const { transactions } = structuredContent as {
    readonly transactions: readonly {
      readonly date: string;
      readonly payee?: string;
      readonly amount: number;
    }[];
  };
  const known = transactions.filter(({ payee }) => payee !== undefined).map((one, at) => ({
    ...one,
    amount: at === 2 ? one.amount * 1.2 : one.amount,
  }));
  const rows = [
    ...known,
    { date: "2026-11-18", payee: "Kite Repair", amount: -31.4 },
    { date: "2026-11-17", payee: "Toy Library", amount: -12.6 },
  ];
  return [
    "Date;Payee;Amount",
    ...rows.map(({ date, payee, amount }) => `${date};${payee};${amount.toFixed(2)}`),
  ].join("\n");
}

function moved(): Args {
  return { month: MONTH, from_category_id: "Pets", to_category_id: "Dining Out", amount: 50 };
}

async function newest(client: ViewClient, limit: number): Promise<readonly string[]> {
  const { structuredContent } = await client.call("find_transactions", { limit });
  const { transactions } = structuredContent as {
    readonly transactions: readonly { readonly transaction_id: string }[];
  };
  return transactions.map(({ transaction_id: id }) => id);
}

async function takeAll(folder: URL): Promise<void> {
  const chromium = chromiumPath(Deno.env.get("CHROMIUM"));
  if (chromium === null) throw new Error("Chromium is not installed: set CHROMIUM to its path");
  await Deno.mkdir(folder, { recursive: true });
  await using browser = await openViewBrowser(chromium);
  for (const theme of ["light", "dark"] as const) {
    const args = [
      "run",
      "-A",
      new URL("mod.ts", ROOT).href,
      "serve",
      "--demo",
      "--write",
      "--profile",
      "complete",
    ];
    await using client = await openViewClient({
      command: Deno.execPath(),
      args: [...args, "--today", "2026-11-20"],
      env: Deno.env.toObject(),
    });
    for (const { name, tool, args, then } of scenes) {
      for (const width of [720, 320]) {
        const given = await args(client);
        const view = await browser.show({
          html: await client.page(tool),
          width,
          theme,
          call: client.call,
        });
        await view.input(given);
        await view.result(await client.call(tool, given) as HandedResult);
        await view.until("document.querySelector('section:not([aria-busy=true])')");
        await then?.(view, client);
        const path = new URL(`${name}_${theme}${width === 320 ? "_narrow" : ""}.png`, folder);
        await view.picture(path.pathname);
        console.log(path.pathname);
      }
    }
  }
  const complaints = [...browser.takeComplaints(), ...browser.takeRequests()];
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: "string" } } });
  const { out = "docs/images/views" } = values;
  await takeAll(new URL(`${out}/`, out.startsWith("/") ? "file:///" : ROOT));
}
