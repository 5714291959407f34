import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { runAt } from "./_a_terminal.ts";
import { aFolder } from "./_home.ts";
import { answerDuring, optionsOf, type Start, started } from "./_started.ts";
import { choices } from "../../scripts/_settings.ts";
import { RawServer } from "../protocol/_raw_server.ts";
import { fromSource, type ServerCommand } from "../protocol/_server_command.ts";

type Env = Readonly<Record<string, string>>;

const TOKEN: Env = { BUDGET_ACCESS_TOKEN: "a-token", BUDGET_STORE: "memory" };
const TOKEN_PAGE = "https://app.ynab.com/settings/developer";
const PLACE = "Settings > Extensions > Budget Tool Server for YNAB";
const FORM = Object.fromEntries(choices.map(({ variable, title }) => [variable, title]));

const PUT = "put it in BUDGET_ACCESS_TOKEN (or the token file, or the extension's settings) " +
  "and restart the server";
const PASTE = `then open ${PLACE} and paste it into "YNAB access token"`;
const setting = (problem: string): string =>
  `a server setting can't be used: ${problem}: correct it and restart the server`;
const field = (problem: string): string =>
  `a server setting can't be used: ${problem}: open ${PLACE} and correct it`;

const NO_TOKEN = `unauthorized: no access token is set: create one at ${TOKEN_PAGE}, ${PUT}, or ` +
  "start it with --demo";

/** Settings, and the response that every tool returns with these settings. */
const SETTINGS: Record<string, Start & { readonly says: string }> = {
  "no token": { env: {}, says: NO_TOKEN },
  "no token, in the bundle": {
    env: { BUDGET_ACCESS_TOKEN: "${user_config.access_token}" },
    form: FORM,
    says: `unauthorized: no access token is set: create one at ${TOKEN_PAGE}, ${PASTE}, or turn ` +
      'on "Demo" there',
  },
  "a token with quotes, in the bundle": {
    env: { BUDGET_ACCESS_TOKEN: '"abc"' },
    form: FORM,
    says: "unauthorized: " +
      field('"YNAB access token" has characters that access tokens never contain: copy it again'),
  },
  "a token with its variable's name": {
    env: { BUDGET_ACCESS_TOKEN: "BUDGET_ACCESS_TOKEN=abc" },
    says: "unauthorized: " +
      setting("BUDGET_ACCESS_TOKEN must contain only the access token, without NAME= before it"),
  },
  "another server's variable": {
    env: { YNAB_API_TOKEN: "abc" },
    says: "unauthorized: " +
      setting("YNAB_API_TOKEN is set, but this server reads BUDGET_ACCESS_TOKEN"),
  },
  "a misspelled variable": {
    env: { BUDGET_ACCESS_TOKN: "abc" },
    says: "unauthorized: " +
      setting("BUDGET_ACCESS_TOKN is set, but this server reads BUDGET_ACCESS_TOKEN"),
  },
  "a misspelled flag": {
    args: ["--wrte"],
    env: TOKEN,
    says: "invalid_input: a server setting can't be used: unknown flag --wrte: did you mean " +
      "--write? Correct it and restart the server",
  },
  "an unknown profile": {
    args: ["--profile", "full"],
    env: TOKEN,
    says: "invalid_input: a server setting can't be used: --profile: no profile is called full; " +
      "did you mean fuller? Correct it and restart the server",
  },
  "an unknown tool set, in the bundle": {
    env: { ...TOKEN, BUDGET_PROFILE: "everything" },
    form: FORM,
    says: "invalid_input: " +
      field('"Tool set": no profile is called everything; there are fuller, reduced and complete'),
  },
};

const STRAY =
  "unexpected argument: a value that contains spaces must be a single argument, as in " +
  '["--plan", "My Budget"]';

/** Arguments in a host's configuration, each with the problem that the response must name. */
const ARGUMENTS: readonly (readonly [args: readonly string[], problem: string])[] = [
  [["--plan", "--write"], "--plan needs a value: --plan ID"],
  [["--plan Household"], '--plan and its value must be two arguments: "--plan", "VALUE"'],
  [["--plan", "My", "Household"], STRAY],
  [["serve", "--plan", "My", "Household"], STRAY],
  [["--sign-in", "owner"], "--sign-in only works with --http"],
];
// These variables aren't misspellings of the token's variable.
for (const variable of ["BUDGET_HTTP_TOKEN", "BUDGET_SEAL_KEY_FILE"]) {
  SETTINGS[`no token but ${variable}`] = { env: { [variable]: "x".repeat(40) }, says: NO_TOKEN };
}
for (const [args, problem] of ARGUMENTS) {
  SETTINGS[args.join(" ")] = { args, env: TOKEN, says: `invalid_input: ${setting(problem)}` };
}

for (const [mistake, { says, ...start }] of Object.entries(SETTINGS)) {
  Deno.test(`a response explains how to fix the mistake: ${mistake}`, async () => {
    assertEquals((await started(start)).text, says);
  });
}

Deno.test("settings ignore case and surrounding spaces", () => {
  const env: Env = {
    ...{ ...TOKEN, BUDGET_PROFILE: " Complete ", BUDGET_CONFIRM: "User", BUDGET_VIEWS: "OFF" },
    ...{ BUDGET_ANSWERS: "Both", BUDGET_LOG: "Error", BUDGET_WRITE: " Yes " },
  };
  for (const args of [[], ["--profile", "COMPLETE "]]) {
    const { problems, profile, confirm, views, answers, write } = optionsOf({ args, env });
    assertEquals(
      [problems, profile, confirm, views, answers, write],
      [[], "complete", "user", "off", "both", true],
    );
  }
});

Deno.test("every response says that the demo is on and the token is ignored", async () => {
  const env = { ...TOKEN, BUDGET_DEMO: "true" };
  const plans = await started({ env }, "list_plans");
  const notice = "This is made-up data because BUDGET_DEMO is on; BUDGET_ACCESS_TOKEN is ignored";
  assertStringIncludes(plans.text, notice);
  const accounts = await started({ env, form: FORM }, "list_accounts");
  assertStringIncludes(accounts.text, '"Demo" is on; "YNAB access token" is ignored until you');
});

const PAGE = "<!doctype html><title>Welcome to the Grand Hotel</title>";
const SIGN_IN =
  "sign in to the network (such as guest Wi-Fi or a company proxy) in a browser, then try again";

const REDIRECTED = "the network redirected the request instead of sending it to YNAB (status";
/**
 * Replies from networks that intercept requests to YNAB, each paired with what the tool should then
 * return.
 */
const PAGES: readonly (readonly [what: string, status: number, headers: Env, says: string])[] = [
  [
    "a sign-in page",
    200,
    { "Content-Type": "text/html" },
    "a web page came back instead of YNAB's response",
  ],
  ["a redirect", 302, { Location: "https://portal.example/" }, `${REDIRECTED} 302)`],
  ["a network that requires a sign-in", 511, {}, `${REDIRECTED} 511)`],
  ["a proxy's refusal", 403, {}, "something other than YNAB answered with status 403"],
];

for (const [what, status, headers, says] of PAGES) {
  Deno.test(`a response explains what to do about ${what}`, async () => {
    await using portal = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      () => new Response(PAGE, { status, headers }),
    );
    const url = `http://127.0.0.1:${portal.addr.port}`;
    // Simulates a network that answers in place of YNAB.
    const own = (_: unknown, init?: RequestInit): Promise<Response> => fetch(url, init);
    const { text } = await started({ env: TOKEN, fetch: own as typeof fetch });
    assertEquals(text, `unavailable: ${says}: ${SIGN_IN}`);
    const other = await started({ env: { ...TOKEN, BUDGET_API_URL: url } });
    assertEquals(other.text, `unavailable: ${says}: check the API URL, or ${SIGN_IN}`);
  });
}

const ANTIVIRUS =
  "unavailable: the certificate for the connection to YNAB isn't trusted, usually because an " +
  "antivirus program or a company proxy inspects the connection: exempt api.ynab.com from TLS " +
  "inspection, or start the server with NODE_USE_SYSTEM_CA=1 (Node) or DENO_TLS_CA_STORE=system " +
  "(Deno)";
const OFFLINE = "check that this computer is online, then try again";

/** Errors thrown by Node, OpenSSL and Deno, each paired with what the tool should then return. */
const BROKEN: Readonly<Record<string, string>> = {
  "ECONNREFUSED": "unavailable: the connection to YNAB was refused: check whether a firewall, " +
    "VPN or proxy is blocking it, then try again",
  "ENOTFOUND": `unavailable: YNAB's server can't be found: ${OFFLINE}`,
  "EAI_AGAIN": `unavailable: YNAB's server can't be found: ${OFFLINE}`,
  "ENETUNREACH": `unavailable: YNAB can't be reached from this network: ${OFFLINE}`,
  "UND_ERR_CONNECT_TIMEOUT": "unavailable: the connection to YNAB timed out: check the network, " +
    "then try again in a few minutes",
  "ECONNRESET": "unavailable: the connection to YNAB was interrupted: try again, and check the " +
    "firewall, VPN or proxy if it happens again",
  "SELF_SIGNED_CERT_IN_CHAIN": ANTIVIRUS,
  "DEPTH_ZERO_SELF_SIGNED_CERT": ANTIVIRUS,
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY": ANTIVIRUS,
  "invalid peer certificate: UnknownIssuer": ANTIVIRUS,
  "CERT_HAS_EXPIRED": "unavailable: YNAB's server certificate seems to be expired or not " +
    "yet valid: check this computer's date and time, then try again",
  "tunnel error: unsuccessful":
    "unavailable: the proxy did not connect to YNAB: check HTTPS_PROXY and NO_PROXY",
  "something new": "unavailable: the connection to YNAB failed: check the network, then try again",
};

Deno.test("a response explains what to do about a broken connection", async () => {
  for (const [failure, says] of Object.entries(BROKEN)) {
    assertEquals([failure, await answerDuring(failure)], [failure, says]);
  }
});

Deno.test("in the bundle, the response to a rejected token explains where to enter a new one", async () => {
  const body = { error: { id: "401", name: "unauthorized", detail: "Unauthorized" } };
  const refused = (): Promise<Response> => Promise.resolve(Response.json(body, { status: 401 }));
  const { text } = await started({ env: TOKEN, form: FORM, fetch: refused });
  assertEquals(
    text,
    `unauthorized: YNAB did not accept the access token: create a new one at ${TOKEN_PAGE}, ${PASTE}`,
  );
});

/** Starts a server, calls a tool and stops the server. */
async function talkTo(
  command: ServerCommand,
): Promise<{ readonly text: string; readonly code: number; readonly stderr: string }> {
  await using server = new RawServer(command);
  await server.initialize();
  const { content } = await server.call("list_plans", {});
  const [{ text }] = content as readonly [{ readonly text: string }];
  return { text, ...await server.end() };
}

Deno.test("a database that is unavailable at startup is reported in the response", async () => {
  const env = { ...TOKEN, BUDGET_STORE: "postgres://me:secret@127.0.0.1:9/budget" };
  const { text, status } = await started({ env });
  assertEquals(
    text,
    "invalid_input: a server setting can't be used: the database budget at 127.0.0.1:9 can't be " +
      "reached (ECONNREFUSED); check that it is running: correct it and restart the server",
  );
  assertEquals(status, 1);
});

Deno.test("a server with invalid settings names all of them, reveals no secrets and exits with status 2", async () => {
  await using folder = await aFolder();
  const path = await folder.file("token", "");
  const env = { BUDGET_ACCESS_TOKEN_FILE: path };
  const { text, code, stderr } = await talkTo(fromSource(["--token", "secret"], { env }));
  assertMatch(text, /^unauthorized: server settings can't be used: there is no --token flag, /u);
  const add = `Deno isn't allowed to read ${path}; add --allow-read=${path} to its arguments`;
  assertStringIncludes(text, `; BUDGET_ACCESS_TOKEN_FILE: ${add}: correct them and restart`);
  assertEquals([code, (text + stderr).includes("secret")], [2, false]);
});

Deno.test("a missing Deno network permission is reported in the response", async () => {
  const { text } = await talkTo(fromSource([], { env: TOKEN }));
  assertEquals(
    text,
    "unavailable: a Deno permission is missing: start the server with --allow-net=api.ynab.com",
  );
});

const RESTART = "to this server's arguments and restart it";

/** Tools, each with settings that make it unavailable and the fix that the response recommends. */
const ELSEWHERE: readonly (readonly [tool: string, start: Start, way: string])[] = [
  ["edit_transaction", { env: { BUDGET_WRITE: "1" } }, `add --profile complete ${RESTART}`],
  ["delete_transactions", {}, `add --write and --profile complete ${RESTART}`],
  ["move_money", {}, `add --write ${RESTART}`],
  [
    "create_transfer",
    { form: FORM },
    `open ${PLACE} and turn on "Allow changes" and set ` +
    '"Tool set" to "complete"',
  ],
];
for (const [tool, { env = {}, ...start }, way] of ELSEWHERE) {
  Deno.test(`the error for the unavailable ${tool} explains how to enable it: ${way}`, async () => {
    const { text, instructions } = await started({ ...start, env: { ...TOKEN, ...env } }, tool);
    assertEquals(text, `not_found: this server doesn't offer ${tool}: tell the user to ${way}`);
    assertStringIncludes(instructions, way);
  });
}

/** Invalid settings, and how each is explained. */
const wrong: readonly (readonly [args: string, env: Env, says: string])[] = [
  ["", { BUDGET_DEMO: "maybe" }, "BUDGET_DEMO must be 1 or 0"],
  ["--demo --api-url http://127.0.0.1:1", {}, "--demo can't be combined with --api-url"],
  ["--api-url http://example.org", {}, "--api-url is refused: "],
  ["--api-url nonsense", {}, "--api-url is refused: "],
  ["--today 2026-01-01", {}, "--today only works with --demo"],
  ["--demo --today 2026-02-30", {}, "--today must be a date"],
  ["--plan last-used", {}, "--plan is wrong: last-used may mean a different plan"],
  ["--max-age soon", {}, "--max-age must be a number of seconds"],
  ["--max-age=-1", {}, "--max-age must be a number of seconds"],
  ["--store mysql://x", {}, "--store must be memory"],
  ["", { ...TOKEN, BUDGET_STATEMENTS: "mine" }, "BUDGET_STATEMENTS: mine is not an absolute path"],
  ["--demo --confirm never", {}, "--confirm must be auto"],
  ["--demo --log-level loud", {}, "--log-level must be "],
  ["--token-file /nonexistent/token", {}, "--token-file: cannot read"],
  ["", { BUDGET_ACCESS_TOKEN: "a b" }, "BUDGET_ACCESS_TOKEN has characters"],
  ["", { ...TOKEN, BUDGET_PROFILE: "fuler" }, "no profile is called fuler; did you mean fuller?"],
];

async function answerOf(args: readonly string[], env: Env): Promise<string> {
  const { text, isError, tools } = await started({ args, env }, "list_accounts");
  assertEquals([isError, tools.includes("list_accounts")], [true, true]);
  return text;
}

async function refusalOf(args: readonly string[], env: Env): Promise<string> {
  const { status, out, err } = await runAt(args, { env });
  assertEquals([status, out], [2, ""]);
  return err;
}

for (const [line, env, says] of wrong) {
  const args = line.split(" ").filter((word) => word !== "");
  Deno.test(`a server and a command explain what is wrong with ${line} ${JSON.stringify(env)}`, async () => {
    const text = await answerOf(args, env);
    assertMatch(text, /^(?:unauthorized|invalid_input): .*restart the server$/u);
    assertStringIncludes(text, says);
    const err = await refusalOf(["call", "list_accounts", ...args], env);
    assertMatch(err, /^budget-tool-server: [^\n]+\n$/u);
    assertStringIncludes(err, says);
    assertEquals(err.includes("restart"), false);
  });
}

Deno.test("the history command rejects an invalid setting", async () => {
  const err = await refusalOf(["history", "--plan", "last-used"], TOKEN);
  assertMatch(err, /^budget-tool-server: --plan is wrong(?!.*restart)/u);
});

Deno.test("all invalid settings are reported together", async () => {
  const text = await answerOf(["--max-age", "soon"], { ...TOKEN, BUDGET_WRITE: "perhaps" });
  assertMatch(text, /^invalid_input: server settings can't be used: /u);
  assertStringIncludes(text, "BUDGET_WRITE must be 1 or 0");
  assertStringIncludes(text, "--max-age must be a number of seconds");
  assertStringIncludes(text, "correct them and restart the server");
});

Deno.test("a missing token is reported together with an invalid setting", async () => {
  const text = await answerOf(["--max-age", "soon"], {});
  assertMatch(
    text,
    /^unauthorized: .*--max-age must be .*; no access token is set: create one at /u,
  );
});

Deno.test("the --api-url flag overrides BUDGET_DEMO", () => {
  const env = { ...TOKEN, BUDGET_DEMO: "1" };
  const demoWith = (...args: string[]): boolean => optionsOf({ args, env }).isDemo;
  assertEquals([demoWith(), demoWith("--api-url", "http://127.0.0.1:1")], [true, false]);
});

Deno.test("an invalid value of BUDGET_WRITE doesn't allow changes", () => {
  assertEquals(optionsOf({ env: { ...TOKEN, BUDGET_WRITE: "perhaps" } }).write, false);
});

const notGiven = [
  ...["your token", "your-token", "<your token>", "YOUR_ACCESS_TOKEN", " "],
  ...["${BUDGET_ACCESS_TOKEN}", "${user_config.access_token}"],
];
Deno.test("a placeholder counts as a missing token", async () => {
  for (const token of notGiven) {
    const text = await answerOf(["--store", "memory"], { BUDGET_ACCESS_TOKEN: token });
    assertMatch(text, /^unauthorized: no access token is set(?::| because) /u);
    const left = ` because the host did not replace ${token}: create one at `;
    assertEquals(text.includes(left), token.startsWith("${"));
  }
  // The text inside `${}` may be the real token, so the response must not repeat it.
  const text = await answerOf([], { BUDGET_ACCESS_TOKEN: "${zX9-abcdef0123}" });
  assertStringIncludes(text, "no access token is set because the host did not replace ${\u2026}: ");
});

Deno.test("an invalid demo setting is reported instead of the missing token", async () => {
  const text = await answerOf([], { BUDGET_DEMO: "maybe" });
  assertMatch(
    text,
    /: a server setting can't be used: BUDGET_DEMO must be 1 or 0: correct it/u,
  );
  assertEquals(text.includes("access token"), false);
});

Deno.test("a setting with an unreplaced placeholder counts as missing", () => {
  const names = ["WRITE", "PLAN_ID", "MAX_AGE", "STORE", "DEMO", "PROFILE", "CONFIRM", "API_URL"];
  const left = Object.fromEntries(names.map((name) => [`BUDGET_${name}`, "${user_config.x}"]));
  const { problems, write, planId, profile, today } = optionsOf({
    args: ["--today", "${user_config.today}"],
    env: { ...TOKEN, ...left },
  });
  assertEquals(
    { problems, write, planId, profile, today },
    { problems: [], write: false, planId: undefined, profile: "fuller", today: undefined },
  );
});

const files: readonly (readonly [mode: number, text: string, says: string])[] = [
  [0o644, "secret-token", "others can read"],
  [0o600, "\n", "is empty"],
  [0o600, "secret token", "has characters that access tokens never contain"],
  [0o600, "TOKEN=secret", "must contain only the access token"],
];
Deno.test("a response reports what is wrong with a token file without revealing the token", async () => {
  await using folder = await aFolder();
  for (const [mode, text, says] of files) {
    const path = await folder.file("token", text);
    await Deno.chmod(path, mode);
    const answer = await answerOf([], { BUDGET_ACCESS_TOKEN_FILE: path });
    assertMatch(answer, /^unauthorized: .*BUDGET_ACCESS_TOKEN_FILE/u);
    assertStringIncludes(answer, says);
    assertEquals(answer.includes("secret"), false);
  }
});
