import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { StoredTransaction } from "../../demo/model/records.ts";
import { household, ids, TODAY } from "../tools/_plan.ts";
import { DEMO, demoWith, type Parts, runAt } from "./_a_terminal.ts";
import { type Home, openHome } from "./_home.ts";

interface ImportHome extends Pick<Home, "run" | "file">, AsyncDisposable {
  /** An account's transactions in YNAB, except deleted ones. */
  rows(account: string): readonly StoredTransaction[];
  /** HTTP methods of all writes sent so far. */
  writes(): readonly string[];
}

async function aHome(): Promise<ImportHome> {
  const home = await openHome({ plans: [household()], today: TODAY });
  const { upstream } = home;
  return {
    ...home,
    run: (args, parts) => home.run(args, { ...parts, env: { NO_COLOR: "1" } }),
    rows: (account) =>
      (upstream.stored[0]?.transactions ?? []).filter((row) =>
        row.account_id === account && !row.deleted
      ),
    writes: () =>
      upstream.requests.map(({ operationId }) => operationId ?? "")
        .filter((id) => !id.startsWith("get")),
  };
}

/** A statement for all of March, with one row that isn't in YNAB. */
const MARCH = `Date,Description,Amount,Balance
2026-03-01,EMPLOYER,3000.00,2993.00
2026-03-02,LANDLORD,-1000.00,1993.00
2026-03-05,CAFE MULLER,-80.50,1912.50
2026-03-06,AMZN MKTP US*2K4LM8QX3,-45.00,1867.50
2026-03-07,AMAZON REFUND,10.00,1877.50
2026-03-08,TO SAVINGS,-200.00,1677.50
2026-03-10,AMAZON,-20.00,1657.50
2026-03-12,SATURDAY MARKET,-12.34,1645.16
`;

/** A credit card statement that doesn't say whether positive amounts are purchases or payments. */
const CARD = `Date,Description,Amount
2026-03-03,SHOE SHOP,49.99
2026-03-09,PAYMENT,-210.00
`;

const checking = ["--account", "Checking"];

/** A terminal whose user types the given answers. */
function person(
  isSure: boolean,
  ...typed: readonly string[]
): Parts & { readonly asked: string[] } {
  const asked: string[] = [];
  const lines = [...typed];
  const read = (prompt: string): Promise<string | null> => {
    asked.push(prompt);
    return Promise.resolve(lines.shift() ?? null);
  };
  return {
    asked,
    columns: 100,
    ask: (question) => {
      asked.push(question);
      return Promise.resolve(isSure);
    },
    openPrompt: () => Promise.resolve({ read, close: () => {} }),
  };
}

Deno.test("the import command shows its changes, and applies them only if the user types 'y'", async () => {
  await using home = await aHome();
  const path = await home.file("march.csv", MARCH);
  const declined = await home.run(["import", path, ...checking], person(false));
  assertEquals([declined.status, home.writes()], [0, []]);
  assertMatch(declined.out, /status +declined/);
  const user = person(true);
  const { status, out, err } = await home.run(["import", path, ...checking], user);
  assertEquals([status, err, user.asked.length], [0, "", 1]);
  assertMatch(user.asked[0] ?? "", /12 Mar 2026 Saturday Market -\$?12\.34 Checking/);
  assertMatch(out, /status +applied/);
  const rows = home.rows(ids.checking);
  const entered = rows.filter(({ amount }) => amount === -12_340);
  assertEquals(entered.map(({ date, cleared }) => [date, cleared]), [["2026-03-12", "reconciled"]]);
  assertEquals(
    new Set(rows.filter(({ date }) => date >= "2026-03").map(({ cleared }) => cleared)),
    new Set(["reconciled"]),
  );
});

Deno.test("without a terminal, the import command only shows a preview, and `call import_statement` applies the import, given the confirmation code from the preview", async () => {
  await using home = await aHome();
  const path = await home.file("march.csv", MARCH);
  const { status, out } = await home.run(["import", path, ...checking, "--json"]);
  const answer = JSON.parse(out);
  assertEquals([status, answer.status, home.writes()], [0, "confirmation_required", []]);
  const { confirmation, statement } = answer;
  const words = [`statement=${statement}`, `confirmation=${confirmation}`];
  const flags = ["--profile", "complete", "--write"];
  const applied = await home.run(["call", "import_statement", ...words, ...flags]);
  assertMatch(applied.out, /^status: applied /);
  assertEquals(home.rows(ids.checking).filter(({ amount }) => amount === -12_340).length, 1);
});

Deno.test("the import command asks the user about ambiguities in the file", async () => {
  await using home = await aHome();
  const path = await home.file("card.csv", CARD);
  const user = person(true, "2");
  const { status, out } = await home.run(["import", path, "--account", "Visa"], user);
  assertEquals([status, user.asked[0]], [0, "[1-2] "]);
  const text = out.replaceAll("\u00a0", " ");
  assertMatch(text, /Which amounts are right\? Outflows should have a minus sign\.\n/);
  assertMatch(text, /\n2 +reversed +3 Mar 2026 +-49\.99 +SHOE SHOP\n/);
  const amounts = home.rows(ids.visa).map(({ amount }) => amount);
  assertEquals(amounts.toSorted((one, other) => one - other), [-49_990, 210_000]);
});

Deno.test("the import command imports nothing if a question isn't answered", async () => {
  await using home = await aHome();
  const path = await home.file("card.csv", CARD);
  for (const typed of [[""], ["3"], ["x"], []]) {
    const { status, out } = await home.run(["import", path, "--account", "Visa"], {
      ...person(true, ...typed),
    });
    assertEquals([status, home.writes()], [0, []]);
    assertMatch(out, /status +question/);
    assertMatch(out, /Nothing was imported, because a question about the file wasn't answered\n/);
  }
  const piped = await home.run(["import", path, "--account", "Visa"]);
  assertMatch(piped.out, /^status: question /);
});

Deno.test("the import command remembers the account and the answers", async () => {
  await using home = await aHome();
  const numbered = CARD.replace("Date,", "Account,Date,").replaceAll("\n2026", "\n4417,2026");
  const path = await home.file("card.csv", numbered);
  const first = await home.run(["import", path, "--account", "Visa"], person(true, "2"));
  assertMatch(first.out, /status +applied/);
  const later = await home.file("later.csv", numbered.replace("49.99", "8.00"));
  const user = person(true);
  const { status, out } = await home.run(["import", later], user);
  assertEquals([status, user.asked.length], [0, 1]);
  assertMatch(out, /status +applied/);
  assert(home.rows(ids.visa).some(({ amount }) => amount === -8_000));
});

Deno.test("the import command reconciles transactions only if the balances agree", async () => {
  await using home = await aHome();
  const plain = MARCH.split("\n").map((line) => line.split(",").slice(0, 3).join(",")).join("\n");
  const path = await home.file("march.csv", plain);
  const wrong = await home.run(
    ["import", path, ...checking, "--closing-balance", "1.000,00", "--json"],
  );
  assertEquals(JSON.parse(wrong.out).balance.difference, -645.16);
  assertEquals(JSON.parse(wrong.out).matched.reconciles, 0);
  const right = await home.run(
    ["import", path, ...checking, "--closing-balance", "$1,645.16", "--json"],
  );
  assertEquals(JSON.parse(right.out).balance.difference, 0);
  assertEquals(JSON.parse(right.out).matched.reconciles, 8);
});

Deno.test("the import command asks the user for the account", async () => {
  await using home = await aHome();
  const path = await home.file("march.csv", MARCH);
  const unnamed = await home.run(["import", path]);
  assertEquals(unnamed.status, 1);
  const question = "no earlier import shows which account this statement belongs to";
  const named = `${question}: specify the account with --account NAME\nChecking\n`;
  assert(unnamed.err.startsWith(`invalid_input: ${named}`), unnamed.err);
  const json = await home.run(["import", path, "--json"]);
  assert(JSON.parse(json.err).error.message.startsWith(named), json.err);
  const user = person(true, "Checking");
  const { status, out } = await home.run(["import", path], user);
  assertEquals([status, user.asked[0]], [0, "Account: "]);
  assert(out.startsWith(`${question}\nChecking\nSavings\n`), out);
  assertMatch(out, /status +applied/);
});

Deno.test("the import command reports a file that it can't read", async () => {
  await using home = await aHome();
  const pdf = await home.file("march.pdf", "%PDF-1.7");
  for (const [path, why] of [[pdf, /PDF/], [`${pdf}x`, /pdfx: there is no such file/]] as const) {
    const { status, out, err } = await home.run(["import", path, ...checking]);
    assertEquals([status, out], [1, ""]);
    assertMatch(err, why);
    const json = await home.run(["import", path, ...checking, "--json"]);
    assertEquals(json.status, 1);
    assertMatch(JSON.parse(json.err).error.message, why);
  }
  assertEquals(home.writes(), []);
});

Deno.test("the import command rejects invalid arguments", async () => {
  const mistakes = [
    [[], "the import command takes one file: import FILE --account NAME"],
    [["a.csv", "b.csv"], "the import command takes one file"],
    [[""], "the import command takes one file"],
    [["a.csv", "--closing-balance", "much"], "--closing-balance must be an amount"],
    [["a.csv", "--closing-balance", "1,234"], "--closing-balance: 1,234 could be 1234 or 1.234"],
    [["a.csv", "--masked"], "--masked for import: it belongs to statement"],
  ] as const;
  for (const [args, message] of mistakes) {
    const { status, err } = await runAt(["import", ...args, ...DEMO]);
    assertEquals(status, 2);
    assertStringIncludes(err, message);
  }
});

Deno.test("the demo imports a file, undoes the import and imports the file again", async () => {
  await using home = await aHome();
  const path = await home.file("lyon.csv", "Date,Payee,Amount\n2026-10-21,BOULANGERIE,-18.40\n");
  const march = await home.file("march.csv", MARCH);
  const line = `import ${path} --account "Lyon Account"`;
  const lines = [line, "y", "undo", "y", line, "y", `${line}x`, `import ${march}`, "", "exit"];
  const { out, err } = await demoWith(...lines);
  const applied = out.match(/status: applied \| message: Entered [^|]*18\.40/gu) ?? [];
  assertEquals(applied.length, 2);
  assertMatch(out, /status: applied \| message: Undid /);
  assertMatch(err, /no account|not_found/);
  assertMatch(err, /: specify the account with --account NAME/);
});

Deno.test("the import command honors '--confirm user' in a pipe", async () => {
  await using home = await aHome();
  const path = await home.file("march.csv", MARCH);
  const { status, out, err } = await home.run(["import", path, ...checking, "--confirm", "user"]);
  assert(!(out + err).includes("confirmation:"), out);
  assertEquals([status, home.writes()], [1, []]);
});

Deno.test("--demo provides sample statements unless a folder is given", async () => {
  const flags = ["--profile", "complete", "--json", ...DEMO];
  const call = async (...words: readonly string[]): Promise<Record<string, unknown>> =>
    JSON.parse((await runAt(["call", "compare_statement", ...words, ...flags])).out);
  const { status, files } = await call();
  assertEquals(status, "statement_wanted");
  const [first] = files as readonly { readonly file: string; readonly rows: number }[];
  assertEquals([first?.file, first?.rows], ["lyon-2026-10.csv", 7]);
  const lyon = await call("file=newest", "account_id=Lyon Account");
  assertEquals([lyon["status"], lyon["new_count"], lyon["left_out_count"]], ["compared", 2, 1]);
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/march.csv`, "Date,Payee,Amount\n2026-11-19,Bakery,-3.20\n");
  const newest = ["call", "compare_statement", "account_id=Cash", "file=newest"];
  const { out } = await runAt([...newest, ...flags], { env: { BUDGET_STATEMENTS: folder } });
  assertStringIncludes(out, "Bakery");
  await Deno.remove(folder, { recursive: true });
});
