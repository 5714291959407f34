import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { type HttpSettings, httpSettings } from "../../cli/serve_http.ts";
import { parseCommandLine } from "../../cli/_parse.ts";
import { serverOptions } from "../../cli/_settings.ts";
import { UsageError } from "../../cli/_terminal.ts";
import { aFolder } from "./_home.ts";
import { aTerminal } from "./_a_terminal.ts";

const TOKEN = "the-owner-of-this-household-alone-knows-it";
const PUBLIC = ["--public-url", "https://budget.example.com"];

function settingsOf(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): HttpSettings {
  const terminal = aTerminal(["serve", ...args], env);
  return httpSettings(parseCommandLine(terminal), terminal, { token: "a-token-of-ynab" });
}

Deno.test("--http works with or without an address", () => {
  const addressOf = (...args: string[]): string => {
    const { host, port } = settingsOf(args, { BUDGET_HTTP_TOKEN: TOKEN });
    return `${host} ${port}`;
  };
  assertEquals(addressOf("--http"), "127.0.0.1 8103");
  assertEquals(addressOf("--http", "--demo"), "127.0.0.1 8103");
  assertEquals(addressOf("--http", ":9000"), "127.0.0.1 9000");
  assertEquals(addressOf("--http", "9000", "--demo"), "127.0.0.1 9000");
  assertEquals(addressOf("--http", "localhost:0", "--demo"), "localhost 0");
  assertEquals(addressOf("--http=[::1]:9000"), "::1 9000");
  assertEquals(addressOf("--http", "0.0.0.0:80", ...PUBLIC), "0.0.0.0 80");
});

Deno.test("BUDGET_HTTP can turn HTTP on or off, or set its address", () => {
  const httpOf = (value: string): string | undefined =>
    parseCommandLine({ args: [], env: (name) => name === "BUDGET_HTTP" ? value : undefined })
      .given.http?.value;
  assertEquals(["1", "off", "[::1]:9000"].map(httpOf), ["127.0.0.1:8103", undefined, "[::1]:9000"]);
});

const ISSUER = "--oauth-issuer=https://login.example.com";

const refusals: readonly (readonly [why: RegExp, args: readonly string[]])[] = [
  [/must be HOST:PORT/u, ["--http=here"]],
  [/must be HOST:PORT/u, ["--http=127.0.0.1:70000"]],
  [
    /0\.0\.0\.0 can be reached from other machines: set BUDGET_HTTP_TOKEN/u,
    ["--http", "0.0.0.0:80"],
  ],
  [/must be https/u, ["--public-url", "http://budget.example.com"]],
  [/must not have a path/u, ["--public-url", "https://budget.example.com/mcp"]],
  [/needs a list of allowed subjects \(user ids\)/u, [...PUBLIC, ISSUER]],
  [/only works with an OAuth issuer/u, ["--oauth-subjects", "ada"]],
  [/--sign-in must be none, owner or ynab/u, ["--sign-in", "google"]],
  [/--sign-in needs the public URL/u, ["--sign-in", "owner"]],
  [/--sign-in-hosts only works if sign-in is configured/u, [
    "--sign-in-hosts",
    "login.example.com",
  ]],
  [
    /--sign-in-hosts must be host names, but https:\/\/a\.example isn't one/u,
    [...PUBLIC, "--sign-in=owner", "--sign-in-hosts", "login.example.com,https://a.example"],
  ],
  [
    /--trusted-proxies must be IP addresses or ranges such as 10\.0\.0\.0\/8, but proxy\.example is neither/u,
    ["--trusted-proxies=10.0.0.0/8, proxy.example"],
  ],
  [/but 10\.0\.0\.0\/33 is neither/u, ["--trusted-proxies=10.0.0.0/33"]],
  [
    /--sign-in can't be combined with an OAuth issuer/u,
    [...PUBLIC, "--sign-in=owner", ISSUER, "--oauth-subjects=ada"],
  ],
];
for (const [why, args] of refusals) {
  Deno.test(`serve --http ${args.join(" ")} is rejected with an error that states the reason`, () => {
    const env = { XDG_STATE_HOME: Deno.makeTempDirSync() };
    const flags = args[0]?.startsWith("--http") === true ? args : ["--http", ...args];
    const error = assertThrows(() => settingsOf(flags, env), UsageError);
    assertMatch(error.message, why);
    Deno.removeSync(env.XDG_STATE_HOME, { recursive: true });
  });
}

Deno.test("to listen on a public address, the serve command requires the public URL and a token", () => {
  const env = { BUDGET_HTTP_TOKEN: TOKEN };
  const error = assertThrows(() => settingsOf(["--http", "0.0.0.0:80"], env), UsageError);
  assertMatch(error.message, /set --public-url/u);
  assertEquals(settingsOf(["--http", "0.0.0.0:80", ...PUBLIC], env).options.httpToken, TOKEN);
});

Deno.test("if sign-in is enabled, the serve command generates the owner's token even for a public address", async () => {
  await using folder = await aFolder();
  const env = { XDG_STATE_HOME: folder.path, BUDGET_SIGN_IN: "owner" };
  const hosts = ["--sign-in-hosts", "login.example.com, chat.example.com:8443"];
  const { options, tokenPath } = settingsOf(["--http", "0.0.0.0:80", ...PUBLIC, ...hosts], env);
  assertEquals([options.signIn, options.signInHosts], ["owner", [
    "login.example.com",
    "chat.example.com:8443",
  ]]);
  assertEquals((options.httpToken ?? "").length >= 32, true);
  assertEquals(await Deno.readTextFile(tokenPath ?? ""), `${options.httpToken}\n`);
  assertEquals(settingsOf(["--http", "--sign-in", "none"], env).options.signIn, undefined);
});

Deno.test("on loopback, the serve command generates a token file that only its owner can read, and reuses it", async () => {
  await using folder = await aFolder();
  const env = { XDG_STATE_HOME: folder.path };
  const { options, tokenPath } = settingsOf(["--http"], env);
  const { mode } = await Deno.stat(tokenPath ?? "");
  assertEquals((mode ?? 0) & 0o777, 0o600);
  assert((options.httpToken ?? "").length >= 32);
  assertEquals(settingsOf(["--http"], env).options.httpToken, options.httpToken);
  await Deno.chmod(tokenPath ?? "", 0o644);
  assertThrows(() => settingsOf(["--http"], env), UsageError, "others can read");
});

Deno.test("the serve command accepts a token file, but rejects a short token and a file that others can read", async () => {
  await using folder = await aFolder();
  const path = `${folder.path}/token`;
  const given = (): HttpSettings => settingsOf(["--http", "--http-token-file", path]);
  await Deno.writeTextFile(path, `${TOKEN}\n`, { mode: 0o600 });
  assertEquals([given().options.httpToken, given().tokenPath], [TOKEN, null]);
  await Deno.writeTextFile(path, "short");
  const error = assertThrows(given, UsageError, "at least 32 characters");
  assertEquals(error.message.includes("short"), false);
  await Deno.chmod(path, 0o604);
  assertThrows(given, UsageError, "others can read");
});

Deno.test("trusted proxies can be IPv4 and IPv6 addresses and ranges", () => {
  const env = { BUDGET_HTTP_TOKEN: TOKEN, BUDGET_TRUSTED_PROXIES: "10.0.0.0/8, ::1,fd00::/8" };
  assertEquals(settingsOf(["--http"], env).trustedProxies, ["10.0.0.0/8", "::1", "fd00::/8"]);
  assertEquals(settingsOf(["--http"], { BUDGET_HTTP_TOKEN: TOKEN }).trustedProxies, undefined);
});

/** All settings that `--sign-in ynab` requires, except the seal key. */
const HOSTED_ENV = {
  BUDGET_OAUTH_CLIENT_ID: "an-application",
  BUDGET_OAUTH_CLIENT_SECRET: "its-secret",
  BUDGET_INVITATION: "an-invitation-for-friends",
  BUDGET_OPERATOR: "Ana",
  BUDGET_OPERATOR_CONTACT: "ana@example.com",
  BUDGET_STORE: "postgres://localhost/budget",
};

/** Reads the settings for `--sign-in ynab`, with a seal key in a file. */
function hostedSettingsOf(
  args: readonly string[] = [],
  env: Readonly<Record<string, string | undefined>> = {},
  key = "0123456789abcdef0123456789abcdef",
): HttpSettings {
  const file = Deno.makeTempFileSync();
  Deno.writeTextFileSync(file, key);
  Deno.chmodSync(file, 0o600);
  try {
    const all = { ...HOSTED_ENV, BUDGET_SEAL_KEY_FILE: file, ...env };
    const flags = ["serve", "--http", "--sign-in", "ynab", ...PUBLIC, ...args];
    const terminal = aTerminal(flags, all);
    const line = parseCommandLine(terminal);
    return httpSettings(line, terminal, { ...serverOptions(line, terminal) });
  } finally {
    Deno.removeSync(file);
  }
}

Deno.test("--sign-in ynab has defaults that fit a small server", () => {
  const { hosted, httpToken } = hostedSettingsOf().options;
  assertEquals([hosted?.authorizations, hosted?.retentionDays, hosted?.openVaults], [25, 30, 300]);
  assertEquals([hosted?.invitation, httpToken], ["an-invitation-for-friends", undefined]);
  const open = hostedSettingsOf(["--admission", "open", "--authorizations", "unlimited"], {
    BUDGET_INVITATION: undefined,
  });
  const { invitation, authorizations } = open.options.hosted ?? {};
  const empty = { BUDGET_TEST_CODE: "", BUDGET_TEST_CODE_FILE: "", BUDGET_INVITATION_FILE: "" };
  assertEquals(hostedSettingsOf([], empty).options.hosted?.sample, undefined);
  assertEquals([invitation, authorizations], [null, Infinity]);
});

Deno.test("--sign-in ynab says which setting is missing or wrong", () => {
  for (
    const [why, args, env, key] of [
      [/needs BUDGET_OAUTH_CLIENT_ID: the client ID/u, [], { BUDGET_OAUTH_CLIENT_ID: undefined }],
      [/needs BUDGET_OAUTH_CLIENT_SECRET/u, [], { BUDGET_OAUTH_CLIENT_SECRET: undefined }],
      [/needs BUDGET_SEAL_KEY_FILE/u, [], { BUDGET_SEAL_KEY_FILE: undefined }],
      [/needs BUDGET_INVITATION/u, [], { BUDGET_INVITATION: undefined }],
      [/needs --operator: who runs the server/u, [], { BUDGET_OPERATOR: undefined }],
      [/needs --operator-contact/u, [], { BUDGET_OPERATOR_CONTACT: undefined }],
      [
        /BUDGET_INVITATION must be at least 16 characters long/u,
        [],
        { BUDGET_INVITATION: "short" },
      ],
      [/line 2 must have at least 32 characters/u, [], {}, `${"k".repeat(32)}\nshort`],
      [/needs a PostgreSQL database/u, [], { BUDGET_STORE: "memory" }],
      [/^BUDGET_API_URL is refused: it must use https/u, [], { BUDGET_API_URL: "http://ynab/v1" }],
      [/can't be combined with an HTTP token/u, [], { BUDGET_HTTP_TOKEN: TOKEN }],
      [/can't be combined with a statements folder/u, ["--statements", Deno.cwd()], {}],
      [/can't be combined with a statements folder/u, [], { BUDGET_STATEMENTS: Deno.cwd() }],
      [/can't be combined with a YNAB access token/u, [], { BUDGET_ACCESS_TOKEN: "a-token" }],
      [/--retention must be a whole number above 0/u, ["--retention", "0"], {}],
      [/above 0, or unlimited/u, ["--authorizations", "many"], {}],
      [/needs a public URL that uses https/u, ["--public-url", "http://127.0.0.1:8103"], {}],
    ] as readonly [RegExp, string[], Record<string, string | undefined>, string?][]
  ) {
    const { message } = assertThrows(() => hostedSettingsOf(args, env, key), UsageError);
    assertMatch(message, why);
  }
});
