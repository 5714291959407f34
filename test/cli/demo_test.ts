import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { PassThrough } from "node:stream";
import { openPrompt } from "../../cli/_prompt.ts";
import { demoWith, runAt } from "./_a_terminal.ts";

const move = "move_money month=current from_category_id=Vacation to_category_id=Coffee amount=20";

Deno.test("the demo can list and undo changes until it exits", async () => {
  const first = await demoWith(move, "y", "history", "undo", "yes", "history", "undo");
  assertEquals(first.status, 0);
  assertStringIncludes(first.out, "A made-up household; changes last until you exit.");
  assertMatch(first.out, /Move \$20\.00 from Vacation to Coffee in November 2026\?\n/);
  assertStringIncludes(first.out, "You can undo this until the server stops.");
  assertMatch(first.out, /\|move_money\|Move \$20\.00 .*\|applied\|yes\|terminal\n/);
  assertMatch(first.out, /\|move_money\|Move \$20\.00 .*\|undone\|terminal\n/);
  assertMatch(first.err, /^not_found: nothing to undo since this server started/);
  const next = await demoWith("history");
  assertMatch(next.out, /changes: none\n[^]*\n\n$/);
});

Deno.test("the demo changes nothing unless the user confirms", async () => {
  for (const answers of [["", "history"], ["n", "history"], []]) {
    const { out } = await demoWith(move, ...answers);
    assertMatch(out, /status: declined/);
    assert(!out.includes("|applied|"));
  }
});

Deno.test("Ctrl+C at a confirmation prompt declines the change and ends the demo", async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stdout = Object.assign(new PassThrough(), { isTTY: true });
  const typed = [["demo> ", `${move}\n`], ["[y/N] ", "\u0003"]];
  stdout.on("data", (bytes: Uint8Array) => {
    const [prompt = "", text] = typed[0] ?? [];
    if (!new TextDecoder().decode(bytes).includes(prompt)) return;
    typed.shift();
    stdin.write(text ?? "");
  });
  const { status, out, err } = await runAt(["demo", "--today", "2026-11-20"], {
    openPrompt: () => Promise.resolve(openPrompt({ stdin, stdout })),
  });
  assertEquals([status, err], [0, ""]);
  assertMatch(out, /status: declined/);
});

Deno.test("the demo continues after an invalid line", async () => {
  const { status, out, err } = await demoWith(
    "list_acounts",
    "find_transactions uncategorized=maybe",
    "serve",
    "",
    `find_transactions payee=O'Brien account_ids="Everyday Visa" account_ids='Cash'`,
    "budget-tool-server call list_accounts --json",
    "exit",
  );
  assertEquals(status, 0);
  const [typo, value, command] = err.split("\n");
  assertEquals(typo, "there is no tool list_acounts: did you mean list_accounts?");
  assertEquals(value, "uncategorized must be yes or no");
  assertMatch(command ?? "", /^there is no tool serve/);
  assertStringIncludes(out, '"on_budget_total":');
  assertStringIncludes(out, "\ncount: 0 |");
});

Deno.test("the demo describes its tools, including those that change the plan", async () => {
  const { out, err } = await demoWith("tools", "help move_money", "move_money --help", "help");
  assertEquals(err, "");
  assertStringIncludes(out, "49 tools in the complete profile:");
  assertEquals(out.split("Usage: budget-tool-server call move_money").length, 3);
  assertEquals(out.split("A made-up household").length, 3);
});

const ENTRY = new URL("../../mod.ts", import.meta.url);

async function piped(
  words: readonly string[],
  input: string,
): Promise<{ readonly out: string; readonly err: string }> {
  const [program = "", ...args] = words;
  const child = new Deno.Command(program, {
    args,
    env: { NO_COLOR: "1", BUDGET_ACCESS_TOKEN: "" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { stdout, stderr } = await child.output();
  const [out = "", err = ""] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { out, err };
}

const program = [Deno.execPath(), "run", "--quiet", "-A", ENTRY.href];

Deno.test("the demo echoes the lines that it reads from a pipe", async () => {
  const { out, err } = await piped([...program, "demo"], `${move}\ny\nundo\ny\n`);
  assertEquals(err, "");
  assertStringIncludes(out, `\ndemo> ${move}\nMove $20.00 from Vacation to Coffee`);
  assertMatch(out, /\n\[y\/N\] y\nstatus: applied /);
  assertMatch(out, /\ndemo> undo\n[^]*\nstatus: applied \| message: Undid /);
});

const isUnix = Deno.build.os === "linux";

Deno.test({
  name: "a server started in a terminal explains what it is",
  ignore: !isUnix,
}, async () => {
  const typed = await piped(["script", "-qec", program.join(" "), "/dev/null"], "");
  assertMatch(typed.out, /no access token is set[^]*This is an MCP server: [^]* demo\.\r?\n/);
});
