import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { furtherQuestions, openingQuestions } from "../../scripts/demo.ts";

const ROOT = new URL("../../", import.meta.url);
const TODAY = "2026-11-20";

const demo = await runDemo(TODAY);

Deno.test("the demo succeeds without output on stderr", () => {
  assertEquals({ code: demo.code, stderr: demo.stderr }, { code: 0, stderr: "" });
});

Deno.test("the demo shows every question with call, response and requests", () => {
  const sections = demo.stdout.split("\n\n");
  const questions = [...openingQuestions, ...furtherQuestions("2026-11")];
  assert(questions.length >= 6);
  for (const { question, tool, args } of questions) {
    const lines = sections.find((section) => section.startsWith(`${question}\n`))?.split("\n") ??
      [];
    assertEquals(lines[1], `  ${tool} ${JSON.stringify(args)}`);
    assertMatch(lines.at(-1) ?? "", /^ {2}\d+ requests? to YNAB/u);
    assert(lines.length >= 5, `${question} has no answer`);
  }
});

Deno.test("the demo requests data from YNAB once, then uses the cache", () => {
  const counts = [...demo.stdout.matchAll(/^ {2}(\d+) requests? to YNAB/gmu)]
    .map(([, count]) => Number(count));
  assert(counts.some((count) => count === 0));
  assert(counts.reduce((sum, count) => sum + count, 0) <= 10);
});

Deno.test("the demo reports how many rows it omits", () => {
  assertMatch(demo.stdout, /^ {2}\.\.\. and \d+ more$/mu);
});

Deno.test("the demo prints plain text within 100 columns when piped", () => {
  // deno-lint-ignore no-control-regex
  assertEquals(demo.stdout.match(/\x1b/u), null);
  assertEquals(demo.stdout.split("\n").filter((line) => line.length > 100), []);
});

Deno.test("the demo prints no local path", () => {
  for (const path of [ROOT.pathname, ROOT.href, Deno.execPath(), import.meta.dirname ?? ""]) {
    assertEquals(demo.stdout.includes(path), false, path);
  }
});

Deno.test("the demo ends with how to connect a client", () => {
  const blocks = [...demo.stdout.matchAll(/^\{\n[^]*?\n\}$/gmu)]
    .map(([block]) => JSON.parse(block).mcpServers);
  assertEquals(blocks.map((servers) => Object.keys(servers)), [
    ["budget"],
    ["budget"],
    ["budget-demo", "budget-demo-deno"],
  ]);
  const [npm, jsr, demos] = blocks;
  assertEquals(npm.budget.args, ["-y", "@budget-tools/server"]);
  assertEquals(jsr.budget.args.at(-1), "jsr:@budget-tools/server");
  for (const { env } of [npm.budget, jsr.budget]) {
    assertEquals(Object.keys(env), ["BUDGET_ACCESS_TOKEN"]);
  }
  for (const { args, env } of Object.values<{ args: string[]; env?: unknown }>(demos)) {
    assertEquals([args.at(-1), env], ["--demo", undefined]);
  }
  assertStringIncludes(demo.stdout, "BUDGET_ACCESS_TOKEN_FILE");
});

Deno.test("the demo exits with 1 and an explanation for a wrong setting", async () => {
  const { code, stdout, stderr } = await runDemo("never");
  const [server, own, ...rest] = stderr.trimEnd().split("\n");
  assertEquals({ code, rest }, { code: 1, rest: [] });
  assertEquals(/requests? to YNAB/u.test(stdout), false, stdout);
  assertStringIncludes(server ?? "", "--today must be a day");
  assertStringIncludes(own ?? "", "The demo failed: couldn't call the server");
});

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function runDemo(today: string): Promise<Ended> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-env", "--allow-run", "scripts/demo.ts", "--today", today],
    cwd: ROOT,
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}
