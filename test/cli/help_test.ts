import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { COMMANDS, flagNames } from "../../cli/_flags.ts";
import { checkedArguments } from "../../server/arguments.ts";
import { callArguments } from "../../cli/_call_arguments.ts";
import { tools } from "../../tools/_manifest.ts";
import { aTerminal, DEMO, runAt } from "./_a_terminal.ts";
import { outputOf } from "../_output_of.ts";

const pages: readonly (readonly string[])[] = [
  ["--help"],
  ...COMMANDS.map((name) => ["help", name]),
  ...tools.map(({ name }) => ["help", name]),
  ["tools", "--write"],
  ["coverage"],
];
Deno.test("every help page fits in 80 columns", async () => {
  for (const args of pages) {
    const { status, out } = await runAt(args);
    const wide = out.split("\n").filter((line) => line.length > 80);
    assertEquals([args, status, wide], [args, 0, []]);
  }
});

Deno.test("help prints the same text as --help", async () => {
  assertEquals(await runAt(["help"]), await runAt(["--help"]));
  assertEquals(await runAt(["help", "store"]), await runAt(["store", "--help"]));
  const ofTool = await runAt(["help", "move_money"]);
  assertEquals(ofTool, await runAt(["call", "move_money", "--help"]));
  assertEquals(ofTool, await runAt(["tools", "move_money"]));
});

Deno.test("if an option requires another option, help lists it under a separate heading", async () => {
  const parts = (await runAt(["help"])).out.split(/^(?=Options)/mu).slice(1);
  assertEquals(parts.map((part) => part.slice(0, part.indexOf("\n"))), [
    "Options:",
    "Options that require --http:",
    "Options that require --http and --sign-in ynab:",
  ]);
  for (const [at, flag] of ["--log-level LEVEL", "--public-url URL", "--operator NAME"].entries()) {
    assertEquals(
      parts.map((part) => part.includes(`\n  ${flag}`)),
      [0, 1, 2].map((of) => of === at),
    );
  }
});

Deno.test("help for a misspelled command or tool suggests the right one", async () => {
  const { status, err } = await runAt(["help", "histroy"]);
  assertEquals([status, err], [
    2,
    "budget-tool-server: there is no help for histroy: did you mean history?\n",
  ]);
  assertMatch((await runAt(["help", "move_mony"])).err, /did you mean move_money\?/);
  assertMatch((await runAt(["call", "move_mony", "--help"])).err, /did you mean move_money\?/);
  assertEquals((await runAt(["tools", "move_money", "list_plans"])).status, 2);
});

Deno.test("tool help shows the type, default, limits and meaning of each argument", async () => {
  const { out } = await runAt(["call", "find_transactions", "--help"]);
  for (
    const text of [
      "Usage: budget-tool-server call find_transactions [ARGUMENTS]\n",
      "  plan_id: id or name of a plan; only needed if there are several plans\n",
      '  since: a day, such as 2026-11-20 or "yesterday"\n',
      "  sort: newest, oldest, largest (default newest)\n",
      "  limit: whole number, 1 to 200 (default 25)\n",
      "  account_ids: list of 1 to 50 text values, such as",
      "Example:\n  budget-tool-server call find_transactions payee=AMZN limit=3 --demo\n",
    ]
  ) assertStringIncludes(out, text);
  const changing = (await runAt(["tools", "move_money"])).out;
  assertStringIncludes(changing, "only available with --write");
  assertMatch(changing, /amount: number \(required\)/);
});

Deno.test("the usage line in a tool's help includes the flags that the tool requires", async () => {
  const usages = {
    find_transactions: "",
    flag_transactions: " --write",
    list_payees: " --profile complete",
    create_category_group: "\n    --profile complete --write",
  };
  for (const [tool, flags] of Object.entries(usages)) {
    const { out } = await runAt(["help", tool]);
    assertStringIncludes(out, `\nUsage: budget-tool-server call ${tool} [ARGUMENTS]${flags}\n\n`);
  }
});

Deno.test("the example in each tool's help is accepted", async () => {
  for (const tool of tools) {
    const { out } = await runAt(["tools", tool.name]);
    const [, line = ""] = /\nExample:\n([^]*)$/u.exec(out) ?? [];
    const words = [...line.replaceAll("\\\n", "").matchAll(/([a-z_]+)=(?:'([^']*)'|(\S*))/gu)]
      .map(([, key, quoted, bare]) => `${key}=${quoted ?? bare}`);
    assert(line.startsWith(`  budget-tool-server call ${tool.name} `), line);
    const described = JSON.parse((await runAt(["tools", tool.name, "--json"])).out);
    assertEquals(described.name, tool.name);
    const { input } = aTerminal([]);
    const reading = { schema: described.inputSchema, input, today: "2026-11-20" };
    const args = await callArguments(words, { ...reading, yearless: "past" });
    checkedArguments(tool.schema.input, args);
  }
});

Deno.test("completion scripts for three shells include every command, tool and flag", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { status, out } = await runAt(["completion", shell]);
    assertEquals(status, 0);
    const flag = (name: string): string => shell === "fish" ? `-l ${name} ` : `--${name}`;
    const words = [...COMMANDS, ...tools.map(({ name }) => name), ...flagNames.map(flag)];
    for (const word of [...words, "fuller reduced", "account_ids="]) {
      assertStringIncludes(out, word);
    }
  }
  for (const args of [[], ["tcsh"], ["toString"], ["bash", "zsh"]]) {
    assertEquals((await runAt(["completion", ...args])).status, 2);
  }
});

const completed: readonly (readonly [words: string, completions: readonly string[]])[] = [
  ["c", ["call", "coverage", "completion"]],
  ["call list_a", ["list_accounts"]],
  ["call --plan Home find_t", ["find_transactions"]],
  ["call find_transactions acc", ["account_ids="]],
  ["call find_transactions --js", ["--json"]],
  ["tools move", ["move_money"]],
  ["help dem", ["demo", "demo-upstream"]],
  ["store cl", ["clear"]],
  ["users b", ["block"]],
  ["call --profile r", ["reduced"]],
  ["call --plan ", []],
  ["statement cli/stat", ["cli/statement.ts"]],
  ["import --account Home cli/impo", ["cli/import.ts"]],
  ["statement --mas", ["--masked"]],
];
Deno.test({
  name: "bash completes commands, tools, arguments, flags and file names",
  ignore: Deno.build.os === "windows",
}, async () => {
  const { out: script } = await runAt(["completion", "bash"]);
  const asked = completed.map(([words]) => {
    const line = ["budget-tool-server", ...words.split(" ")].map((word) => `"${word}"`).join(" ");
    return `COMPREPLY=(); COMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_budget_tool_server
echo "\${COMPREPLY[*]}"`;
  });
  const { out } = await outputOf("bash", ["-c", [script, ...asked].join("\n")]);
  const answers = out.trimEnd().split("\n");
  assertEquals(
    completed.map(([words], at) => [words, answers[at]]),
    completed.map(([words, completions]) => [words, completions.join(" ")]),
  );
});

Deno.test("the error for calling an unavailable tool suggests a profile that offers the tool", async () => {
  const { out } = await runAt(["tools", "list_payees"]);
  assertStringIncludes(out, "This tool is only available with --profile complete.");
  const { status, err } = await runAt(["call", "list_payees", ...DEMO]);
  assertEquals([status, err], [
    2,
    "budget-tool-server: list_payees is only available with --profile complete\n",
  ]);
  assertEquals((await runAt(["call", "list_payees", "--profile", "complete", ...DEMO])).status, 0);
});
