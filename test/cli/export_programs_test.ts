import { assertEquals } from "@std/assert";
import type { PlanRecords } from "../../demo/model/records.ts";
import { isEverythingNeeded, sayUntested } from "../_untested.ts";
import { exportsOf, plansToExport } from "./_exported.ts";
import { aFolder } from "./_home.ts";
import { outputOf } from "../_output_of.ts";

/** Names are UTF-8. */
const ENV = { LC_ALL: "C.UTF-8" };

async function isInstalled(program: string): Promise<boolean> {
  try {
    await outputOf(program, ["--version"]);
    return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  if (isEverythingNeeded && Deno.build.os === "linux") throw new Error(`${program} is needed here`);
  sayUntested("exports for plain-text accounting", `${program} isn't installed`);
  return false;
}

/**
 * Accounting programs, each with its arguments and the exported file that it reads. Each program
 * checks that entries add up to zero, that accounts are declared, and that closing balances match.
 * A program that accepts the file prints nothing to standard error.
 */
const CHECKS: readonly (readonly [
  program: string,
  file: string,
  args: (path: string) => readonly string[],
])[] = [
  ["hledger", "plan.journal", (path) => ["-f", path, "check", "-s"]],
  ["ledger", "plan.journal", (path) => ["-f", path, "--pedantic", "--args-only", "bal"]],
  ["bean-check", "plan.beancount", (path) => [path]],
];

for (const [program, file, args] of CHECKS) {
  if (!await isInstalled(program)) continue;
  // Beancount takes a long time to start, so only hledger checks the numbers in these plans.
  const plans = program === "bean-check"
    ? plansToExport.filter(({ name }) => !/^(?:yen|unformatted|empty)$/u.test(name))
    : plansToExport;
  for (const named of plans) {
    Deno.test(`${program} accepts the export of the plan "${named.name}"`, async () => {
      const { files } = await exportsOf(named);
      await using folder = await aFolder();
      const path = await folder.file("export", files.get(file) ?? "");
      const { code, err } = await outputOf(program, args(path), { env: ENV });
      assertEquals([code, err], [0, ""]);
    });
  }
}

/** Rules that tell hledger how to read YNAB's columns, with the plan's date and decimal formats. */
function registerRules({ date_format: dates, currency_format: currency }: PlanRecords): string {
  const dateFormat = (dates?.format ?? "YYYY-MM-DD").replace("YYYY", "%Y").replace("MM", "%m")
    .replace("DD", "%d");
  return [
    "skip 1",
    "fields account, flag, date, payee, both, group, category, memo, out, in, cleared",
    `date-format ${dateFormat}`,
    `decimal-mark ${currency?.decimal_separator ?? "."}`,
    "description %payee",
    "account1 %account",
    "account2 categories",
    "amount-in %in",
    "amount-out %out",
  ].join("\n");
}

const importable = await isInstalled("hledger")
  ? plansToExport.filter(({ name }) => /^(?:demo|yen|dinar)$/u.test(name))
  : [];

for (const named of importable) {
  Deno.test(`hledger shows YNAB's balances after importing the register of the plan "${named.name}"`, async () => {
    const { plan, files, accounts } = await exportsOf(named);
    await using folder = await aFolder();
    const register = await folder.file("Register.csv", files.get("Register.csv") ?? "");
    const rules = await folder.file("register.rules", registerRules(plan));
    const options = ["-f", register, "--rules-file", rules];
    const list = ["bal", "--flat", "--empty", "-N", "not:categories"];
    const { code, out, err } = await outputOf("hledger", [...options, ...list], { env: ENV });
    assertEquals([code, err], [0, ""]);
    const sign = plan.currency_format?.decimal_separator ?? ".";
    const read = out.split("\n").flatMap((line) => {
      const [, amount = "", account = ""] = /^ *(\S*\d\S*|0) {2}(.+)$/u.exec(line) ?? [];
      const digits = amount.replace(sign, "#").replace(/[^\d#-]/gu, "").replace("#", ".");
      return account === "" ? [] : [[account, Math.round(Number(digits) * 1000)] as const];
    });
    const wanted = accounts.filter(({ balance }) => balance !== 0)
      .map(({ name: account, balance }) => [account, balance] as const);
    assertEquals(new Map(read.filter(([, balance]) => balance !== 0)), new Map(wanted));
  });
}
