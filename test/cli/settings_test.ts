import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { runAt } from "./_a_terminal.ts";
import { optionsOf, started } from "./_started.ts";

type Env = Readonly<Record<string, string>>;

const TOKEN: Env = { BUDGET_ACCESS_TOKEN: "a-token" };

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
  [
    "",
    { ...TOKEN, BUDGET_PROFILE: "fuler" },
    "BUDGET_PROFILE: no profile is called fuler; did you mean fuller?",
  ],
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
  Deno.test(`a server and a command explain ${line} ${JSON.stringify(env)}`, async () => {
    const text = await answerOf(args, env);
    assertMatch(text, /^(?:unauthorized|invalid_input): .*restart the server$/u);
    assertStringIncludes(text, says);
    const err = await refusalOf(["call", "list_accounts", ...args], env);
    assertMatch(err, /^budget-tool-server: [^\n]+\n$/u);
    assertStringIncludes(err, says);
    assertEquals(err.includes("restart"), false);
  });
}

Deno.test("history rejects an invalid setting", async () => {
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

Deno.test("a flag with YNAB's address overrides BUDGET_DEMO", () => {
  const env = { ...TOKEN, BUDGET_DEMO: "1" };
  const demoWith = (...args: string[]): boolean => optionsOf({ args, env }).isDemo;
  assertEquals([demoWith(), demoWith("--api-url", "http://127.0.0.1:1")], [true, false]);
});

Deno.test("an invalid on/off setting doesn't allow changes", () => {
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
  // Text inside ${} may be the token itself.
  const text = await answerOf([], { BUDGET_ACCESS_TOKEN: "${zX9-abcdef0123}" });
  assertStringIncludes(text, "no access token is set because the host did not replace ${\u2026}: ");
});

Deno.test("an invalid demo setting is reported, but not the missing token", async () => {
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
  for (const [mode, text, says] of files) {
    const path = await Deno.makeTempFile();
    await Deno.writeTextFile(path, text);
    await Deno.chmod(path, mode);
    const answer = await answerOf([], { BUDGET_ACCESS_TOKEN_FILE: path });
    await Deno.remove(path);
    assertMatch(answer, /^unauthorized: .*BUDGET_ACCESS_TOKEN_FILE/u);
    assertStringIncludes(answer, says);
    assertEquals(answer.includes("secret"), false);
  }
});
