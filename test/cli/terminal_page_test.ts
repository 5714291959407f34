import { assert, assertEquals } from "@std/assert";
import { COMMANDS } from "../../cli/_flags.ts";
import { parseFaults } from "../../demo/faults.ts";
import { runAt } from "./_a_terminal.ts";

const page = await Deno.readTextFile(new URL("../../docs/terminal.md", import.meta.url));
const lines = [...page.matchAll(/^ *```sh\n([^]*?)```/gmu)]
  .flatMap(([, block = ""]) => block.replaceAll("\\\n", "").split("\n"))
  .map((line) => line.trim()).filter((line) => line !== "");

/** Splits a line into words as a shell would, but supports only the syntax that the page uses. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/gu)]
    .map(([word]) => word.replaceAll(/["']/gu, ""));
}

const calls = lines.map(wordsOf).filter((words) => words.includes("--demo"));

Deno.test("docs/terminal.md shows at least six demo calls, and every command in it runs budget-tool-server", () => {
  assert(calls.length >= 6, String(calls.length));
  assert(lines.every((line) => line.startsWith("budget-tool-server ")), lines.join("\n"));
});

Deno.test("docs/terminal.md shows working calls and names every command", async () => {
  for (const [, ...words] of calls) {
    const { status, err } = await runAt(words);
    assertEquals([words, status, err], [words, 0, ""]);
  }
  for (const command of COMMANDS) assert(page.includes(`| \`${command}`), command);
});

Deno.test("docs/terminal.md quotes error messages exactly", () => {
  const [, example = ""] = /`(getAccounts#2=[^`]+)`/u.exec(page) ?? [];
  assertEquals(parseFaults(example).length, 3);
  const [, table = ""] = page.split("| In a rule");
  const [first = ""] = table.split("\n\n");
  const words = [...first.matchAll(/`([^`]+)`/gu)].map(([, word = ""]) => word);
  const [targets, counts, outcomes] = [/^(?:[A-Z]+|get\w+|\*)$/u, /^#/u, /^[\da-z][\w.:-]*$/u]
    .map((pattern) => words.filter((word) => pattern.test(word)));
  assertEquals([targets?.length, counts?.length], [3, 2]);
  assert((outcomes?.length ?? 0) >= 8, String(outcomes));
  for (const target of targets ?? []) assertEquals(parseFaults(`${target}=500`).length, 1);
  for (const count of counts ?? []) assertEquals(parseFaults(`*${count}=500`).length, 1);
  for (const outcome of (outcomes ?? []).filter((word) => !targets?.includes(word))) {
    assertEquals(parseFaults(`*=${outcome}`).length, 1, outcome);
  }
});
