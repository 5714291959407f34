import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import denoConfig from "../../deno.json" with { type: "json" };
import { VERSION } from "../../mod.ts";
import { tools } from "../../tools/_manifest.ts";
import { isChanging, profiles, profilesOf, type Tool } from "../../tools/_tool.ts";
import { DEMO, type Ended, runAt } from "./_a_terminal.ts";

const runWith = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  ask: ((question: string) => Promise<boolean>) | undefined = undefined,
): Promise<Ended> => runAt(args, { env, ask });

const DAY = ["--today", "2026-11-20"];

async function demoPlanId(): Promise<string> {
  const { out } = await runWith(["call", "list_plans", "--demo", "--json", ...DAY]);
  return JSON.parse(out).plans[0].plan_id;
}

Deno.test("--version prints the version in deno.json", async () => {
  for (const word of ["--version", "version"]) {
    assertEquals(await runWith([word]), { status: 0, out: `${VERSION}\n`, err: "" });
  }
  assertEquals(VERSION, denoConfig.version);
});

Deno.test("--help names every command, the token and the notice", async () => {
  for (const flag of ["--help", "-h"]) {
    const { status, out } = await runWith([flag]);
    assertEquals(status, 0);
    for (
      const word of [
        "serve",
        "call TOOL",
        "tools",
        "coverage",
        "demo-upstream",
        "BUDGET_ACCESS_TOKEN",
      ]
    ) {
      assertStringIncludes(out, word);
    }
    assertMatch(out, /Unofficial.*No warranty.*Not financial advice/);
  }
});

Deno.test("--help of a command describes its options", async () => {
  const { out } = await runWith(["demo-upstream", "--help"]);
  assertStringIncludes(out, "--faults SPEC");
  assert(!out.includes("--token-file"));
});

const refused: readonly (readonly [
  what: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  err: string,
])[] = [
  ["an unknown command", ["serv"], {}, "unknown command serv: did you mean serve?"],
  ["a tool's name as a command", ["list_acounts"], {}, "did you mean call list_accounts?"],
  [
    "an unknown short flag",
    ["-x"],
    {},
    "unknown flag -x: budget-tool-server help lists all flags\n",
  ],
  ["a demo prompt's call as an argument", ["demo", "list_plans"], {}, "demo takes no arguments"],
  ["a plan's second word", ["serve", "--plan", "My", "Budget"], {}, "serve takes no arguments: "],
  [
    "a tool that needs two flags",
    ["call", "delete_transactions", "--demo"],
    {},
    "it is only available with --profile complete and --write\n",
  ],
  ["an unknown flag", ["--writ"], {}, "unknown flag --writ: did you mean --write?"],
  ["an unknown flag with a value", ["--pln", "x"], {}, "unknown flag --pln: did you mean --plan?"],
  [
    "a flag of another command",
    ["serve", "--port", "1"],
    {},
    "unknown flag --port for serve: it belongs to demo-upstream",
  ],
  [
    "a flag of several other commands",
    ["help", "--today", "2026-11-20"],
    {},
    "--today for help: it belongs to serve, call, digest, import, export, demo and demo-upstream",
  ],
  [
    "views of a call",
    ["call", "list_plans", "--views", "off"],
    {},
    "unknown flag --views for call: it belongs to serve",
  ],
  [
    "a tool's argument as a flag",
    ["call", "find_transactions", "--account-ids", "Cash", "--demo"],
    {},
    "unknown flag --account-ids: write account_ids=VALUE\n",
  ],
  [
    "a tool's argument as another command's flag",
    ["call", "find_transactions", "--since=yesterday"],
    {},
    "unknown flag --since: write since=VALUE\n",
  ],
  ["a sign-in over stdio", ["--sign-in", "owner"], {}, "--sign-in only works with --http"],
  ["a public URL over stdio", ["--public-url", "https://a.b"], {}, "--public-url only works with"],
  ["a switch with a value", ["--demo=1"], {}, "--demo takes no value"],
  ["a flag without its value", ["--plan"], {}, "--plan needs a value: --plan ID"],
  [
    "an unknown profile",
    ["--profile", "fulle"],
    {},
    "--profile: no profile is called fulle; did you mean fuller?",
  ],
  ["call without a tool", ["call", "--demo"], {}, "call takes a tool's name"],
  [
    "call of an unknown tool",
    ["call", "list_account", "--demo"],
    {},
    "did you mean list_accounts?",
  ],
  [
    "call with invalid JSON arguments",
    ["call", "list_plans", "{", "--demo"],
    {},
    "the arguments are not JSON",
  ],
  ["call without a token", ["call", "list_plans"], {}, "no access token is set"],
  ["an invalid port", ["demo-upstream", "--port", "x"], {}, "--port must be a whole number"],
  [
    "an invalid size",
    ["demo-upstream", "--plan-size", "x"],
    {},
    "--plan-size must be household",
  ],
  ["too many rows", ["demo-upstream", "--transactions", "250001"], {}, "--transactions must be"],
  ["too few rows", ["demo-upstream", "--transactions", "999"], {}, "from 1000 to 250000\n"],
  ["invalid faults", ["demo-upstream", "--faults", "%%"], {}, "--faults: "],
];
for (const [what, args, env, err] of refused) {
  Deno.test(`the command line rejects ${what}`, async () => {
    const ended = await runWith(args, env);
    assertEquals([ended.status, ended.out], [2, ""]);
    assertStringIncludes(ended.err, `budget-tool-server: `);
    assertStringIncludes(ended.err, err);
    assertEquals(ended.err.trimEnd().split("\n").length, 1);
  });
}

Deno.test("a command reports invalid settings without mentioning a server to restart", async () => {
  const missing = await runWith(["call", "list_plans"]);
  assertMatch(missing.err, /no access token is set: make one at .*, or add --demo\n$/);
  assertEquals(missing.err.includes("restart"), false);
  const quoted = await runWith(["export", "--format", "csv"], { BUDGET_ACCESS_TOKEN: '"abc"' });
  assertMatch(quoted.err, /^budget-tool-server: BUDGET_ACCESS_TOKEN has characters /);
  assertEquals(quoted.err.includes("restart"), false);
});

Deno.test("a flag overrides its environment variable", async () => {
  const { out } = await runWith(["tools", "--json", "--profile", "reduced"], {
    BUDGET_PROFILE: "fuller",
  });
  assertEquals(JSON.parse(out).profile, "reduced");
});

Deno.test("--demo overrides a token in the environment", async () => {
  const { status } = await runWith(["call", "list_plans", "--demo"], { BUDGET_ACCESS_TOKEN: "t" });
  assertEquals(status, 0);
});

Deno.test("call prints the text response, and structured data with --json", async () => {
  const plan = ["--plan", await demoPlanId()];
  const text = await runWith(["call", "get_monthly_summary", "--demo", ...DAY, ...plan]);
  assertEquals([text.status, text.err], [0, ""]);
  assertMatch(text.out, /^month: 2026-11 \| income: \$/);
  const json = await runWith(["call", "get_monthly_summary", "--demo", "--json", ...DAY, ...plan]);
  assertEquals(JSON.parse(json.out).month, "2026-11");
});

Deno.test("call works with --demo without a plan", async () => {
  const { status, out, err } = await runWith(["call", "list_accounts", "--demo", ...DAY]);
  assertEquals([status, err], [0, ""]);
  assertStringIncludes(out, "Everyday Visa");
});

Deno.test("call exits with 1 on a tool error", async () => {
  const args = ["call", "get_monthly_summary", '{"month":"2001-01"}', "--demo", ...DAY];
  const { status, out, err } = await runWith(args);
  assertEquals([status, out], [1, ""]);
  assertMatch(err, /^not_found: /);
});

Deno.test("tools --json describes each tool and resource in full", async () => {
  const { out } = await runWith(["tools", "--json"]);
  const { profile, tools, resources } = JSON.parse(out);
  assertEquals(profile, "fuller");
  for (const tool of tools) {
    assertEquals(Object.keys(tool), [
      "name",
      "title",
      "description",
      "reads",
      "writes",
      "annotations",
      "inputSchema",
      "outputSchema",
    ]);
  }
  assertEquals(resources, [
    {
      uri: "budget://plans/{plan_id}/accounts",
      name: "accounts",
      reads: ["GET /plans/{plan_id}/accounts"],
    },
    {
      uri: "budget://plans/{plan_id}/categories",
      name: "categories",
      reads: ["GET /plans/{plan_id}/categories"],
    },
    { uri: "budget://plans", name: "plans", reads: ["GET /plans"] },
  ]);
});

Deno.test("coverage --json lists the 44 operations", async () => {
  const { out } = await runWith(["coverage", "--json"]);
  const { profile, api_version: version, operations } = JSON.parse(out);
  assertEquals([profile, version, operations.length], ["fuller", "1.87.0", 44]);
  assertEquals(operations[1], {
    method: "GET",
    path: "/plans",
    operation_id: "getPlans",
    status: "covered",
    users: ["list_plans", "budget://plans"],
    reason: null,
  });
});

Deno.test("coverage --json lists how many operations each profile covers and excludes", async () => {
  for (const [profile, figures] of [["fuller", [14, 13, 17]], ["reduced", [13, 14, 17]]] as const) {
    const { out } = await runWith(["coverage", "--json", "--profile", profile]);
    const statuses: readonly string[] = JSON.parse(out).operations
      .map(({ status }: { readonly status: string }) => status);
    const count = (status: string): number => statuses.filter((one) => one === status).length;
    assertEquals([profile, count("covered"), count("planned"), count("excluded")], [
      profile,
      ...figures,
    ]);
  }
});

Deno.test("tools lists read-only tools, and with --write every tool in the profile", async () => {
  for (const profile of profiles) {
    const listed = async (...args: readonly string[]): Promise<readonly string[]> =>
      JSON.parse((await runWith(["tools", "--json", "--profile", profile, ...args])).out).tools
        .map(({ name }: { readonly name: string }) => name);
    const all = tools.filter(({ summary }) => profilesOf(summary).includes(profile));
    const names = (some: readonly Tool[]): readonly string[] => some.map(({ name }) => name);
    assertEquals(await listed("--write"), names(all));
    assertEquals(await listed(), names(all.filter((tool) => !isChanging(tool))));
  }
});

Deno.test("tools and coverage print readable text without --json", async () => {
  const tools = (await runWith(["tools", "--write"])).out;
  assertMatch(tools, /^\d+ tools of the fuller profile:\n/);
  assertStringIncludes(
    tools,
    "\n    required: month, from_category_id, to_category_id, amount\n",
  );
  assertEquals(tools.includes("--write also lists"), false);
  assertMatch(
    (await runWith(["tools"])).out,
    /\ntools --write also lists the \d+ tools that change the plan\.\n$/,
  );
  const { out } = await runWith(["coverage"]);
  assertMatch(out, /^excluded {5}GET \/user: /);
  for (const line of out.trimEnd().split("\n")) {
    assertMatch(line, /^(?:covered {6}|in complete {2}|excluded {5}| {13})\S/);
  }
});

const flagArgs = async (): Promise<readonly string[]> => {
  const plan = await demoPlanId();
  const found = await runWith([
    "call",
    "find_transactions",
    '{"limit":1}',
    "--demo",
    "--json",
    "--plan",
    plan,
    ...DAY,
  ]);
  const [{ transaction_id: id }] = JSON.parse(found.out).transactions;
  const flags = JSON.stringify({ flags: [{ transaction_id: id, color: "red" }] });
  return ["call", "flag_transactions", flags, "--demo", "--write", "--plan", plan, ...DAY];
};

Deno.test("call asks for confirmation at a terminal", async () => {
  const args = await flagArgs();
  let asked = "";
  const ask = (question: string): Promise<boolean> => {
    asked = question;
    return Promise.resolve(true);
  };
  const { status, out } = await runWith(args, {}, ask);
  assertMatch(asked, /^Change the flag of 1 transaction\?\n- .*: flag none \u2192 red\n/);
  assertEquals(status, 0);
  assertMatch(out, /^status: applied .* confirmed_by: terminal/);
});

Deno.test("call writes nothing when the user declines", async () => {
  const { out } = await runWith(await flagArgs(), {}, () => Promise.resolve(false));
  assertMatch(out, /^status: declined/);
});

Deno.test("call prints a change's code without a terminal", async () => {
  const { out } = await runWith(await flagArgs());
  assertMatch(out, /^status: confirmation_required .* confirmation: [0-9a-z]{12}\n/);
});

Deno.test("call suggests --write for a tool that changes the plan", async () => {
  const { status, err } = await runWith(["call", "flag_transactions", "{}", "--demo"]);
  assertEquals(status, 2);
  assertStringIncludes(err, "it is only available with --write");
});

Deno.test("a change confirmed at a terminal prints no notice about its code", async () => {
  const change = ["call", "move_money", "month=current", "amount=40", "--write", ...DEMO];
  const { status, err } = await runAt(
    [...change, "from_category_id=Groceries", "to_category_id=Dining Out"],
    { columns: 80, ask: () => Promise.resolve(true) },
  );
  assertEquals({ status, err }, { status: 0, err: "" });
});
