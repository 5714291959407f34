import { assert, assertEquals } from "@std/assert";
import { seededRandom } from "../../../domain/base/statistics.ts";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { cardIn, connectViewClient, type ViewClient } from "../../views/_view_client.ts";
import type { Host } from "../../protocol/_host.ts";
import { KNOWN_CLIENT } from "../sign_in/_client_documents.ts";
import { initialize, messageRequest } from "../http/_asking_handler.ts";
import { hostedTest, type HostedWorld, signedIn } from "./_hosted_world.ts";
import { MCP, post } from "../sign_in/_household.ts";
import { times } from "../../_runs.ts";

/** Number of random calls that the test makes. */
const CALLS = times(100);
const SEEDS = [41, 42, 43, 44, 45];
const MINUTE_MS = 60_000;
/** Number of calls per minute (on the fake clock), below the limit for one user. */
const CALLS_A_MINUTE = 90;

type Arguments = Readonly<Record<string, unknown>>;

/** Returns a user's plan data as the tools return it to that user. */
async function everything(host: Host): Promise<string> {
  const answers = [];
  for (
    const [tool, args] of [
      ["list_plans", {}],
      ["list_accounts", {}],
      ["get_category_balances", {}],
      ["list_payees", {}],
      ["list_changes", {}],
      ["find_transactions", { limit: 100 }],
    ] as const
  ) answers.push((await host.call(tool, args)).structured);
  // Ignore modification times, because the list of plans may have been cached before the user's
  // change.
  return JSON.stringify(answers).replaceAll(/"last_modified":"[^"]*"/gu, "");
}

/** Returns the ids, large amounts and names that occur in one text but not in the other. */
function onlyIn(text: string, other: string): readonly string[] {
  const words = text.match(/\b[\da-f]{8}\b|\d{4,}\.\d{2}|(?<=")[^"\\]+ of \w+(?=")/gu) ?? [];
  return [...new Set(words)].filter((word) => !other.includes(word));
}

/** A user's ids, codes and secrets, which another user might try to use. */
interface Handles {
  readonly plan: string;
  readonly accounts: readonly string[];
  readonly categories: readonly string[];
  readonly transactions: readonly string[];
  readonly confirmation: string;
  readonly operation: string;
  readonly cursor: string;
  /**
   * A previewed change that can be applied from its card, together with the card's secret and page
   * key.
   */
  readonly card: Card;
}

interface Card {
  readonly key: string;
  readonly preview: string;
  readonly secret: string;
}

/** Connects a client that can show views. */
async function viewsOf(
  world: HostedWorld,
  token: string | undefined,
  replica = 0,
): Promise<ViewClient> {
  return await connectViewClient(
    new StreamableHTTPClientTransport(MCP, {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
      fetch: (input, init) => world.ask(new Request(input, init), replica),
    }),
  );
}

/** Previews a change and returns its card. */
async function cardOf(views: ViewClient, transaction: string | undefined): Promise<Card> {
  const flags = [{ transaction_id: transaction, color: "red" }];
  const { preview, secret } = cardIn(await views.call("flag_transactions", { flags }));
  const key = /data-key="([\da-f]{32})"/u.exec(await views.page("flag_transactions"))?.[1] ?? "";
  return { key, preview: String(preview), secret: String(secret) };
}

async function handlesOf(host: Host, views: ViewClient): Promise<Handles> {
  const ids = (text: string, name: string): readonly string[] =>
    [...text.matchAll(new RegExp(`"${name}":"([^"]+)"`, "gu"))].map(([, id = ""]) => id);
  const asText = async (tool: string, args: Arguments): Promise<string> =>
    JSON.stringify((await host.call(tool, args)).structured);
  const found = await asText("find_transactions", { limit: 20 });
  const transactions = ids(found, "transaction_id");
  const preview = (color: string): Arguments => ({
    flags: [{ transaction_id: transactions[0], color }],
  });
  const [first = ""] = ids(await asText("flag_transactions", preview("blue")), "confirmation");
  const changed = await asText("flag_transactions", { ...preview("blue"), confirmation: first });
  const [confirmation = ""] = ids(
    await asText("flag_transactions", preview("red")),
    "confirmation",
  );
  const handles = {
    plan: ids(await asText("list_plans", {}), "plan_id")[0] ?? "",
    accounts: ids(await asText("list_accounts", {}), "account_id"),
    categories: ids(await asText("get_category_balances", {}), "category_id"),
    transactions,
    confirmation,
    operation: ids(changed, "operation_id")[0] ?? "",
    cursor: ids(found, "next_cursor")[0] ?? "",
    card: await cardOf(views, transactions[0]),
  };
  for (const [name, value] of Object.entries({ ...handles, ...handles.card, card: [1] })) {
    assert(value.length > 0 && value !== "undefined", name);
  }
  return handles;
}

type Message = { readonly method: string; readonly params: Arguments };

/** Generates a request, in most cases with another user's ids or codes. */
function drawn(theirs: Handles, random: () => number): Message {
  const oneOf = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  const { confirmation, operation, cursor } = theirs;
  const account = oneOf(theirs.accounts);
  const category = oneOf(theirs.categories);
  const transaction = oneOf(theirs.transactions);
  const resource = oneOf(["accounts", "categories", "settings"]);
  const [tool, args] = oneOf<readonly [string, Arguments]>([
    ["list_accounts", {}],
    ["find_transactions", { account_id: account }],
    ["find_transactions", { category_id: category }],
    ["find_transactions", { cursor }],
    ["list_changes", {}],
    ["list_changes", { operation_id: operation }],
    ["undo_operation", { operation_id: operation }],
    ["undo_operation", { operation_id: operation, confirmation }],
    ["flag_transactions", {
      flags: [{ transaction_id: theirs.transactions[0], color: "red" }],
      confirmation,
    }],
    ["flag_transactions", { flags: [{ transaction_id: transaction, color: "red" }] }],
    ["delete_transactions", { transaction_ids: [transaction], confirmation }],
    ["edit_transaction", { transaction_id: transaction, memo: "taken" }],
    ["set_category_budget", { category_id: category, amount: 1 }],
    ["get_money_history", { account_id: account }],
  ]);
  const plan = random() < 0.5 ? { plan_id: theirs.plan } : {};
  return random() < 0.15
    ? { method: "resources/read", params: { uri: `budget://plans/${theirs.plan}/${resource}` } }
    : { method: "tools/call", params: { name: tool, arguments: { ...args, ...plan } } };
}

/**
 * Generates a call to a page-only tool, with values from both the other user's confirmation card
 * and the caller's own confirmation card.
 */
function drawnOfPage(
  { card, transactions }: Handles,
  own: Card,
  random: () => number,
): readonly [tool: string, args: Arguments] {
  const mixed = (name: keyof Card): string => (random() < 0.7 ? card : own)[name];
  const flags = [{ transaction_id: transactions[0], color: "red" }];
  const told = { tool: "flag_transactions", arguments: { flags }, key: mixed("key") };
  const preview = card.preview;
  const isShown = random() < 0.4;
  return isShown
    ? ["show_again", { ...told, preview }]
    : ["decide_change", { ...told, preview, secret: mixed("secret"), decision: "apply" }];
}

async function askedBy(
  world: HostedWorld,
  token: string,
  { message, session, replica }: {
    readonly message: Message;
    readonly session: string | null;
    readonly replica: number;
  },
): Promise<{ readonly status: number; readonly answer: string }> {
  const headers: Record<string, string> = session === null ? {} : { "mcp-session-id": session };
  const response = await world.ask(messageRequest(token, message, { url: MCP, headers }), replica);
  return { status: response.status, answer: await response.text() };
}

hostedTest(
  "calls with another user's handles return nothing from that user's plan and change nothing",
  async (world) => {
    const other = await world.addReplica();
    const ana = await signedIn(world, "ana");
    const ben = await signedIn(world, "ben", { host: world.host({}) });
    const randoms = SEEDS.map((seed) => seededRandom(seed));
    await using anas = await ana.connect();
    await using bens = await ben.connect();
    await using bensViews = await viewsOf(world, ben.tokens()?.access_token);
    const theirs = await handlesOf(bens, bensViews);
    const before = await everything(bens);
    const secrets = onlyIn(before, await everything(anas));
    assert(secrets.length > 100 && secrets.includes("Plan of ben"));
    assert(secrets.filter((secret) => secret.endsWith(" of ben")).length > 20);
    const opened = await world.ask(
      messageRequest(ben.tokens()?.access_token ?? "", { ...initialize("a test") }, { url: MCP }),
    );
    const session = opened.headers.get("mcp-session-id");
    const token = ana.tokens()?.access_token ?? "";
    const first = /"transaction_id":"([^"]+)"/u.exec(await everything(anas))?.[1];
    await using views = await viewsOf(world, token);
    await using otherViews = await viewsOf(world, token, other);
    const own = await cardOf(views, first);
    let outcomes = 0;
    const check = (asked: string, answer: string): void => {
      const leaked = secrets.filter((secret) => answer.includes(secret) && !asked.includes(secret));
      assertEquals(leaked, [], `${asked}\n${answer.slice(0, 2_000)}`);
    };
    for (let call = 0; call < CALLS; call++) {
      if (call % CALLS_A_MINUTE === 0) world.clock.ms += MINUTE_MS;
      const random = randoms[Math.floor(call * SEEDS.length / CALLS)] ?? Math.random;
      const replica = random() < 0.5 ? 0 : other;
      if (random() < 0.2) {
        const [tool, args] = drawnOfPage(theirs, own, random);
        const answer = await (replica === 0 ? views : otherViews).call(tool, args);
        assertEquals(answer["isError"], true, JSON.stringify([tool, args, answer]));
        check(JSON.stringify(args), JSON.stringify(answer));
        outcomes += 1;
        continue;
      }
      const message = drawn(theirs, random);
      const isInSession = random() < 0.2;
      const asked = { message, session: isInSession ? session : null, replica };
      const { status, answer } = await askedBy(world, token, asked);
      check(JSON.stringify(message), answer);
      if (status === 200) outcomes += 1;
    }
    // A different client can't use the refresh token issued to Ben's program.
    const refresh = new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: ben.tokens()?.refresh_token ?? "",
      client_id: KNOWN_CLIENT,
    });
    assertEquals((await post(world, "/token", refresh)).body["error"], "invalid_grant");
    // Most calls must get past authentication and the session checks. Otherwise, this test would
    // cover only those.
    assert(outcomes > CALLS / 2, `${outcomes}`);
    world.clock.ms += MINUTE_MS;
    assertEquals(await everything(bens), before);
  },
);
