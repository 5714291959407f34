import { cpuUsage } from "node:process";
import { assert, assertEquals } from "@std/assert";
import { isDay } from "../../domain/base/day.ts";
import { ToolError } from "../../domain/base/tool_error.ts";
import type { ReadingOfStatement } from "../../domain/statements/statement.ts";
import { readStatement } from "../../statements/read_statement.ts";
import { MAX_ROWS } from "../../statements/refusal.ts";
import { hostileFile, hostileShapes, pairOfWords, wideCells, wideTable } from "./_hostile_files.ts";
import { CASH } from "./_reading.ts";
import { seedOr, times } from "../_runs.ts";

const RUNS = times(300);
const SEED = seedOr(1);

Deno.test("readStatement() turns any bytes into a statement, a question or an invalid_input error", async () => {
  const faults: string[] = [];
  for (let seed = SEED; seed < SEED + RUNS; seed += 1) {
    const { kind, bytes } = hostileFile(seed);
    const fault = await unsoundness(bytes);
    if (fault !== "") faults.push(`${seed} (${kind}): ${fault}`);
  }
  assertEquals(faults, []);
});

Deno.test("readStatement() returns a valid result or throws an invalid_input error, even for files designed to be slow to read", async () => {
  const faults: string[] = [];
  for (const [name, shape] of Object.entries(hostileShapes)) {
    const fault = await unsoundness(new TextEncoder().encode(shape(100)));
    if (fault !== "") faults.push(`${name}: ${fault}`);
  }
  assertEquals(faults, []);
});

/**
 * Maximum ratio of the time per cell of a wide file to the time per cell of a narrow file. If
 * handling each column meant rereading all of them, the ratio would be about 80.
 */
const MAX_GROWTH = 12;

for (const [kind, cellAt] of Object.entries(wideCells)) {
  Deno.test(`many columns of ${kind} take about as long per cell as a few columns`, async () => {
    const timeOf = async (columns: number, rows: number): Promise<number> => {
      const file = new TextEncoder().encode(wideTable(columns, rows, cellAt));
      const { user } = cpuUsage();
      await readStatement(file, CASH);
      return cpuUsage().user - user;
    };
    let [narrow, wide] = [Infinity, Infinity];
    for (let run = 0; run < 3; run += 1) {
      narrow = Math.min(narrow, await timeOf(2, 2_400));
      wide = Math.min(wide, await timeOf(160, 30));
    }
    assert(wide < narrow * MAX_GROWTH, `${wide} instead of about ${narrow} microseconds`);
  });
}

Deno.test("tens of thousands of blank lines are read in less than two seconds", async () => {
  for (const end of ["\n", "\r", "\u2028"]) {
    const file = `Date,Payee,Amount\n${end.repeat(50_000)}\n2026-11-14,Bakery,-12.50`;
    const { user } = cpuUsage();
    const { statement } = await readStatement(new TextEncoder().encode(file), CASH);
    assertEquals(statement.rows.length, 1);
    assert(cpuUsage().user - user < 2_000_000);
  }
});

Deno.test("even if many columns contain only two distinct words that could mean debit and credit, only a limited number of ways to read the amounts is offered", async () => {
  const file = new TextEncoder().encode(wideTable(160, 60, pairOfWords));
  const { questions } = await readStatement(file, CASH);
  const choices = questions.find(({ about }) => about === "amount_column")?.choices ?? [];
  assertEquals(choices.length, 12 * 25);
});

/**
 * Reads the given bytes. Describes what is wrong with the result, or returns "" if the result is a
 * well-formed statement, question or refusal.
 */
async function unsoundness(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    return faultOf(await readStatement(bytes, CASH));
  } catch (error) {
    if (!(error instanceof ToolError)) return `threw ${String(error)}`;
    if (error.code !== "invalid_input") return `threw ${error.code}: ${error.message}`;
    if (error.message.length > 1_000) return "a message as long as a page";
    return hasControls(error.message)
      ? `control characters in the message ${JSON.stringify(error.message)}`
      : "";
  }
}

function faultOf({ statement, questions }: ReadingOfStatement): string {
  const { rows, leftOut, opening, closing } = statement;
  if (rows.length > MAX_ROWS) return `${rows.length} rows`;
  const left = new Set(leftOut.map(({ row }) => row));
  let previous = 0;
  for (const { row, date, amount, payee, memo } of rows) {
    const text = payee + (memo ?? "");
    if (row <= previous) return `row ${row} follows ${previous}`;
    if (!isDay(date) || date < "1970") return `the date ${date}`;
    if (date > CASH.today && !left.has(row)) return `the date ${date} is in the future`;
    if (!Number.isSafeInteger(amount)) return `the amount ${amount}`;
    if (hasControls(text)) return `control characters in ${JSON.stringify(text)}`;
    if (!text.isWellFormed()) return `a lone surrogate in ${JSON.stringify(text)}`;
    previous = row;
  }
  for (const balance of [opening, closing]) {
    if (balance !== null && !Number.isSafeInteger(balance)) return `the balance ${balance}`;
  }
  for (const { about, choices } of questions) {
    if (choices.length < 2 && about !== "amount_column") return `one choice about ${about}`;
    if (new Set(choices).size !== choices.length) return `the same choice twice about ${about}`;
  }
  return "";
}

function hasControls(text: string): boolean {
  return /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text);
}
