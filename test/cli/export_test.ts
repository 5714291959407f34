import { join } from "node:path";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { PlanRecords } from "../../demo/model/records.ts";
import { aLine, anAccount, aPayee, aPlan, aRow, ids, uuid } from "../demo/_tiny_plan.ts";
import { type ExportPlace, exportPlace } from "./_exported.ts";
import { runtimesHere } from "../remote/http/_runtimes.ts";
import { outputOf } from "../_output_of.ts";
import { aFolder } from "./_home.ts";

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).toSorted();
}

function monthReads({ upstream }: ExportPlace): number {
  return upstream.requests.filter(({ operationId }) => operationId === "getPlanMonth").length;
}

Deno.test("export creates a folder and writes files that only their owner can read", async () => {
  await using place = await exportPlace([aPlan()]);
  await using base = await aFolder();
  const folder = join(base.path, "new/plan");
  const { status, out } = await place.run(["--format", "csv", "--out", folder]);
  const [plan, register] = ["Plan.csv", "Register.csv"].map((name) => join(folder, name));
  assertEquals([status, out], [0, `Wrote ${register} and ${plan}, unencrypted.\n`]);
  assertEquals(await namesIn(folder), ["Plan.csv", "Register.csv"]);
  if (Deno.build.os === "windows") return;
  const modes = [folder, `${plan}`, `${register}`]
    .map((path) => (Deno.statSync(path).mode ?? 0) & 0o777);
  assertEquals(modes, [0o700, 0o600, 0o600]);
});

Deno.test("export overwrites files only with --force", async () => {
  await using place = await exportPlace([aPlan()]);
  await using base = await aFolder();
  const folder = base.path;
  const path = await base.file("plan.journal", "mine");
  const args = ["--format", "hledger", "--out", folder];
  const refused = await place.run(args);
  assertEquals([refused.status, refused.out, place.upstream.requests.length], [2, "", 0]);
  assertStringIncludes(refused.err, `${path} would be overwritten: add --force`);
  assertEquals(await Deno.readTextFile(path), "mine");
  assertEquals((await place.run([...args, "--force"])).status, 0);
  assertStringIncludes(await Deno.readTextFile(path), "account Assets:Checking\n");
  assertEquals(await namesIn(folder), ["plan.journal"]);
  if (Deno.build.os !== "windows") assertEquals((Deno.statSync(path).mode ?? 0) & 0o777, 0o600);
});

Deno.test("before reading the plan, export reports a folder that it can't write to", async () => {
  await using place = await exportPlace([aPlan()]);
  await using base = await aFolder();
  const file = await base.file("file", "");
  const { status, err } = await place.run(["--format", "json", "--out", `${file}/new/plan`]);
  assertEquals([status, place.upstream.requests], [1, []]);
  assertMatch(err, /can't write into \S+plan: E[A-Z]+\n$/u);
});

Deno.test("export writes into another user's folder if permissions allow it", async () => {
  await using place = await exportPlace([aPlan()]);
  await using base = await aFolder();
  // User 1000 now owns the folder, but root can still write to it.
  if (Deno.build.os !== "windows" && Deno.uid() === 0) Deno.chownSync(base.path, 1000, 0);
  const { status } = await place.run(["--format", "json", "--out", `${base.path}/new`]);
  assertEquals([status, await namesIn(base.path)], [0, ["new"]]);
});

Deno.test("export says how many requests it needs for months that aren't cached, and then sends them", async () => {
  await using place = await exportPlace([aPlan()]);
  await using base = await aFolder();
  const store = { BUDGET_STORE: `sqlite:${base.path}` };
  const args = ["--format", "json"];
  const left = await place.run([...args, "--no-months"], { env: store });
  assertEquals([left.status, left.err, monthReads(place)], [0, "", 0]);
  assertEquals(JSON.parse(left.out).data.budget.months, []);
  const first = await place.run(args, { env: store });
  assertStringIncludes(
    first.err,
    "reading 4 months that aren't in the local copy takes 4 of the 200 requests",
  );
  assertEquals([first.status, monthReads(place)], [0, 4]);
  const second = await place.run(args, { env: store });
  assertEquals([second.status, second.err, monthReads(place)], [0, "", 4]);
  assertEquals(second.out, first.out);
});

Deno.test("export asks before it sends more than 20 requests, and stops if the answer is no", async () => {
  await using place = await exportPlace([aPlan({ first_month: "2024-01-01" })]);
  await using base = await aFolder();
  const folder = join(base.path, "plan");
  for (const [isYes, status, reads] of [[false, 1, 0], [true, 0, 28]] as const) {
    const asked: string[] = [];
    const ended = await place.run(["--format", "json", "--out", folder], {
      ask: (question) => Promise.resolve((asked.push(question), isYes)),
    });
    assertEquals([asked, ended.status, monthReads(place)], [["Read them?"], status, reads]);
    assertEquals(ended.err.includes("nothing was exported"), !isYes);
    assertEquals(await Deno.stat(folder).then(() => true, () => false), isYes);
  }
  assertEquals(await namesIn(folder), ["plan.json"]);
});

Deno.test("export prints only the register to standard output", async () => {
  await using place = await exportPlace([aPlan()]);
  const { status, out, err } = await place.run(["--format", "csv", "--out", "-"]);
  assertEquals([status, out.split("\r\n").length, monthReads(place)], [0, 2, 0]);
  assertStringIncludes(err, "only Register.csv was printed: to get Plan.csv too, use --out FOLDER");
});

Deno.test("export requires --plan when there are several plans", async () => {
  const second = aPlan({ id: uuid(2), name: "Second" });
  await using place = await exportPlace([aPlan(), second]);
  const args = ["--format", "hledger"];
  const { status, err } = await place.run(args);
  assertEquals(status, 2);
  assertStringIncludes(err, `there are 2 plans: choose one with --plan ID: ${ids.plan} (Tiny) or`);
  const wrong = await place.run([...args, "--plan", "Third"]);
  assertStringIncludes(wrong.err, 'no plan has the id or name "Third": choose one with --plan ID:');
  const { out } = await place.run([...args, "--plan", "second"]);
  assertStringIncludes(out, "; Second, exported on ");
});

Deno.test("export prints no error if the program that reads its output stops early", async () => {
  const program = new URL("../../mod.ts", import.meta.url).href;
  const start = ["run", "--quiet", "-A", "--no-check", program];
  const child = new Deno.Command(Deno.execPath(), {
    args: [...start, "export", "--demo", "--format", "json", "--no-months"],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  assertEquals((await reader.read()).done, false);
  await reader.cancel();
  const [{ code }, err] = await Promise.all([child.status, new Response(child.stderr).text()]);
  assertEquals([code, err], [0, ""]);
});

Deno.test({
  name: "a command whose output can't be written says so and exits with 1",
  ignore: Deno.build.os !== "linux",
}, async () => {
  const commands = [["call", "list_accounts"], ["export", "--format", "hledger"]];
  for (const [at, { name, command }] of (await runtimesHere()).entries()) {
    // Every write to this file fails as if the disk were full.
    const words = ["-c", 'exec "$@" >/dev/full', "sh", ...command, ...commands[at] ?? [], "--demo"];
    assertEquals({ name, ...await outputOf("sh", words) }, {
      ...{ name, code: 1, out: "" },
      err: "budget-tool-server: can't read or write a file, folder or output stream (ENOSPC)\n",
    });
  }
});

Deno.test("export rejects invalid arguments before it sends a request", async () => {
  await using place = await exportPlace([aPlan()]);
  const usage =
    "the export command takes --format csv|json|hledger|beancount, [--out FOLDER|-] and [--no-";
  const refused: readonly (readonly [args: readonly string[], says: string])[] = [
    [[], usage],
    [["--format", "csv", "x"], usage],
    [["--format", "ods"], "--format must be csv, json, hledger or beancount"],
  ];
  for (const [args, says] of refused) {
    const { status, err } = await place.run(args);
    assertEquals([status, place.upstream.requests.length], [2, 0]);
    assertStringIncludes(err, says);
  }
});

type Row = ReturnType<typeof aRow>;

/** A plan with every kind of YNAB transfer. */
function planOfTransfers(): PlanRecords {
  const plan = aPlan();
  const loan = anAccount({ id: uuid(16), name: "Loan", type: "autoLoan", on_budget: false });
  const toLoan = aPayee({ id: uuid(61), name: "Transfer : Loan", transfer_account_id: loan.id });
  const { checking, savings, visa, house, food } = ids;
  const transfer = (
    [number, other]: readonly [number: number, other: number],
    [from, to, payee_id]: readonly [from: string, to: string, payee: string],
    change: Partial<Row>,
  ): Row =>
    aRow({
      ...{ id: uuid(number), account_id: from, transfer_account_id: to, payee_id },
      ...{ transfer_transaction_id: uuid(other), ...change },
    });
  return {
    ...plan,
    accounts: [...plan.accounts, loan],
    payees: [...plan.payees, toLoan],
    transactions: [
      // In this transfer, one side is uncleared and has a different memo.
      transfer([101, 102], [checking, savings, ids.toSavings], {
        ...{ date: "2026-03-01", amount: -10_000 },
      }),
      transfer([102, 101], [savings, checking, ids.toChecking], {
        ...{ date: "2026-03-01", amount: 10_000, cleared: "uncleared", memo: "spare" },
      }),
      // In this transfer, one side is a split line.
      aRow({
        ...{ id: uuid(103), date: "2026-03-02", amount: -30_000, payee_id: ids.shop },
        lines: [
          aLine({ id: uuid(201), amount: -20_000, category_id: food, memo: "bread" }),
          aLine({
            ...{ id: uuid(202), amount: -10_000, payee_id: ids.toVisa },
            ...{ transfer_account_id: visa, transfer_transaction_id: uuid(104) },
          }),
        ],
      }),
      transfer([104, 202], [visa, checking, ids.toChecking], {
        ...{ date: "2026-03-02", amount: 10_000 },
      }),
      // In this transfer, the other side is missing.
      transfer([105, 999], [checking, house, ids.toHouse], {
        ...{ date: "2026-03-03", amount: -5_000 },
      }),
      // This transfer is between tracking accounts; its outflow has the higher id.
      transfer([107, 106], [house, loan.id, toLoan.id], {
        ...{ date: "2026-03-04", amount: -7_500 },
      }),
      transfer([106, 107], [loan.id, house, ids.toHouse], {
        ...{ date: "2026-03-04", amount: 7_500 },
      }),
      // These aren't transfers.
      aRow({
        ...{ id: uuid(108), date: "2026-03-05", amount: 2_345, payee_id: ids.employer },
        ...{ category_id: ids.inflow, cleared: "reconciled" },
      }),
      aRow({
        ...{ id: uuid(109), date: "2026-03-06", account_id: loan.id, amount: -1_500 },
        debt_transaction_type: "interest",
      }),
      aRow({ id: uuid(110), date: "2026-03-07", account_id: house, amount: 9_000 }),
    ],
  };
}

const JOURNAL = `; Tiny, exported on 2026-03-15

commodity USD

tag id
tag memo
tag payee

account Assets:Checking
account Assets:House
account Assets:Savings
account Equity:Unpaired transfers
account Expenses:Living:Food
account Expenses:Loan costs:Loan
account Income:Employer
account Income:Tracking accounts:House
account Liabilities:Amex
account Liabilities:Loan
account Liabilities:Visa

2026-03-01 * Transfer : Savings
    ; id: ${uuid(101)}
    Assets:Checking  -10.00 USD
    ! Assets:Savings  10.00 USD
      ; id: ${uuid(102)}
      ; memo: spare

2026-03-02 * Shop
    ; id: ${uuid(103)}
    Assets:Checking  -30.00 USD
    Expenses:Living:Food  20.00 USD
      ; memo: bread
    Liabilities:Visa  10.00 USD
      ; id: ${uuid(104)}
      ; payee: Transfer : Visa

2026-03-03 * Transfer : House
    ; id: ${uuid(105)}
    Assets:Checking  -5.00 USD
    Equity:Unpaired transfers  5.00 USD

2026-03-04 * Transfer : Loan
    ; id: ${uuid(107)}
    Assets:House  -7.50 USD
    Liabilities:Loan  7.50 USD
      ; id: ${uuid(106)}

2026-03-05 * Employer
    ; id: ${uuid(108)}
    Assets:Checking  2.345 USD
    Income:Employer  -2.345 USD

2026-03-06 *
    ; id: ${uuid(109)}
    Liabilities:Loan  -1.50 USD
    Expenses:Loan costs:Loan  1.50 USD

2026-03-07 *
    ; id: ${uuid(110)}
    Assets:House  9.00 USD
    Income:Tracking accounts:House  -9.00 USD

2026-03-15 * Closing balances
    Assets:Checking  0.00 USD = -42.655 USD
    Assets:Savings  0.00 USD = 10.00 USD
    Liabilities:Visa  0.00 USD = 10.00 USD
    Liabilities:Amex  0.00 USD = 0.00 USD
    Assets:House  0.00 USD = 1.50 USD
    Liabilities:Loan  0.00 USD = 6.00 USD
`;

Deno.test("export --format hledger books each transfer once", async () => {
  await using place = await exportPlace([planOfTransfers()]);
  assertEquals(await place.text("--format", "hledger"), JOURNAL);
});

Deno.test("export --format beancount books each transfer once", async () => {
  await using place = await exportPlace([planOfTransfers()]);
  const text = await place.text("--format", "beancount");
  assertStringIncludes(
    text,
    `
2026-03-01 * "Transfer : Savings" ""
  id: "${uuid(101)}"
  Assets:Checking  -10.00 USD
  ! Assets:Savings  10.00 USD
    id: "${uuid(102)}"
    memo: "spare"
`,
  );
  assertStringIncludes(text, "\n2026-03-01 open Liabilities:Loan USD\n");
  assertStringIncludes(text, "\n2026-03-16 balance Assets:Checking  -42.655 USD\n");
  assertEquals(text.split("Liabilities:Loan  7.50 USD").length, 2);
});

Deno.test("export --format csv writes a split transaction's lines as YNAB's own export does", async () => {
  await using place = await exportPlace([planOfTransfers()]);
  const text = await place.text("--format", "csv");
  const rows = text.split("\r\n").filter((line) => line.includes("Split ("));
  assertEquals(rows, [
    '"Checking","","02.03.2026","Shop","Living: Food","Living","Food","Split (1/2) bread",' +
    '"$20.00","$0.00","Cleared"',
    '"Checking","","02.03.2026","Transfer : Visa","","","","Split (2/2) ",' +
    '"$10.00","$0.00","Cleared"',
  ]);
  assertStringIncludes(
    text,
    '"05.03.2026","Employer","Inflow: Ready to Assign","Inflow","Ready to Assign",' +
      '"","$0.00","$2.345","Reconciled"',
  );
});

Deno.test("export --format csv includes a transaction's flag color even if YNAB no longer accepts that color", async () => {
  await using place = await exportPlace([aPlan({ transactions: [aRow({ flag_color: "pink" })] })]);
  assertStringIncludes(await place.text("--format", "csv"), '\r\n"Checking","Pink","');
});

Deno.test("export reports an account whose transactions don't add up to its balance", async () => {
  await using place = await exportPlace([planOfTransfers()]);
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!String(input).includes("/accounts")) return response;
    const text = await response.text();
    return new Response(text.replaceAll('"balance":10000,', '"balance":10250,'), response);
  };
  try {
    const { status, out, err } = await place.run(["--format", "hledger"]);
    assertEquals(status, 0);
    assertStringIncludes(err, "the transactions in Savings don't add up to its balance in YNAB");
    assertStringIncludes(out, "    Assets:Savings  0.25 USD\n    Equity:Differences  -0.25 USD\n");
    assertStringIncludes(out, "    Assets:Savings  0.00 USD = 10.25 USD\n");
  } finally {
    globalThis.fetch = fetch;
  }
});
