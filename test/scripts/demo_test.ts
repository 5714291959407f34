import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Output, outputOf } from "../_output_of.ts";

const ROOT = new URL("../../", import.meta.url);
const TODAY = "2026-11-20";

const demo = await runDemo(TODAY);
/** Each of the user's messages, with the lines that follow it. */
const turns = demo.out.split("\n\nYou: ").slice(1).map((turn) => turn.split("\n"));

Deno.test("the demo exits with 0 and prints nothing to stderr", () => {
  assertEquals({ code: demo.code, err: demo.err }, { code: 0, err: "" });
});

Deno.test("the demo contains questions, a forecast, two changes and an undo", () => {
  assertEquals(turns.map(([, call]) => call?.trim().split(" ")[0]), [
    "get_monthly_summary",
    "find_transactions",
    "forecast_balance",
    "move_money",
    "undo_operation",
    "move_money",
    "get_category_balances",
  ]);
  for (const turn of turns) assert(turn.length >= 4, `${turn[0]} has no answer`);
});

Deno.test("the conversation in the README is part of the demo", async () => {
  const readme = await Deno.readTextFile(new URL("README.md", ROOT));
  const [, story = ""] = /^```text\n([^]*?)\n```$/mu.exec(readme) ?? [];
  const parts = story.split("\n\n").map((part) => part.split("\n"));
  assertEquals(parts.length, 3);
  for (const [says = "", ...lines] of parts) {
    const turn = turns.find(([first]) => first === says.replace("> ", "")) ?? [];
    const shown = turn.map((line) => line.replace(/^ {2}/u, "").replace(/^You: /u, "> "));
    const at = shown.indexOf(lines[0] ?? "");
    // README shows only the first rows of the table.
    assertEquals(shown.slice(at, at + lines.length), lines);
    if (!lines[0]?.startsWith("name ")) assertEquals(shown.length, at + lines.length);
  }
});

Deno.test("the demo draws a chart of the forecast", () => {
  const bars = turns[2]?.filter((line) => /^ {2}\w{3}.20\d\d .*\u2588.* \.\. /u.test(line));
  assertEquals(bars?.length, 5);
});

Deno.test("the demo shows a preview, the user's confirmation and a result for every change", () => {
  for (const turn of turns.slice(3, 6)) {
    const yes = turn.indexOf("  You: Yes.");
    assert(yes > 2, turn.join("\n"));
    assertMatch(turn.slice(1, yes).join("\n"), /assigned -?\$[\d.,]+ \u2192 -?\$[\d.,]+/u);
    assertMatch(turn.slice(yes).join(" "), / {2}(?:Moved|Undid) /u);
  }
});

Deno.test("the demo covers the overspent category completely, and undoing the move to Coffee restores Coffee's balance", () => {
  const overspent = /Cover (.+) from/u.exec(turns[5]?.[0] ?? "")?.[1] ?? "";
  const balances = turns[6] ?? [];
  const available = (name: string): string | undefined =>
    balances.find((line) => line.startsWith(`  ${name} `))?.trim().split(/ {2,}/u).at(-1);
  assertEquals(available(overspent), "0.00");
  const before = /Coffee.*available (-?\$[\d.,]+) \u2192/u.exec(turns[3]?.join("\n") ?? "")?.[1];
  assertEquals(`$${available("Coffee")}`, before);
});

Deno.test("the demo says how many rows it omits", () => {
  assertMatch(demo.out, /^ {2}\.\.\. and \d+ more$/mu);
});

Deno.test("the demo prints plain text within 100 columns, without ids, protocol messages or paths", () => {
  // deno-lint-ignore no-control-regex
  assertEquals(demo.out.match(/\x1b|protocol|[\da-f]{8}-[\da-f]{4}-/u), null);
  const calls = /^ {2}[a-z_]+ \{/u;
  const long = demo.out.split("\n").filter((line) => line.length > 100 && !calls.test(line));
  assertEquals(long, []);
  for (const path of [ROOT.pathname, ROOT.href, Deno.execPath(), import.meta.dirname ?? ""]) {
    assertEquals(demo.out.includes(path), false, path);
  }
});

Deno.test("the demo ends with an answer and three next steps", () => {
  const [answer, steps = ""] = demo.out.trimEnd().split("\n\n").slice(-2);
  assertStringIncludes(answer ?? "", "get_category_balances");
  assertEquals(steps.split("\n").length, 3);
  for (const file of ["README.md", "docs/safety.md"]) {
    assertStringIncludes(steps, file);
    assert(Deno.statSync(new URL(file, ROOT)).isFile);
  }
});

Deno.test("the demo works on the first and last days of a month", async () => {
  const days = ["2026-12-31", "2027-02-01"];
  for (const day of days) assertEquals((await runDemo(day)).err, "", day);
});

Deno.test("if a setting is invalid, the demo prints an explanation and exits with 1", async () => {
  const { code, out, err } = await runDemo("never");
  const [server, own, ...rest] = err.trimEnd().split("\n");
  assertEquals({ code, rest }, { code: 1, rest: [] });
  assertEquals(/\$\d/u.test(out), false, out);
  assertStringIncludes(server ?? "", "--today must be a date");
  assertStringIncludes(own ?? "", "The demo failed: couldn't call the server");
});

Deno.test("the demo's --help prints its usage", async () => {
  const { code, out } = await runDemo("2026-11-20", "--help");
  assertEquals([code, out.split(" task demo ")[1]], [0, "[--today YYYY-MM-DD]\n"]);
});

function runDemo(today: string, ...more: readonly string[]): Promise<Output> {
  const program = ["--quiet", "--allow-env", "--allow-run", "scripts/demo.ts"];
  return outputOf(Deno.execPath(), ["run", ...program, "--today", today, ...more], { cwd: ROOT });
}
