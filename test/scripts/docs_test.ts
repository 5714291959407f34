import { assert, assertEquals } from "@std/assert";
import { meaningOf } from "../../scripts/_tool_page.ts";
import { ROOT } from "../../scripts/_run.ts";
import { tools } from "../../tools/_manifest.ts";

const pages = [
  ...["README.md", "SECURITY.md", "CONTRIBUTING.md"],
  ...[...Deno.readDirSync(new URL("docs/", ROOT))]
    .filter(({ isFile }) => isFile).map(({ name }) => `docs/${name}`),
  ...["README", ...tools.map(({ name }) => name)].map((name) => `docs/tools/${name}.md`),
];

const texts = new Map(pages.map((page) => [page, Deno.readTextFileSync(new URL(page, ROOT))]));

Deno.test("every link in the docs has a target", () => {
  for (const [page, text] of texts) {
    for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/gu)) {
      if (/^[a-z]+:/u.test(target)) continue;
      const url = new URL(target, new URL(page, ROOT));
      const anchor = url.hash.slice(1);
      url.hash = "";
      assert(Deno.statSync(url) !== null, `${page}: ${target}`);
      if (anchor === "") continue;
      const headings = [...Deno.readTextFileSync(url).matchAll(/^#+ (.+)$/gmu)];
      const isFound = headings.some(([, heading = ""]) => anchorOf(heading) === anchor);
      assert(isFound, `${page}: ${target}`);
    }
  }
});

Deno.test("troubleshooting.md lists every tool error code", async () => {
  const source = await Deno.readTextFile(new URL("domain/base/tool_error.ts", ROOT));
  const codes = [...source.matchAll(/^ {2}\| "([a-z_]+)"/gmu)].map(([, code = ""]) => code);
  assertEquals(codes.length, 9);
  const headings = texts.get("docs/troubleshooting.md") ?? "";
  for (const code of [...codes, "partly", "uncertain"]) {
    assert(headings.includes(`\n### \`${code}\`\n`), code);
  }
});

Deno.test("safety.md lists every final status of a change", async () => {
  const source = await Deno.readTextFile(new URL("tools/_schema.ts", ROOT));
  const [, list = ""] = /status: z\.enum\(\[([^\]]+)\]/u.exec(source) ?? [];
  const statuses = [...list.matchAll(/"(\w+)"/gu)].map(([, status]) => status);
  const safety = await Deno.readTextFile(new URL("docs/safety.md", ROOT));
  const told = [...safety.matchAll(/^\| `(\w+)` +\|/gmu)].map(([, status]) => status);
  assertEquals(told, ["status", ...statuses]);
});

Deno.test("the list of tools gives each tool's profile and marks tools that change the plan", () => {
  const list = texts.get("docs/tools/README.md") ?? "";
  for (const { name } of tools) assert(list.includes(`[${name}](${name}.md)`), name);
  const rowOf = (name: string): string | undefined =>
    list.split("\n").find((line) => line.startsWith(`| [${name}]`));
  const every = "`fuller`, `reduced`, `complete`";
  const row = (name: string, marks: string): string => `| [${name}](${name}.md) | ${marks} |`;
  assertEquals(rowOf("list_accounts"), row("list_accounts", `List accounts |  | ${every}`));
  assertEquals(rowOf("merge_payees"), row("merge_payees", "Merge payees | yes | `complete`"));
});

Deno.test("every tool's page has an example with its response, and a real error", () => {
  for (const { name } of tools) {
    const page = texts.get(`docs/tools/${name}.md`) ?? "";
    const parts = page.split(/^## /mu).map((part) => part.split("\n")[0]);
    assertEquals(parts.slice(1), ["Arguments", "Answer", "Requests", "Example", "Errors"], name);
    const [, example = "", errors = ""] = /## Example\n([^]*?)## Errors\n([^]*)$/u.exec(page) ?? [];
    assert(/```json\n[^]*?```\n\n```text\n\S/u.test(example), name);
    assert(/```text\n[a-z_]+: .+/u.test(errors), name);
  }
});

Deno.test("every tool's page describes each argument and field", () => {
  const bare = tools.flatMap(({ name }) =>
    (texts.get(`docs/tools/${name}.md`) ?? "").split("\n")
      .filter((line) => /^\| `/u.test(line) && /\|\s+\|$/u.test(line))
      .map((line) => `${name}: ${line.split("|")[1]?.trim()}`)
  );
  const remedy = "say what it means in the tool's summary.meanings, or scripts/field_meanings.json";
  assertEquals(bare, [], remedy);
});

Deno.test("meaningOf() prefers a tool's own description of a field to the description that all tools share", () => {
  const tool = {
    name: "new_tool",
    summary: { meanings: { count: "Ours", "rows[].count": "In a row", nothing: "Own" } },
  };
  assertEquals(
    ["count", "rows[].count", "others[].count", "nothing", "amount"].map((path) =>
      meaningOf(tool, path)
    ),
    ["Ours", "In a row", "Ours", "Own", meaningOf({ name: "", summary: {} }, "amount")],
  );
  assertEquals(meaningOf({ name: "", summary: {} }, "nothing"), "");
});

Deno.test("a tool's page says which fields of an answer's rows are always present, even though the schemas sent to clients don't", () => {
  const page = texts.get("docs/tools/find_transactions.md") ?? "";
  assert(page.includes("| `transactions[].date` | text | yes |"));
  assert(page.includes("| `transactions[].memo` | text | no |"));
});

/** Converts a heading to its anchor, as hosting platforms do. */
function anchorOf(heading: string): string {
  return heading.toLowerCase().replace(/[^\w\s-]/gu, "").replaceAll(" ", "-");
}
