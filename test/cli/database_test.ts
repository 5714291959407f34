import { assertEquals, assertStringIncludes } from "@std/assert";
import { connectionSettings } from "../../remote/postgres/connection_url.ts";
import { migrate } from "../../remote/postgres/schema.ts";
import { Database } from "../../remote/postgres/database.ts";
import { databaseIn, ownDatabase } from "../_own_database.ts";
import { postgresForTests } from "../_postgres_server.ts";
import { runAt } from "./_a_terminal.ts";

const url = await postgresForTests("commands with a store on PostgreSQL");

/** Runs a command with a token set, and returns the exit status and the combined output. */
async function told(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const { status, out, err } = await runAt(args, {
    env: { BUDGET_ACCESS_TOKEN: "a-token", ...env },
  });
  return { status, text: out + err };
}

Deno.test("a flag whose URL contains a password is rejected, and the error doesn't repeat the password", async () => {
  for (const store of ["postgres://me:secret@db/budget", "postgres://db/budget?password=secret"]) {
    const { status, text } = await told(["history", "--store", store]);
    assertEquals([status, text.includes("secret")], [2, false], text);
    assertStringIncludes(text, "--store: a URL with a password can't be passed in a flag");
  }
});

Deno.test("the error for an unusable URL gives the reason", async () => {
  const { status, text } = await told(["call", "list_plans", "--store", "postgres://a,b/budget"]);
  assertEquals(status, 2, text);
  assertStringIncludes(text, "names several hosts");
});

Deno.test("if the database is unavailable, startup fails with one sentence that doesn't reveal the password", async () => {
  const away = "postgres://me:secret@localhost/budget?host=/nowhere/at/all";
  for (const command of [["serve"], ["call", "list_plans"], ["history"]]) {
    const { status, text } = await told(command, { BUDGET_STORE: away });
    assertEquals(status, 1, text);
    assertEquals(
      text,
      "budget-tool-server: the database budget at /nowhere/at/all:5432 can't be reached " +
        "(ENOENT); check that it is running\n",
    );
  }
});

Deno.test("before opening the database, serve rejects --metrics without --sign-in ynab", async () => {
  const env = { BUDGET_STORE: "postgres://localhost/budget?host=/nowhere/at/all" };
  const { status, text } = await told(["serve", "--http", "127.0.0.1:0", "--metrics", "9"], {
    ...env,
    BUDGET_HTTP_TOKEN: "x".repeat(40),
  });
  assertEquals(
    [status, text],
    [2, "budget-tool-server: --metrics only works with --sign-in ynab\n"],
  );
});

Deno.test("the store command shows which database is used, and refuses to clear it", async () => {
  const env = { BUDGET_STORE: "postgres://me:secret@db.example.com:5433/budget" };
  const shown = await told(["store"], env);
  assertEquals(shown, {
    status: 0,
    text: "The store is in the budget_tool_server schema of the database budget at " +
      "db.example.com:5433\n",
  });
  assertEquals(JSON.parse((await told(["store", "--json"], env)).text), {
    database: "budget at db.example.com:5433",
    schema: "budget_tool_server",
  });
  const cleared = await told(["store", "clear"], env);
  assertEquals(cleared.status, 1);
  assertStringIncludes(cleared.text, "this command can't clear a database");
});

const VERIFIED = { rejectUnauthorized: true };
const tls: Readonly<Record<string, unknown>> = {
  "postgres://db.example.com/budget": VERIFIED,
  "postgres://10.0.0.5/budget?sslmode=verify-full": VERIFIED,
  "postgres://localhost/budget": false,
  "postgres://127.0.0.1/budget": false,
  "postgres://[::1]/budget": false,
  // The query parameter `host` overrides the host in a database URL.
  "postgres://db.example.com/budget?host=/run/postgresql": false,
  "postgres://localhost/budget?host=db.example.com": VERIFIED,
  "postgres://localhost/budget?sslmode=verify-full": VERIFIED,
  "postgres://db.example.com/budget?sslmode=require": { rejectUnauthorized: false },
  "postgres://db.example.com/budget?sslmode=disable": false,
};
Deno.test("TLS certificates are verified unless the database is on this machine or the URL says otherwise", () => {
  for (const [store, ssl] of Object.entries(tls)) {
    assertEquals([store, connectionSettings(store).ssl], [store, ssl]);
  }
});

if (url !== null) {
  Deno.test("the history command reads the database", async () => {
    const { status, text } = await told(["history"], { BUDGET_STORE: url });
    assertEquals([status, text], [
      0,
      "No changes have been made through this server with this access token.\n",
    ]);
  });

  Deno.test("startup fails if the database is missing or was written by a newer version", async () => {
    const missing = databaseIn(url, "budget_missing");
    const { status, text } = await told(["call", "list_plans"], { BUDGET_STORE: missing });
    assertEquals(status, 1);
    assertStringIncludes(text, "does not exist; create it first");
    await using made = await ownDatabase(url);
    const newerUrl = made.url;
    const newer = new Database(newerUrl);
    try {
      await migrate(newer);
      await newer.all("INSERT INTO budget_tool_server.versions VALUES (1000)");
    } finally {
      await newer.close();
    }
    const refused = await told(["call", "list_plans"], { BUDGET_STORE: newerUrl });
    assertEquals(refused.status, 1);
    assertStringIncludes(refused.text, "was written by a newer version of this server");
  });
}
