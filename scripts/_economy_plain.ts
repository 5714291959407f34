/**
 * The same conversations with a server that answers in plain JSON: every field of
 * every row, whole ids in answers and arguments, the plan named in every call, and
 * accounts, categories and groups listed before they are first referred to.
 *
 * @module
 */

import { fullAnswer } from "./_economy_full_answer.ts";
import { readUpstream, withUpstreamRows } from "./_economy_upstream_rows.ts";
import type { WrittenConversation } from "./_economy_conversation.ts";
import type { EconomyWorld } from "./_economy_world.ts";
import { filledIn } from "./_filled_in.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A call of such a conversation. */
export interface PlainExchange {
  readonly tool: string;
  readonly args: Fields;
  /** The answer with upstream's records as its rows. */
  readonly records: Fields;
  /** Our own answer with nothing left out, which is the stricter measure. */
  readonly fields: Fields;
  readonly upstreamRequests: number;
  /** Whether it only lists ids that a later call needs, and with us none does. */
  readonly isExtra: boolean;
}

/** Arguments that refer to records, and the tool that lists these. */
const LISTED_BY: Readonly<Record<string, string>> = {
  account_id: "list_accounts",
  account_ids: "list_accounts",
  category_id: "list_category_groups",
  category_ids: "list_category_groups",
  from_category_id: "list_category_groups",
  to_category_id: "list_category_groups",
  group: "list_category_groups",
  group_id: "list_category_groups",
};

/**
 * Replays a conversation as such a server and its assistant would have it.
 *
 * @param world A server that gives whole ids.
 * @param conversation What is asked.
 * @returns Every call in order.
 */
export async function replayPlain(
  world: EconomyWorld,
  { calls }: WrittenConversation,
): Promise<readonly PlainExchange[]> {
  const exchanges: PlainExchange[] = [];
  const answers: Record<string, unknown> = {};
  const send = async (tool: string, args: Fields, isExtra = false): Promise<Fields> => {
    const exchange = await ask(world, { tool, args, isExtra });
    exchanges.push(exchange);
    answers[tool] = exchange.fields;
    return exchange.fields;
  };
  await send("list_plans", {}, true);
  for (const { tool, args = {}, isConfirmed } of calls) {
    const written = filledIn(args, answers);
    const names = await idsByName(world);
    for (const lister of missingLists(written, { names, exchanges })) {
      await send(lister, { plan_id: world.planId }, true);
    }
    const sent = { plan_id: world.planId, ...withIds(written, names) as Fields };
    const answer = await send(tool, sent);
    if (isConfirmed === true) await send(tool, { ...sent, confirmation: answer["confirmation"] });
  }
  return exchanges;
}

async function ask(
  world: EconomyWorld,
  { tool, args, isExtra }: Pick<PlainExchange, "tool" | "args" | "isExtra">,
): Promise<PlainExchange> {
  const { structured, text, isError, upstreamRequests } = await world.call(tool, args);
  if (isError) throw new Error(`${tool} was answered ${text}`);
  const fields = fullAnswer(tool, structured);
  const records = await withUpstreamRows(tool, fields, world);
  return { tool, args, records, fields, upstreamRequests, isExtra };
}

/** Lists whose ids no earlier answer has shown. */
function missingLists(
  args: unknown,
  { names, exchanges }: {
    readonly names: ReadonlyMap<string, string>;
    readonly exchanges: readonly PlainExchange[];
  },
): readonly string[] {
  const seen = JSON.stringify(exchanges.map(({ fields }) => fields));
  const missing = referencesIn(args).filter(({ name }) => !seen.includes(names.get(name) ?? name));
  return [...new Set(missing.map(({ argument }) => LISTED_BY[argument] ?? ""))];
}

interface Reference {
  readonly argument: string;
  readonly name: string;
}

function referencesIn(value: unknown, argument = ""): readonly Reference[] {
  if (typeof value === "string") return argument in LISTED_BY ? [{ argument, name: value }] : [];
  if (Array.isArray(value)) return value.flatMap((item) => referencesIn(item, argument));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => referencesIn(inner, name));
}

function withIds(value: unknown, names: ReadonlyMap<string, string>, argument = ""): unknown {
  if (typeof value === "string") return argument in LISTED_BY ? names.get(value) ?? value : value;
  if (Array.isArray(value)) return value.map((item) => withIds(item, names, argument));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withIds(inner, names, name)]),
  );
}

/** Ids of accounts, groups and categories; written conversations use no name twice. */
async function idsByName(world: EconomyWorld): Promise<ReadonlyMap<string, string>> {
  const { accounts } = await readUpstream("accounts", world) as { readonly accounts: Named[] };
  const { category_groups: groups } = await readUpstream("categories", world) as {
    readonly category_groups: readonly (Named & { readonly categories: readonly Named[] })[];
  };
  const categories = groups.flatMap(({ categories }) => categories);
  return new Map([...categories, ...groups, ...accounts].map(({ name, id }) => [name, id]));
}

interface Named {
  readonly id: string;
  readonly name: string;
}
