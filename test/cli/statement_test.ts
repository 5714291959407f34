import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { join } from "node:path";
import { type Ended, runAt } from "./_a_terminal.ts";
import { aFolder } from "./_home.ts";
import { runs } from "../_runs.ts";
import { outputOf } from "../_output_of.ts";

function booking(date: string, amount: string, name: string, memo: string): string {
  return `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${date}<TRNAMT>${amount}<FITID>${date}` +
    `<NAME>${name}<MEMO>${memo}</STMTTRN>`;
}

/** A statement with three transactions. */
const OFX = `OFXHEADER:100
DATA:OFXSGML
ENCODING:UTF-8

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>10020030<ACCTID>1234567<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261001<DTEND>20261031
${booking("20261002", "-12.50", "REWE MARKT", "EINKAUF 4711")}
${booking("20261005", "-812.00", "HAUSVERWALTUNG", "MIETE OKTOBER")}
${booking("20261030", "2450.00", "ARBEITGEBER", "LOHN")}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;

const ROWS = [
  { row: 1, date: "2026-10-02", amount: -12.5, payee: "REWE MARKT", memo: "EINKAUF 4711" },
  { row: 2, date: "2026-10-05", amount: -812, payee: "HAUSVERWALTUNG", memo: "MIETE OKTOBER" },
  { row: 3, date: "2026-10-30", amount: 2450, payee: "ARBEITGEBER", memo: "LOHN" },
];

function statement(...args: readonly string[]): Promise<Ended> {
  return runAt(["statement", ...args]);
}

Deno.test("statement --json shows how a file is read", async () => {
  await using folder = await aFolder();
  const path = await folder.file("oct.ofx", OFX);
  const { status, out, err } = await statement(path, "--json");
  assertEquals([status, err], [0, ""]);
  const [{ read: { evidence, ...read }, ...rest }] = JSON.parse(out);
  assertEquals(rest, { file: path, questions: [], rows: ROWS, left_out: [] });
  assertEquals(read, {
    format: "ofx",
    account: "1234567",
    first: "2026-10-02",
    last: "2026-10-30",
    rows: 3,
    sum_in: 2450,
    sum_out: -824.5,
  });
  assert(Array.isArray(evidence));
});

Deno.test("the statement command prints a table to a terminal and to a pipe", async () => {
  await using folder = await aFolder();
  const path = await folder.file("oct.ofx", OFX);
  const table = /\n +2 {2}5 Oct 2026 +-812\.00 {2}HAUSVERWALTUNG +MIETE\s/;
  const piped = (await statement(path)).out.replaceAll("\u00a0", " ");
  assertMatch(piped, table);
  assert(!piped.includes(path), piped);
  const { out } = await runAt(["statement", path], { columns: 120, env: { NO_COLOR: "1" } });
  assertMatch(out.replaceAll("\u00a0", " "), table);
});

Deno.test("the statement command exits with status 1 if it can't read a file, but shows the other files", async () => {
  await using folder = await aFolder();
  const good = await folder.file("oct.ofx", OFX);
  const bad = [
    ["a.pdf", "%PDF-1.7 ...", /PDF/],
    ["long.csv", new Uint8Array(5_000_001), /larger than 5 MB/],
  ] as const;
  for (const [name, content, why] of bad) {
    const path = await folder.file(name, content);
    const { status, out, err } = await statement(path, good);
    assertEquals(status, 1);
    assertStringIncludes(out, good);
    assertStringIncludes(out, "HAUSVERWALTUNG");
    assertStringIncludes(err, path);
    assertMatch(err, why);
    const json = await statement(path, good, "--json");
    assertEquals(json.status, 1);
    const [failed, read] = JSON.parse(json.out);
    assertEquals([failed.file, failed.rows, read.rows], [path, [], ROWS]);
    assertMatch(failed.error.message, why);
  }
});

Deno.test("the statement command reads only regular files", async () => {
  await using folder = await aFolder();
  const places = [folder.path, join(folder.path, "nothing.csv"), join(folder.path, "a", "b.csv")];
  if (Deno.build.os !== "windows") {
    const pipe = join(folder.path, "pipe.csv");
    await outputOf("mkfifo", [pipe]);
    places.push(pipe, "/dev/zero");
  }
  for (const place of places) {
    const { status, out, err } = await statement(place);
    assertEquals([status, out], [1, ""], place);
    assertMatch(err, /: this is not a file|: there is no such file/);
  }
});

Deno.test("the statement command needs no token, no network access and no environment variables", async () => {
  await using folder = await aFolder();
  const path = await folder.file("oct.ofx", OFX);
  const entry = new URL("../../mod.ts", import.meta.url).href;
  const permissions = ["--no-prompt", `--allow-read=${folder.path}`];
  const start = ["run", "--quiet", "--no-check", ...permissions, entry];
  const { code, out, err } = await outputOf(
    Deno.execPath(),
    [...start, "statement", path, "--json"],
    {
      clearEnv: true,
      env: { HOME: Deno.env.get("HOME") ?? "", DENO_DIR: Deno.env.get("DENO_DIR") ?? "" },
    },
  );
  assertEquals([code, err], [0, ""]);
  assertEquals(JSON.parse(out)[0].rows, ROWS);
});

/** A file that doesn't show whether purchases are positive or negative. */
const PURCHASES = `Date,Description,Amount
2026-03-13,SHOES,49.99
2026-03-14,CAFE,4.50
2026-03-16,BOOKS,12.00
2026-03-19,PAYMENT,-210.00
2026-03-23,GROCER,33.10
2026-03-24,CAFE,4.60
2026-03-25,CAFE,4.70
2026-03-26,CAFE,4.80
2026-03-27,CAFE,4.90
2026-03-28,CAFE,5.10
`;

Deno.test("statement --account-type determines the sign of amounts", async () => {
  await using folder = await aFolder();
  const path = await folder.file("card.csv", PURCHASES);
  const types = { checking: 49.99, creditCard: -49.99, CREDITCARD: -49.99 };
  for (const [type, first] of Object.entries(types)) {
    const { out } = await statement(path, "--json", "--account-type", type);
    const [{ questions, rows }] = JSON.parse(out);
    assertEquals([type, questions, rows[0].amount], [type, [], first]);
  }
});

Deno.test("the statement command shows how the first few rows would be read under each interpretation", async () => {
  await using folder = await aFolder();
  const path = await folder.file("card.csv", PURCHASES);
  const [{ questions: [question] }] = JSON.parse((await statement(path, "--json")).out);
  assertEquals(
    [question.about, question.choices.toSorted()],
    ["sign", ["as_shown", "reversed"]],
  );
  const readings = question.rows.map((
    { choice, amount, payee }: { readonly choice: string; amount: number; payee: string },
  ) => `${choice} ${amount} ${payee}`);
  for (const row of ["as_shown 49.99 SHOES", "reversed -49.99 SHOES"]) {
    assert(readings.includes(row), readings.join());
  }
});

Deno.test("the statement command rejects invalid arguments", async () => {
  const mistakes = [
    [[], "the statement command needs at least one file: statement FILE..."],
    [[""], "the statement command needs at least one file: statement FILE..."],
    [["a.csv", "--account-type", "card"], "--account-type must be checking, savings, "],
    [["a.csv", "--account", "Checking"], "--account for statement: it belongs to import"],
  ] as const;
  for (const [args, message] of mistakes) {
    const { status, err } = await statement(...args);
    assertEquals(status, 2);
    assertStringIncludes(err, message);
  }
});

/** Matches any letter, digit or combining mark except x and 9, which are used to mask text. */
const DISCLOSED = /[^x9\P{L}]|[^x9\P{N}]|\p{M}/u;

Deno.test("statement --masked doesn't change the format of a file", async () => {
  await using folder = await aFolder();
  const path = await folder.file("Konto 1234567.ofx", OFX);
  const { status, out } = await statement(path, "--masked", "--json");
  assertEquals(status, 0);
  const [{ file, read, rows }] = JSON.parse(out);
  assertEquals([file, read.account, read.rows], ["xxxxx 9999999.ofx", "9999999", 3]);
  assertEquals(rows[1], {
    row: 2,
    date: "9999-99-99",
    amount: -999,
    payee: "xxxxxxxxxxxxxx",
    memo: "xxxxx xxxxxxx",
  });
});

/**
 * Words that could occur in bank files, in several writing systems. Some contain combining marks
 * or non-Latin digits.
 */
const anyWord = fc.string({
  unit: fc.constantFrom(
    ...["a", "Q", "z", "\u00e9", "e\u0301", "\u00df", "\u0416", "\u05d0", "\u0663", "\u4e2d", "7"],
    ...["\uff21", "\u{1d400}", "\u01c5"],
  ),
  minLength: 1,
  maxLength: 12,
});

Deno.test("statement --masked discloses no payee, memo or account", async () => {
  await using folder = await aFolder();
  await fc.assert(
    fc.asyncProperty(anyWord, anyWord, anyWord, async (payee, memo, account) => {
      const ofx = await folder.file(
        "a.ofx",
        OFX.replace("REWE MARKT", payee).replace("EINKAUF 4711", memo).replace("1234567", account),
      );
      const csv = await folder.file("b.csv", PURCHASES.replace("SHOES", payee));
      const { out, status } = await statement(ofx, csv, "--masked", "--json");
      assertEquals(status, 0);
      const shown: readonly string[] = JSON.parse(out).flatMap(({ read, rows, questions }: {
        readonly read: { readonly account?: string };
        readonly rows: readonly { readonly payee: string; readonly memo?: string }[];
        readonly questions: readonly { readonly rows: readonly { readonly payee: string }[] }[];
      }) => [
        read.account ?? "",
        ...rows.flatMap((row) => [row.payee, row.memo ?? ""]),
        ...questions.flatMap(({ rows }) => rows.map((row) => row.payee)),
      ]);
      for (const text of shown) assert(!DISCLOSED.test(text), text);
    }),
    runs(8, 40),
  );
});

/** A file with a row that has no date. */
function undated(payee: string): string {
  return `Date,Payee,Amount\n2026-11-13,Shop,-7.10\n,${payee},-2.50\n`;
}

Deno.test("statement --masked never discloses a word of a file, even in errors", async () => {
  await using folder = await aFolder();
  const [word, number] = ["Zwiebelfisch", "73190264"];
  const files = [
    ["a.ofx", OFX.replace("HAUSVERWALTUNG", word).replace("EINKAUF", number)],
    ["b.csv", `${word};${number}\n"${word};x\n`],
    ["c.csv", `Datum;${word};Betrag ${number}\n02.10.2026;${word};${word}\n`],
    ["d.csv", `Date,Payee,Amount\n${word},${word},${number}\n03/04/2026,${number},-1.00\n`],
    [`${word} ${number}.ofx`, OFX],
    // The question about undated rows quotes their payees.
    ["entity.csv", undated("Z&#119;iebel\u00adf&amp;#105;sch")],
    ["long.csv", undated(`${"x".repeat(30)} ${word}`)],
  ] as const;
  for (const [name, text] of files) {
    const path = await folder.file(name, text);
    for (const flags of [[], ["--json"]]) {
      const { out, err } = await statement(path, "--masked", ...flags);
      const all = (out + err).toLowerCase();
      assert(!all.includes("zwie") && !all.includes(number), `${name}: ${all}`);
    }
  }
});
