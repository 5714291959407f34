import { assertEquals } from "@std/assert";
import { exportsOf, plansToExport } from "./_exported.ts";
import { aFolder } from "./_home.ts";
import { outputOf } from "../_output_of.ts";

/**
 * A folder with the npm package `@actual-app/api`, including its compiled database driver. If
 * `ACTUAL_API` is set, the tests import the exported files into Actual Budget.
 */
const ACTUAL_API = Deno.env.get("ACTUAL_API");

/** Plans whose currency has two decimals, because Actual Budget supports no other currencies. */
const plans = ACTUAL_API === undefined
  ? []
  : plansToExport.filter(({ name }) => /demo|random/u.test(name));

/**
 * Imports a plan's JSON and CSV exports into Actual Budget, and prints the resulting account
 * balances.
 */
const IMPORTER = `
const { createRequire } = require("node:module");
const [, , folder, exported] = process.argv;
const api = createRequire(folder + "/")("@actual-app/api");
async function main() {
  const { send } = await api.init({ dataDir: exported });
  await api.importBudget(exported + "/plan.json", { type: "ynab5" });
  const json = {};
  for (const { id, name } of await api.getAccounts()) {
    json[name] = await api.getAccountBalance(id);
  }
  const csv = {};
  await api.runImport("register", async () => {
    const { errors, transactions } = await send("transactions-parse-file", {
      filepath: exported + "/Register.csv",
      options: { hasHeaderRow: true },
    });
    if (errors.length > 0) throw new Error(JSON.stringify(errors));
    for (const name of new Set(transactions.map((row) => row.Account))) {
      const rows = transactions.filter((row) => row.Account === name);
      const id = await api.createAccount({ name }, 0);
      const cents = (text) => Math.round(Number(text.replace(/[^\\d,.]/gu, "").replace(",", ".")) * 100);
      const [day, month, year] = ["DD", "MM", "YYYY"].map((part) => process.argv[4].indexOf(part));
      await api.addTransactions(id, rows.map(({ Date: date, Payee, Memo, Inflow, Outflow }) => ({
        date: [date.slice(year, year + 4), date.slice(month, month + 2), date.slice(day, day + 2)]
          .join("-"),
        payee_name: Payee,
        notes: Memo,
        amount: cents(Inflow) - cents(Outflow),
      })));
      csv[name] = await api.getAccountBalance(id);
    }
  });
  await api.shutdown();
  process.stdout.write("\\nBALANCES " + JSON.stringify({ json, csv }) + "\\n");
}
main().catch((error) => { console.error(error); process.exit(1); });
`;

for (const named of plans) {
  Deno.test(`Actual Budget shows YNAB's balances after importing the plan "${named.name}" from JSON or CSV`, async () => {
    const { plan, files, accounts } = await exportsOf(named);
    await using folder = await aFolder();
    for (const [name, text] of files) await folder.file(name, text);
    const importer = await folder.file("importer.cjs", IMPORTER);
    const words = [ACTUAL_API ?? "", folder.path, plan.date_format?.format ?? ""];
    const { code, out, err } = await outputOf("node", [importer, ...words]);
    assertEquals(code, 0, err);
    const { json, csv } = JSON.parse(/^BALANCES (.*)$/mu.exec(out)?.[1] ?? "{}");
    const wanted = Object.fromEntries(
      accounts.map(({ name, balance }) => [name, Math.round(balance / 10)]),
    );
    assertEquals(json, wanted);
    // The CSV register omits accounts without transactions.
    assertEquals({ ...wanted, ...csv }, wanted);
    assertEquals(Object.keys(csv).length > 0, true);
  });
}
