import { assert } from "@std/assert";
import fc from "fast-check";
import { COMMANDS, flagNames } from "../../cli/_flags.ts";
import { runAt } from "../cli/_a_terminal.ts";
import { runs } from "../_runs.ts";

/** Commands that run until they are stopped. */
const ENDLESS: readonly string[] = ["serve", "demo-upstream"];
const word = fc.oneof(
  fc.constantFrom<string>(...COMMANDS.filter((name) => !ENDLESS.includes(name))),
  fc.constantFrom("list_accounts", "find_transactions", "list_acounts", "{}", "{", "[]", "limit=3"),
  fc.constantFrom("limit=x", "=", "a=b=c", "-", "--", "bash", "", "--json", "--demo"),
  fc.constantFrom(...flagNames).map((name) => `--${name}`),
  fc.tuple(fc.constantFrom(...flagNames), fc.string({ maxLength: 12 }))
    .map(([name, value]) => `--${name}=${value}`),
  fc.string({ unit: "binary", maxLength: 12 }),
);

Deno.test("every command line results in an exit status and output", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("call", "tools", "coverage", "history", "help", "completion", "store", "cal"),
      fc.array(word, { maxLength: 5 }),
      async (command, words) => {
        const { status, out, err } = await runAt([command, ...words], {
          // The demo uses no network, and the commands read nothing on this machine.
          env: { BUDGET_DEMO: "1", BUDGET_TODAY: "2026-11-20", BUDGET_STORE: "memory" },
        });
        assert([0, 1, 2].includes(status), `It ended with ${status}`);
        assert(out !== "" || err !== "", "It printed nothing");
        assert(!/internal:|TypeError|at file:|\n {4}at /u.test(out + err), err);
      },
    ),
    runs(60),
  );
});
