import { assertEquals } from "@std/assert";
import { memoryFolder } from "../_memory_folder.ts";
import { isEverythingNeeded, sayUntested } from "../_untested.ts";
import { exportPlace, plansToExport } from "./_exported.ts";
import { readHledger } from "./_read_journal.ts";

/** Names are UTF-8. */
const ENV = { LC_ALL: "C.UTF-8" };

async function outputOf(
  program: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const ran = await new Deno.Command(program, { args: [...args], env: ENV }).output();
  const [out = "", err = ""] = [ran.stdout, ran.stderr].map((one) => new TextDecoder().decode(one));
  return { code: ran.code, out, err };
}

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

/** Programs, formats and check arguments; a check must print nothing. */
const CHECKS: readonly (readonly [
  program: string,
  format: string,
  args: (path: string) => readonly string[],
])[] = [
  ["hledger", "hledger", (path) => ["-f", path, "check", "-s"]],
  ["ledger", "hledger", (path) => ["-f", path, "--pedantic", "--args-only", "bal"]],
  ["bean-check", "beancount", (path) => [path]],
];

const plans = await plansToExport();

for (const [program, format, args] of CHECKS) {
  if (!await isInstalled(program)) continue;
  for (const { name, plan, today } of plans) {
    Deno.test(`${program} accepts the export of ${name}`, async () => {
      await using place = await exportPlace([plan], today);
      const folder = await memoryFolder();
      try {
        const path = `${folder}/export`;
        const text = await place.text("--format", format);
        await Deno.writeTextFile(path, text);
        const { code, err } = await outputOf(program, args(path));
        assertEquals([code, err], [0, ""]);
        if (program === "bean-check") return;
        const { out } = await outputOf(program, [
          "-f",
          path,
          "bal",
          "--flat",
          "--empty",
          ...(program === "ledger" ? ["--no-total", "^Assets", "^Liabilities"] : [
            "-N",
            "^Assets",
            "^Liabilities",
          ]),
        ]);
        assertEquals(balancesIn(out), new Map(readHledger(text).asserted));
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    });
  }
}

/** Balances printed by a program, in milliunits. */
function balancesIn(out: string): ReadonlyMap<string, number> {
  return new Map(
    out.split("\n").filter((line) => line.trim() !== "").map((line) => {
      const [, amount = "", account = ""] = /^ *(-?[\d.]+)(?: [A-Z]{3})? {2}(.+)$/u.exec(line) ??
        [];
      return [account, Math.round(Number(amount) * 1000)];
    }),
  );
}
