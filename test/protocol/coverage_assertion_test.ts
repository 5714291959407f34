import { assertEquals, assertMatch } from "@std/assert";
import { definitions } from "../../tools/_definitions.ts";
import { runAt } from "../cli/_a_terminal.ts";

const { reads } = definitions.find(({ name }) => name === "list_accounts") ?? failed();

const spoilt: Readonly<Record<string, readonly [reads: readonly string[], sentence: RegExp]>> = {
  "declares a call missing from the coverage table": [
    ["getAccounts", "getPayees"],
    /^budget-tool-server: list_accounts declares GET \/plans\/\{plan_id\}\/payees, but [^\n]+\n$/u,
  ],
  "declares fewer operations than the coverage table lists": [
    [],
    /^budget-tool-server: [^\n]+ says that list_accounts uses GET \/plans\/\{plan_id\}\/accounts, [^\n]+\n$/u,
  ],
  "declares an unknown operation": [
    ["getAccounts", "getMoon"],
    /^budget-tool-server: list_accounts declares getMoon, which is not an operation in YNAB's API\n$/u,
  ],
};

const commands = [
  ["serve", "--demo"],
  ["serve", "--demo", "--profile", "complete"],
  ["serve"],
  ["call", "list_plans", "--demo"],
  ["tools"],
  ["coverage"],
];

for (const [what, [given, sentence]] of Object.entries(spoilt)) {
  Deno.test(`no command starts if a tool ${what}`, async () => {
    const right = { ...reads };
    Object.assign(reads, { fuller: given, reduced: given, complete: given });
    try {
      for (const args of commands) {
        const { status, out, err } = await runAt(args);
        assertEquals({ args, status, out }, { args, status: 1, out: "" });
        assertMatch(err, sentence);
      }
    } finally {
      Object.assign(reads, right);
    }
  });
}

Deno.test("a call fails if a tool's file and its definition declare different operations", async () => {
  // A tool's file is checked when it is first loaded. No other test in this folder loads this
  // tool's file.
  const name = "list_reimbursements";
  const { reads } = definitions.find((one) => one.name === name) ?? failed();
  const right = { ...reads };
  for (const [profile, ids] of Object.entries(right)) {
    Object.assign(reads, { [profile]: ids.toReversed() });
  }
  try {
    const { status, out } = await runAt(["call", name, "--demo", "--profile", "complete"]);
    assertEquals({ status, out }, { status: 1, out: "" });
  } finally {
    Object.assign(reads, right);
  }
});

function failed(): never {
  throw new Error("There is no such tool");
}
