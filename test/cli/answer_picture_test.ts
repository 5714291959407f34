import { assert, assertEquals } from "@std/assert";
import { answerPicture, showsBlocks } from "../../cli/_picture.ts";
import { displayWidth } from "../../cli/_text.ts";
import type { Parts } from "./_a_terminal.ts";
import { runAtHome } from "./_home.ts";

type Env = Readonly<Record<string, string>>;

const PERSON: Parts = { columns: 100, env: { LANG: "en_US.UTF-8", TERM: "xterm" } };
const BLOCKS = /[\u2581-\u2588\u2502]/u;
const forecast = ["call", "forecast_balance", "until=2027-01"];
const trends = ["call", "get_spending_trends", "months=6"];

Deno.test("in a terminal, a forecast is followed by a chart with one bar per month", async () => {
  const args = [
    ...forecast,
    'account_ids=["Checking"]',
    'one_offs=[{"date":"2027-01-10","amount":-9000,"label":"Roof"}]',
  ];
  const { out } = await runAtHome(args, PERSON);
  const { out: without } = await runAtHome(args, { ...PERSON, env: { TERM: "xterm" } });
  assert(out.startsWith(without), "the chart is not below the text");
  const bars = out.split("\n").filter((line) => /^\w{3}.20\d\d .*[\u2588\u2502]/u.test(line));
  assertEquals(bars.length, 3);
  // The chart puts zero in the same column on every line and draws negative bars to its left.
  assertEquals(new Set(bars.map((line) => line.indexOf("\u2502"))).size, 1);
  for (const line of bars) {
    const lowest = Number(/(-?)\$([\d.]+) \.\./u.exec(line)?.slice(1).join(""));
    const isLeft = line.indexOf("\u2588") >= 0 && line.indexOf("\u2588") < line.indexOf("\u2502");
    if (lowest < -500) assert(isLeft, line);
    if (lowest > 0) assert(!isLeft, line);
  }
  assert(bars.some((line) => line.includes("-$")));
  for (const line of out.split("\n")) assert(displayWidth(line) <= 110, line);
});

Deno.test("in a terminal, trends are followed by a sparkline for each series", async () => {
  const { out } = await runAtHome(trends, PERSON);
  const lines = out.split("\n").filter((line) => /[\u2581-\u2588]{6}/u.test(line));
  assertEquals(lines.length, 20);
  assert(lines[0]?.startsWith("Mortgage"));
});

Deno.test("answerPicture() sorts trends by spending, highest first, and truncates long names", () => {
  const money = { symbol: "$", isSymbolFirst: true, decimals: 2 };
  const series = [
    { name: "Small", spending: [1, 2] },
    { name: "A category with a name that goes on and on", spending: [0, 9] },
    { name: "Middle", spending: [5, 0] },
  ];
  const paint = (text: string): string => text;
  const lines = answerPicture("get_spending_trends", { series }, { width: 80, money, paint });
  assertEquals(lines.slice(1), [
    "A category with a name that\u2026  \u2581\u2588  $9.00",
    "Middle                        \u2588\u2581  $0.00",
    "Small                         \u2585\u2588  $2.00",
  ]);
  const narrow = answerPicture("get_spending_trends", { series }, { width: 41, money, paint });
  assertEquals(narrow.slice(0, 2), [
    "The chart shows all months; the amount is",
    "for the latest one",
  ]);
});

Deno.test("showsBlocks() is true only for a UTF-8 terminal", () => {
  const places: readonly (readonly [columns: number | undefined, env: Env, isShown: boolean])[] = [
    [100, { LANG: "en_US.UTF-8", TERM: "xterm" }, true],
    [100, { LC_ALL: "", LANG: "C.UTF-8", TERM: "xterm" }, true],
    [undefined, { LANG: "en_US.UTF-8", TERM: "xterm" }, false],
    [100, { LANG: "en_US.UTF-8", TERM: "dumb" }, false],
    [100, { LANG: "C", TERM: "xterm" }, false],
    [100, { LC_ALL: "C", LANG: "en_US.UTF-8", TERM: "xterm" }, false],
  ];
  for (const [columns, env, isShown] of places) {
    assertEquals([env, showsBlocks({ columns, env: (name) => env[name] })], [env, isShown]);
  }
});

const without: readonly (readonly [where: string, args: readonly string[], parts: Parts])[] = [
  ["with --json", [...forecast, "--json"], PERSON],
  ["without UTF-8", trends, { columns: 100, env: { LANG: "C", TERM: "xterm" } }],
  ["where there is no room for bars", forecast, { ...PERSON, columns: 30 }],
  ["where there is no room for lines", trends, { ...PERSON, columns: 30 }],
  ["for other tools", ["call", "list_accounts"], PERSON],
];
for (const [where, args, parts] of without) {
  Deno.test(`no block character is printed ${where}`, async () => {
    const { out, status } = await runAtHome(args, parts);
    assertEquals([status, BLOCKS.test(out)], [0, false]);
  });
}
