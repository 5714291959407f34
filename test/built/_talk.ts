import { demoPlanId } from "../protocol/_demo_plan_id.ts";
import { RESOURCE_URIS } from "../protocol/_conversation.ts";
import type { Answer, Host, ListedResource, ListedTool } from "../protocol/_host.ts";
import { sampleCalls } from "../protocol/_sample_calls.ts";

/** Six of the tools that read, those with the most behind them. */
export const SIX_CALLS: readonly string[] = [
  "list_plans",
  "get_monthly_summary",
  "find_transactions",
  "get_category_balances",
  "find_recurring_charges",
  "forecast_balance",
];

/** What an artefact answered. */
export interface Talk {
  readonly serverInfo: unknown;
  readonly instructions: string | undefined;
  readonly capabilities: unknown;
  readonly tools: readonly ListedTool[];
  readonly resources: readonly ListedResource[];
  readonly templates: readonly ListedResource[];
  /** Texts of the resources, by address. */
  readonly contents: Readonly<Record<string, string>>;
  /** The page of a view, as a client is given it that shows none. */
  readonly page: string;
  /** Answers to {@linkcode SIX_CALLS}. */
  readonly answers: readonly Answer[];
  /** Answers on the way of a change and its undo, random codes taken out. */
  readonly change: readonly Answer[];
  /** The changed row before, during and after the change. */
  readonly row: readonly unknown[];
}

/** Asks everything and ends the server. */
export async function talkWith(opening: Promise<Host>): Promise<Talk> {
  await using host = await opening;
  const { serverInfo, instructions, capabilities } = host;
  const contents: Record<string, string> = {};
  for (const uri of RESOURCE_URIS) contents[uri] = await host.read(uri);
  const answers: Answer[] = [];
  for (const name of SIX_CALLS) answers.push(await host.call(name, sampleCalls[name] ?? {}));
  return {
    serverInfo,
    instructions,
    capabilities,
    tools: withoutDigests(await host.listTools()),
    page: await host.read("ui://budget-tool-server/move_money-00000000.html"),
    resources: await host.listResources(),
    templates: await host.listTemplates(),
    contents,
    answers,
    ...await changeAndUndo(host),
  };
}

/**
 * Takes out of the tools what differs from process to process: with the memory store each
 * has pages of its own, and their addresses tell them apart.
 */
export function withoutDigests(tools: readonly ListedTool[]): readonly ListedTool[] {
  return JSON.parse(JSON.stringify(tools).replaceAll(/-[0-9a-f]{16}\.html/gu, ".html"));
}

async function changeAndUndo(host: Host): Promise<Pick<Talk, "change" | "row">> {
  const before = await newestRow(host);
  const flags = [{ transaction_id: before["transaction_id"], color: "red" }];
  const flagged = await changeBy(host, "flag_transactions", { flags });
  const between = await newestRow(host);
  const undone = await changeBy(host, "undo_operation", {});
  const row = [before, between, await newestRow(host)];
  return { change: withoutCodes([...flagged, ...undone]), row };
}

async function newestRow(host: Host): Promise<Readonly<Record<string, unknown>>> {
  const { structured } = await host.call("find_transactions", { plan_id: demoPlanId, limit: 1 });
  const [row] = structured?.["transactions"] as readonly Readonly<Record<string, unknown>>[];
  if (row === undefined) throw new Error("There is no row to change");
  return row;
}

/** Makes a change; where the user is not asked by a form, the code is brought back. */
async function changeBy(
  host: Host,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<readonly Answer[]> {
  const call = { plan_id: demoPlanId, ...args };
  const first = await host.call(name, call);
  const confirmation = first.structured?.["confirmation"];
  if (confirmation === undefined) return [first];
  return [first, await host.call(name, { ...call, confirmation })];
}

function withoutCodes(answers: readonly Answer[]): readonly Answer[] {
  const codes = answers.flatMap(({ structured }) =>
    [structured?.["confirmation"], structured?.["operation_id"]].filter((code) =>
      code !== undefined
    )
  );
  const text = codes.reduce<string>(
    (rest, code) => rest.replaceAll(String(code), "code"),
    JSON.stringify(answers),
  );
  return JSON.parse(text);
}
