import { assert, assertEquals, assertMatch } from "@std/assert";
import { times } from "../_runs.ts";
import { postgresForTests } from "../_postgres_server.ts";
import { messageRequest, resultOf, type ToolResult } from "../remote/http/_asking_handler.ts";
import { startBalancer } from "./_nginx.ts";
import { isInstalled } from "./_programs.ts";
import { aHousehold, HOURLY_REQUESTS, type Household, type LogLine, logOf } from "./_topology.ts";
import { HTTP_TOKEN } from "../remote/http/_demo_options.ts";

const READERS = times(100);
const CHANGES = 20;
const COLOR = "purple";

type Args = Readonly<Record<string, unknown>>;

/** The readers alternate between these calls. */
const QUESTIONS: readonly (readonly [tool: string, args: Args])[] = [
  ["find_transactions", { limit: 25 }],
  ["list_accounts", {}],
  ["find_transactions", { payee: "Corner Pantry", limit: 5 }],
  ["get_category_balances", {}],
];

const what = "two replicas behind nginx";
const url = await postgresForTests(what);
const isWhole = await isInstalled("nginx", "-v", what) && url !== null;

Deno.test({
  name: `two replicas serve ${READERS} readers and apply each of ${CHANGES} changes only once, ` +
    "even if each change is confirmed twice at the same time",
  ignore: !isWhole,
  fn: async () => {
    await using household = await aHousehold(url ?? "");
    await using first = await household.startReplica("replica-1");
    await using second = await household.startReplica("replica-2");
    await using balancer = await startBalancer([first.url, second.url]);
    const clients = new Clients(HTTP_TOKEN);
    const { url: balanced } = balancer;

    const changes = await newestRows(clients, first.url);
    const before = planOf(household);
    const codes = await Promise.all(changes.map((args) => previewed(clients, first.url, args)));
    const reads = Array.from({ length: READERS }, (_, nth) => {
      const [tool, args] = QUESTIONS[nth % QUESTIONS.length] ?? ["list_accounts", {}];
      return clients.call(balanced, tool, args);
    });
    const twice = changes.map((args, nth) => {
      const confirmed = { ...args, confirmation: codes[nth] };
      // Send the first change directly to one replica and the second to the other, because under
      // load, the balancer might send all changes to the same replica.
      const where = [first.url, second.url][nth] ?? balanced;
      const confirm = (): Promise<ToolResult> =>
        clients.call(where, "flag_transactions", confirmed);
      return Promise.all([confirm(), confirm()]);
    });

    for (const both of await Promise.all(twice)) assertOnceApplied(both);
    const answers = await Promise.all(reads);
    assertEquals(answers.filter(({ isError }) => isError === true), []);
    assert(household.upstream.requests.length <= HOURLY_REQUESTS);
    assertEquals(household.upstream.requests.filter(({ status }) => status !== 200), []);
    assertShared([first, second].map(logOf), { household, clients });
    assertEquals(/\[(?:warn|error|crit|alert)\]/u.exec(balancer.said()), null, balancer.said());

    // The only differences in the plan are the flags that the changes set.
    const flagged = new Set(changes.map(({ flags: [flag] }) => flag.transaction_id));
    assertEquals(planOf(household), withFlags(before, flagged));
    // Both replicas now give the same answers, which match the readers' answers except for flags.
    const now = await Promise.all([first.url, second.url].map((one) => answersOf(clients, one)));
    assertEquals(now[0], now[1]);
    const found = rowsIn(now[0]?.[0]).filter(({ flag }) => flag === COLOR);
    assertEquals(found.map(({ transaction_id: id }) => id).toSorted(), [...flagged].toSorted());
    for (const [nth, answer] of answers.entries()) {
      const last = now[0]?.[nth % QUESTIONS.length];
      assertEquals(withoutFlags(answer.structuredContent), withoutFlags(last));
    }
    // The journal has one entry per change, each with a known outcome.
    const { states, open } = await household.journal();
    assertEquals([states.length, open], [CHANGES, 0]);
  },
});

const VERSION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/**
 * Statuses that an overloaded server returns for a call that it rejects without doing any work. The
 * client may retry.
 */
const OVERLOAD: readonly number[] = [429, 503];

/** Calls tools on behalf of several clients that share one token, and counts the calls. */
class Clients {
  readonly #token: string;
  readonly #waiting: (() => void)[] = [];
  #inFlight = 0;
  #calls = 0;
  #refusals = 0;

  constructor(token: string) {
    this.#token = token;
  }

  /** Number of answered calls, and number of attempts that were rejected and then retried. */
  get counts(): { readonly calls: number; readonly refusals: number } {
    return { calls: this.#calls, refusals: this.#refusals };
  }

  /**
   * Calls a tool, and retries if the server is overloaded.
   *
   * @throws {Error} If the response doesn't come from the tool.
   */
  async call(url: URL, name: string, args: Readonly<Record<string, unknown>>): Promise<ToolResult> {
    const message = { method: "tools/call", params: { name, arguments: args, _meta: META } };
    const headers = {
      "mcp-protocol-version": VERSION,
      "mcp-method": "tools/call",
      "mcp-name": name,
    };
    for (;;) {
      this.#inFlight += 1;
      const response = await fetch(messageRequest(this.#token, message, { url, headers }));
      const whole = new Response(await response.text(), response);
      this.#inFlight -= 1;
      if (whole.status === 200) {
        this.#calls += 1;
        this.#waiting.shift()?.();
        return await resultOf(whole) as unknown as ToolResult;
      }
      const isOverload = OVERLOAD.includes(whole.status) &&
        whole.headers.get("retry-after") === "1";
      if (!isOverload) throw new Error(`${name}: ${whole.status} ${await whole.text()}`);
      this.#refusals += 1;
      // Wait for another call's response or, if no call is in flight, retry immediately.
      if (this.#inFlight > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

interface Flagging extends Args {
  readonly flags: readonly [{ readonly transaction_id: string; readonly color: string }];
}

/** For each of the newest transactions, returns a change that flags it. */
async function newestRows(clients: Clients, replica: URL): Promise<readonly Flagging[]> {
  const answer = await clients.call(replica, "find_transactions", { limit: CHANGES });
  const rows = rowsIn(answer.structuredContent);
  assertEquals([rows.length, rows.some(({ flag }) => flag === COLOR)], [CHANGES, false]);
  return rows.map(({ transaction_id: id }) => ({
    flags: [{ transaction_id: String(id), color: COLOR }],
  }));
}

async function previewed(clients: Clients, replica: URL, args: Args): Promise<string> {
  const preview = await clients.call(replica, "flag_transactions", args);
  assertEquals(preview.structuredContent?.["status"], "confirmation_required");
  return String(preview.structuredContent?.["confirmation"]);
}

function assertOnceApplied(both: readonly ToolResult[]): void {
  const [refused, applied] = both.toSorted((one, other) =>
    Number(other.isError ?? false) - Number(one.isError ?? false)
  );
  assertEquals(applied?.structuredContent?.["status"], "applied");
  assertEquals(refused?.isError, true);
  assertMatch(refused?.content[0]?.text ?? "", /^invalid_input: .*was already used/u);
}

async function answersOf(clients: Clients, replica: URL): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (const [tool, args] of QUESTIONS) {
    const { structuredContent } = await clients.call(replica, tool, args);
    answers.push(structuredContent);
  }
  return answers;
}

function rowsIn(answer: unknown): readonly Args[] {
  return (answer as { readonly transactions: readonly Args[] }).transactions;
}

function withoutFlags(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer),
    (key, value) => key === "flag" || key === "note" ? undefined : value,
  );
}

/** The stored plan without timestamps. */
function planOf({ upstream }: Household): unknown {
  return JSON.parse(
    JSON.stringify(upstream.snapshot()[0]),
    (key, value) => /knowledge|modified/iu.test(key) ? undefined : value,
  );
}

function withFlags(plan: unknown, prefixes: ReadonlySet<string>): unknown {
  const { transactions, ...rest } = plan as { readonly transactions: readonly Args[] };
  const flagged = transactions.map((row) =>
    prefixes.has(String(row["id"]).slice(0, 8)) ? { ...row, flag_color: COLOR } : row
  );
  return { ...rest, transactions: flagged };
}

/** Asserts that each replica applied some of the changes and logged no warnings or errors. */
function assertShared(
  logs: readonly (readonly LogLine[])[],
  { household, clients }: { readonly household: Household; readonly clients: Clients },
): void {
  const all = logs.flat();
  assertEquals(all.filter(({ level }) => level !== "debug"), []);
  // Requests without a status don't count, because they never reached YNAB and were sent again.
  const writes = logs.map((log) =>
    log.filter(({ operation, status }) => operation === "updateTransactions" && status !== null)
      .length
  );
  assert(writes.every((count) => count > 0), `changes of each: ${writes}`);
  assertEquals(writes.reduce((sum, count) => sum + count, 0), CHANGES);
  const count = (event: string): number =>
    all.filter((line) => line.event === event && line.status !== null).length;
  assertEquals(count("ynab_request"), household.upstream.requests.length);
  assertEquals(count("http_refused"), clients.counts.refusals);
}
