import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import denoConfig from "../../deno.json" with { type: "json" };
import { VERSION } from "../../mod.ts";
import { tools } from "../../tools/_manifest.ts";
import { isChanging, profiles, profilesOf, type Tool } from "../../tools/_tool.ts";
import { DEMO, runAt } from "./_a_terminal.ts";
import { runAtHome } from "./_home.ts";

Deno.test("--version prints the version in deno.json", async () => {
  for (const word of ["--version", "version"]) {
    assertEquals(await runAt([word]), { status: 0, out: `${VERSION}\n`, err: "" });
  }
  assertEquals(VERSION, denoConfig.version);
});

Deno.test("--help lists commands or options, explains the token and contains the disclaimer", async () => {
  const { status, out } = await runAt(["-h"]);
  assertEquals([status, out], [0, (await runAt(["--help"])).out]);
  for (const word of ["call TOOL", "BUDGET_ACCESS_TOKEN"]) assertStringIncludes(out, word);
  assertMatch(out, /Unofficial.*No warranty.*Not financial advice/);
  const upstream = await runAt(["demo-upstream", "--help"]);
  assertStringIncludes(upstream.out, "--faults SPEC");
  assert(!upstream.out.includes("--token-file"));
});

const refused: readonly (readonly [args: string, err: string])[] = [
  ["serv", "unknown command serv: did you mean serve?"],
  ["list_acounts", "did you mean call list_accounts?"],
  ["-x", "unknown flag -x: to see all flags, run budget-tool-server help\n"],
  ["demo list_plans", "demo takes no arguments"],
  ["serve --plan My Budget", "serve takes no arguments: "],
  ["call delete_transactions --demo", "is only available with --profile complete and --write\n"],
  ["call flag_transactions {} --demo", "it is only available with --write"],
  ["--writ", "unknown flag --writ: did you mean --write?"],
  ["--pln x", "unknown flag --pln: did you mean --plan?"],
  ["serve --port 1", "unknown flag --port for serve: it belongs to demo-upstream"],
  ["help --today 2026-11-20", "it belongs to serve, call, digest, import, export, demo and demo-"],
  ["call list_plans --views off", "unknown flag --views for call: it belongs to serve"],
  ["call list_plans --http", "unknown flag --http for call"],
  [
    "call find_transactions --account-ids Cash --demo",
    "unknown flag --account-ids: write account_ids=VALUE\n",
  ],
  ["call find_transactions --since=yesterday", "unknown flag --since: write since=VALUE\n"],
  ["--sign-in owner", "--sign-in only works with --http"],
  ["--demo=1", "--demo takes no value"],
  ["--plan", "--plan needs a value: --plan ID"],
  ["--profile fulle", "--profile: no profile is called fulle; did you mean fuller?"],
  ["--profile \u001b[31m", "--profile: no profile is called [31m; there are"],
  ["call --demo", "the call command takes a tool's name"],
  ["call list_account --demo", "did you mean list_accounts?"],
  ["call list_plans { --demo", "the arguments are not JSON"],
  ["demo-upstream --port x", "--port must be a whole number"],
  ["demo-upstream --plan-size x", "--plan-size must be household"],
  ["demo-upstream --transactions 250001", "--transactions must be"],
  ["demo-upstream --transactions 999", "from 1000 to 250000\n"],
  ["demo-upstream --faults %%", "--faults: "],
];
for (const [args, err] of refused) {
  Deno.test(`the command line rejects ${args}`, async () => {
    const ended = await runAt(args.split(" "));
    assertEquals([ended.status, ended.out], [2, ""]);
    assertStringIncludes(ended.err, "budget-tool-server: ");
    assertStringIncludes(ended.err, err);
    assertEquals(ended.err.trimEnd().split("\n").length, 1);
  });
}

Deno.test("a command reports a missing token without telling the user to restart a server", async () => {
  const { status, err } = await runAt(["call", "list_plans"]);
  assertEquals([status, err.includes("restart")], [2, false]);
  assertMatch(
    err,
    /^budget-tool-server: no access token is set: create one at .*, or add --demo\n$/,
  );
});

Deno.test("a command reports a rejected token without telling the user to restart a server", async () => {
  const { status, err } = await runAtHome(["call", "list_plans", "--max-age", "0"], {
    env: { BUDGET_ACCESS_TOKEN: "revoked" },
  });
  assertEquals([status, err.includes("restart")], [1, false]);
  assertMatch(
    err,
    /^unauthorized: YNAB did not accept .*: create a new one at https:\/\/\S+ and put it in BUDGET_ACCESS_TOKEN or the token file\n$/,
  );
});

Deno.test("a flag overrides its environment variable", async () => {
  const { out } = await runAt(["tools", "--json", "--profile", "reduced"], {
    env: { BUDGET_PROFILE: "fuller" },
  });
  assertEquals(JSON.parse(out).profile, "reduced");
});

Deno.test("--demo overrides a token in the environment", async () => {
  const { status } = await runAt(["call", "list_plans", "--demo"], {
    env: { BUDGET_ACCESS_TOKEN: "t" },
  });
  assertEquals(status, 0);
});

Deno.test("--full-ids prints full ids", async () => {
  const { out } = await runAtHome(["call", "list_accounts", "--full-ids"]);
  assertMatch(out, /\n[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\|Checking\|/u);
});

Deno.test("tools --json describes each tool and resource in full", async () => {
  const { out } = await runAt(["tools", "--json"]);
  const { profile, tools, resources } = JSON.parse(out);
  assertEquals(profile, "fuller");
  const fields = "name title description reads writes annotations inputSchema outputSchema";
  for (const tool of tools) assertEquals(Object.keys(tool).join(" "), fields);
  const plan = "/plans/{plan_id}";
  assertEquals(resources, [
    ...["accounts", "categories"].map((name) => (
      { uri: `budget:/${plan}/${name}`, name, reads: [`GET ${plan}/${name}`] }
    )),
    { uri: "budget://plans", name: "plans", reads: ["GET /plans"] },
  ]);
});

Deno.test("coverage --json lists the 44 operations", async () => {
  const { out } = await runAt(["coverage", "--json"]);
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

Deno.test("the tools command lists read-only tools or, with --write, every tool in the profile", async () => {
  for (const profile of profiles) {
    const listed = async (...args: readonly string[]): Promise<readonly string[]> =>
      JSON.parse((await runAt(["tools", "--json", "--profile", profile, ...args])).out).tools
        .map(({ name }: { readonly name: string }) => name);
    const all = tools.filter(({ summary }) => profilesOf(summary).includes(profile));
    const names = (some: readonly Tool[]): readonly string[] => some.map(({ name }) => name);
    assertEquals(await listed("--write"), names(all));
    assertEquals(await listed(), names(all.filter((tool) => !isChanging(tool))));
  }
});

Deno.test("the tools and coverage commands print readable text without --json", async () => {
  const tools = (await runAt(["tools", "--write"])).out;
  assertMatch(tools, /^\d+ tools in the fuller profile:\n/);
  assertStringIncludes(
    tools,
    "\n    required: month, from_category_id, to_category_id, amount\n",
  );
  assertEquals(tools.includes("To also list"), false);
  assertMatch(
    (await runAt(["tools"])).out,
    /\nTo also list the \d+ tools that change the plan, add --write\.\n$/,
  );
  const { out } = await runAt(["coverage"]);
  assertMatch(out, /^excluded {5}GET \/user: /);
  for (const line of out.trimEnd().split("\n")) {
    assertMatch(line, /^(?:covered {6}|in complete {2}|excluded {5}| {13})\S/);
  }
});

const move = ["call", "move_money", "month=current", "amount=40", "--write", ...DEMO]
  .concat("from_category_id=Groceries", "to_category_id=Dining Out");

for (const isAgreed of [true, false]) {
  const status = isAgreed ? "applied" : "declined";
  Deno.test(`in a terminal, the call command asks for confirmation and reports the change as ${status}`, async () => {
    let asked = "";
    const { out, err } = await runAt(move, {
      columns: 60,
      env: { NO_COLOR: "1" },
      ask: (question) => {
        asked = question;
        return Promise.resolve(isAgreed);
      },
    });
    assertMatch(asked, /^Move \$40\.00 from Groceries to Dining Out in November 2026\?\n/);
    assertMatch(asked, /\nThis can't be undone: this command stores nothing\.$/);
    assertEquals([asked.split("\n").filter((line) => line.length > 60), err], [[], ""]);
    assertMatch(out, new RegExp(`^status +${status}\n`));
    assertEquals(/\nconfirmed by +terminal\n/.test(out), isAgreed);
  });
}
