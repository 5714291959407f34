import { assert } from "@std/assert";
import { DEMO_TOKEN, demoFetch } from "../../demo/demo_fetch.ts";
import { EXAMPLE_DAY, exampleCalls } from "../../scripts/_examples.ts";
import { openSession } from "../../server/open_session.ts";
import { runTool } from "../../server/run_tool.ts";
import { createMemoryDatabase } from "../../sync/store/sqlite_backend.ts";
import { tools } from "../../tools/_manifest.ts";
import { isChanging } from "../../tools/_tool.ts";

/** Matches fields whose text comes from users or banks. */
const TEXTS = /^(?:(?:account|category|category_group|import_payee|payee)_name|memo|name|note)$/u;
/** Matches names that have a special meaning in YNAB. */
const SYSTEM = /^(?:Credit Card Payments|Inflow: |Internal Master|Starting Balance|Uncategorized)/u;
/**
 * An invisible character that makes the rest of a line read from right to left. Tools ignore this
 * character when they look up names.
 */
const INVISIBLE = "\u202e";

/** Returns a `fetch` for a simulated YNAB where every name has an invisible character. */
function unusualFetch(isRejecting: boolean): typeof globalThis.fetch {
  const upstream = demoFetch({ today: EXAMPLE_DAY });
  const error = { id: "400", name: "bad_request", detail: "not here (index: 0)" };
  return async (input, init) => {
    const isRead = init?.method === undefined || init.method === "GET";
    if (!isRead && isRejecting) return Response.json({ error }, { status: 400 });
    const response = await upstream(input, init);
    if (!isRead) return response;
    const body = JSON.parse(
      await response.text(),
      (field, value) =>
        typeof value === "string" && TEXTS.test(field) && !SYSTEM.test(value)
          ? value.slice(0, 2) + INVISIBLE + value.slice(2)
          : value,
    );
    return Response.json(body, { status: response.status });
  };
}

function aSession(isRejecting = false): ReturnType<typeof openSession> {
  const now = (): number => Date.parse(`${EXAMPLE_DAY}T12:00:00Z`);
  const database = { ...createMemoryDatabase(now).connect(), close: () => Promise.resolve() };
  const own = { token: DEMO_TOKEN, fetch: unusualFetch(isRejecting), database, now };
  return openSession({ ...own, today: EXAMPLE_DAY, write: true, profile: "complete" });
}

const reading = aSession();
const rejecting = aSession(true);

for (const tool of tools) {
  Deno.test(`${tool.name} removes invisible characters from names in its answers`, async () => {
    const session = isChanging(tool) ? aSession() : reading;
    const calls = await exampleCalls(tool, session);
    const replies = calls.map(({ reply }) => reply);
    // The Checking account isn't a credit card, so this call is rejected.
    if (tool.name === "explain_card") {
      replies.push(await runTool({ tool, args: { account_id: "Checking" } }, session));
    }
    for (const { text, structured } of replies) {
      assert(!(text + JSON.stringify(structured)).includes(INVISIBLE), text);
    }
  });
  if (!isChanging(tool)) continue;
  Deno.test(`${tool.name} removes invisible characters from names in its answers even if YNAB rejects the change`, async () => {
    const said = await exampleCalls(tool, rejecting).then(JSON.stringify, String);
    assert(!said.includes(INVISIBLE), said);
  });
}
