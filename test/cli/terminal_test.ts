import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { householdOn } from "../_household.ts";
import { startProgressLine } from "../../cli/_progress_line.ts";
import type { Terminal } from "../../cli/_terminal.ts";
import { displayWidth } from "../../cli/_text.ts";
import { smallPlans } from "../demo/_small_plans.ts";
import { aTerminal, DEMO, runAt } from "./_a_terminal.ts";
import { openHome, runAtHome } from "./_home.ts";

const forecast = ["call", "forecast_balance", "until=2026-12"];
const find = ["call", "find_transactions", "limit=8"];
const plain = { TERM: "xterm", NO_COLOR: "1" };

type Env = Readonly<Record<string, string>>;

for (const args of [forecast, find, ["call", "find_recurring_charges"]]) {
  Deno.test(`${args[1]} fits in terminals 40 and 140 columns wide and shows every number`, async () => {
    const figures = (text: string): readonly string[] =>
      text.replaceAll(",", "")
        // A terminal shows probabilities as percentages.
        .replaceAll(/\b(\d+)%/gu, (_, percent) => (Number(percent) / 100).toFixed(2))
        .match(/-?\d+\.\d\d/gu)?.toSorted() ?? [];
    const piped = figures((await runAtHome(args)).out);
    assert(piped.length > 5);
    for (const columns of [40, 140]) {
      const { status, out } = await runAtHome(args, { columns, env: plain });
      assertEquals(status, 0);
      assertEquals(out.split("\n").filter((line) => displayWidth(line) > columns), []);
      assertEquals([columns, ...figures(out)], [columns, ...piped]);
    }
  });
}

Deno.test("the call command prints tables to a terminal and compact text to a pipe", async () => {
  const { out } = await runAtHome(find, { columns: 140, env: plain });
  assertMatch(out, /^count +4237\nsum in +\$/);
  assertMatch(out, /\ndate +amount +payee +account +category\n/);
  assertMatch((await runAtHome(find)).out, /^count: 4237 \| sum_in: /);
});

Deno.test("in a terminal, the call command prints the next page's cursor", async () => {
  const { out } = await runAtHome(find, { columns: 80, env: plain });
  const cursor = /"cursor=(\S+)"\n$/u.exec(out)?.[1] ?? "";
  const next = await runAtHome([...find, `cursor=${cursor}`], { columns: 80, env: plain });
  assertEquals(next.status, 0);
  assert(!out.includes("next_cursor"));
});

const painted: readonly (readonly [columns: number | undefined, env: Env, isPainted: boolean])[] = [
  [80, { TERM: "xterm" }, true],
  [80, { TERM: "xterm", NO_COLOR: "" }, true],
  [80, { TERM: "xterm", NO_COLOR: "0" }, false],
  [80, { TERM: "dumb" }, false],
  [undefined, { TERM: "xterm" }, false],
];
Deno.test("the call command uses color only in a terminal that supports it, and only if NO_COLOR isn't set", async () => {
  for (const [columns, env, isPainted] of painted) {
    const { out } = await runAtHome(["call", "list_accounts"], { columns, env });
    assertEquals([env, out.includes("\u001b[")], [env, isPainted]);
  }
});

Deno.test("the call command uses no color when the environment can't be read", async () => {
  const { run } = await import("../../cli.ts");
  let out = "";
  await run({
    ...aTerminal(["call", "list_accounts", ...DEMO]),
    columns: 80,
    env: (name) => {
      if (!name.startsWith("BUDGET_")) throw new Error(`${name} may not be read`);
      return undefined;
    },
    out: (text) => void (out += text),
  });
  assertMatch(out, /^on budget total +\$/);
});

Deno.test("--json prints tool and command-line errors as JSON", async () => {
  const missing = await runAtHome(["call", "get_monthly_summary", "month=2001-01", "--json"]);
  assertEquals([missing.status, missing.out], [1, ""]);
  const { error } = JSON.parse(missing.err);
  assertEquals(error.code, "not_found");
  assert(!error.message.startsWith("not_found"));
  const wrong = await runAtHome(["call", "get_monthly_sumary", "--json"]);
  assertEquals(wrong.status, 2);
  assertEquals(JSON.parse(wrong.err), {
    error: {
      code: "usage",
      message: "there is no tool get_monthly_sumary: did you mean get_monthly_summary?",
    },
  });
});

Deno.test("in a terminal, an error about a missing argument says how to list the arguments", async () => {
  const args = ["call", "forecast_balance"];
  const { err } = await runAtHome(args, { columns: 60, env: plain });
  assert(err.split("\n").every((line) => line.length <= 60), err);
  const said = err.replaceAll("\n", " ");
  assertStringIncludes(said, 'until is missing (a month, such as 2026-11, or "current")');
  assertStringIncludes(
    said,
    " To see the arguments of forecast_balance, run budget-tool-server help forecast_balance. ",
  );
  assert(!(await runAtHome(args)).err.includes("help forecast_balance"));
});

const failing: readonly (readonly string[])[] = [
  ["call", "find_transactions", "group_by=payees", "since=someday"],
  ["nothing-of-the-kind"],
  ["history", "--store", "sqlite:relative/folder"],
];
for (const args of failing) {
  Deno.test(`the error from ${args.slice(0, 3).join(" ")} wraps between words`, async () => {
    const { err } = await runAtHome(args, { columns: 40, env: plain });
    const words = (text: string): readonly string[] => text.split(/\s+/u);
    const unwrapped = words((await runAtHome(args)).err);
    assertEquals(words(err).slice(0, unwrapped.length - 1), unwrapped.slice(0, -1));
    const isTooLong = (line: string): boolean => line.includes(" ") && line.length > 40;
    assertEquals(err.split("\n").filter(isTooLong), []);
  });
}

Deno.test("suggest_categories lists all categories for assistants, but not in a terminal", async () => {
  const args = ["call", "suggest_categories", "limit=4"];
  const { out } = await runAtHome(args, { columns: 120, env: plain });
  assert(!out.includes("Emergency Fund"));
  assert(out.split("\n").length < 20, out);
  assertStringIncludes((await runAtHome(args)).out, "\nEmergency Fund|Savings Goals");
});

Deno.test("--demo warns that it ignores --store, unless the store is in memory", async () => {
  const list = ["call", "list_plans", ...DEMO];
  const named = await runAt([...list, "--store", "sqlite:/nowhere/at/all"]);
  assertEquals([named.status, named.err], [
    0,
    "budget-tool-server: --demo keeps everything in memory and ignores --store\n",
  ]);
  const narrow = await runAt([...list, "--store", "sqlite:/x"], { columns: 40, env: plain });
  assertEquals(narrow.err.replaceAll("\n", " ").trimEnd(), named.err.trimEnd());
  assert(narrow.err.split("\n").every((line) => line.length <= 40), narrow.err);
  assertEquals((await runAt([...list, "--store", "memory"])).err, "");
  assertEquals((await runAt(list, { env: { BUDGET_STORE: "sqlite:/nowhere" } })).err, "");
});

/** A terminal with a clock that the test advances. */
function aWait(): {
  readonly shown: readonly string[];
  readonly terminal: Terminal;
  readonly pass: (ms: number) => void;
  readonly isRunning: () => boolean;
} {
  const shown: string[] = [];
  // Start at an arbitrary time, because real clocks don't start at zero.
  let time = 1_790_000_000_000;
  let tick: (() => void) | null = null;
  const every = (_: number, run: () => void): () => void => {
    tick = run;
    return () => void (tick = null);
  };
  return {
    shown,
    terminal: {
      ...aTerminal([]),
      status: (text) => void shown.push(text),
      clock: { now: () => time, every },
    },
    pass: (ms) => {
      for (const end = time + ms; time < end;) {
        time += 10;
        if (time % 1000 === 0) tick?.();
      }
    },
    isRunning: () => tick !== null,
  };
}

Deno.test("progress is shown at most five times a second, even if it is reported more often", () => {
  const wait = aWait();
  const line = startProgressLine(wait.terminal);
  for (let at = 1; at <= 300; at += 1) {
    wait.pass(10);
    line.onProgress?.({ bytes: at * 1_000_000, total: null });
  }
  assertEquals(wait.shown.length, 11);
  wait.pass(500);
  // A retry starts at zero bytes, but the displayed number must not decrease.
  line.onProgress?.({ bytes: 1_000_000, total: null });
  line.end();
  assertEquals(wait.shown.length, 12);
  assertMatch(wait.shown[10] ?? "", /: 299 MB, 3 s$/);
});

Deno.test("a terminal shows elapsed seconds, except while it asks a question", async () => {
  const wait = aWait();
  const line = startProgressLine(wait.terminal);
  wait.pass(1000);
  const answer = await line.aside(() => {
    wait.pass(5000);
    return Promise.resolve("yes");
  });
  wait.pass(2000);
  line.end();
  const [first, second] = ["Waiting for YNAB, 1 s", "Waiting for YNAB, 2 s"];
  assertEquals([answer, wait.shown], ["yes", [first, "", first, second, ""]]);
  assert(!wait.isRunning());
  for (const parts of [{ status: undefined }, { env: (): string => "dumb" }]) {
    assertEquals(startProgressLine({ ...wait.terminal, ...parts }).onProgress, undefined);
  }
});

Deno.test("amounts are in the plan's format on a terminal and are plain decimals when piped", async () => {
  const today = "2026-11-20";
  const { currency_format } = smallPlans.empty({ today });
  const plan = { ...householdOn(today), currency_format };
  await using home = await openHome({ plans: [plan] });
  const person = { columns: 200, env: plain };
  const month = ["call", "get_budget_vs_actual"];
  const table = await home.run(month, person);
  assertMatch(table.out, /totals available +37\.421,81\u20ac/u);
  assertMatch(table.out, /Vacation +95,00 +0,00 +2\.478,27 /u);
  const lines = table.out.split("\n").filter((line) => /,\d\d +-?[\d.]+,\d\d /u.test(line));
  assertEquals(new Set(lines.map((line) => /,\d\d/u.exec(line)?.index)).size, 1);
  const piped = await home.run(month);
  assertMatch(piped.out, /totals\.available: 37421\.81\u20ac/u);
  assertMatch(piped.out, /\nVacation\|95\.00\|0\.00\|2478\.27\|/u);
  const json = await home.run([...month, "--json"], person);
  assertEquals(JSON.parse(json.out).totals.available, 37421.81);

  let asked = "";
  const words = ["from_category_id=Vacation", "to_category_id=Pets", "amount=2000"];
  const moved = await home.run(["call", "move_money", ...words, "month=2026-11", "--write"], {
    ...person,
    ask: (question) => Promise.resolve((asked = question) !== ""),
  });
  assertMatch(asked, /^Move 2\.000,00\u20ac from Vacation/u);
  assertStringIncludes(asked, "assigned 95,00\u20ac \u2192 -1.905,00\u20ac");
  assertMatch(moved.out, /Moved 2\.000,00\u20ac/u);
});
