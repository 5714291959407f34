import { assertEquals, assertStringIncludes } from "@std/assert";
import { addDays } from "../../domain/base/day.ts";
import { confirm } from "./_confirm.ts";
import { household, ids } from "./_plan.ts";
import { aStatementWorld } from "./_statements.ts";
import { aWorld, type World } from "./_world.ts";

const savings = { plan_id: ids.plan, account_id: "Savings" };

/** Amounts of the transactions on or after a day, in milliunits. */
function amountsSince(day: string, { upstream }: World): readonly number[] {
  const [plan] = upstream.snapshot();
  return (plan?.transactions ?? [])
    .filter(({ account_id, date, deleted }) =>
      account_id === ids.savings && date >= day && !deleted
    )
    .map(({ amount }) => amount);
}

for (
  const [code, digits, lines, expected] of [
    ["JPY", 0, ["2026-03-12,Konbini,-1234", '2026-03-13,Salary,"250,000"'], [-1_234_000, 250e6]],
    ["KWD", 3, ["2026-03-12,Cafe,-1.250", "2026-03-13,Salary,2000.125"], [-1250, 2_000_125]],
  ] as const
) {
  Deno.test(`import_statement enters amounts in a plan whose currency is ${code}`, async () => {
    const plan = household();
    const format = plan.currency_format;
    if (format === null) throw new Error("the plan needs a currency");
    const currency = { ...format, iso_code: code, decimal_digits: digits };
    await using world = await aStatementWorld({ plans: [{ ...plan, currency_format: currency }] });
    const text = ["Date,Payee,Amount", ...lines].join("\n");
    const { applied } = await confirm(world, "import_statement", {
      ...savings,
      text,
      read_as: { decimal_sign: "." },
    });
    assertEquals(applied.structured?.["status"], "applied", applied.text);
    assertEquals(amountsSince("2026-03-12", world), expected);
  });
}

Deno.test("import_statement warns that YNAB also imports a linked account's transactions", async () => {
  const plan = household();
  const accounts = plan.accounts.map((one) => ({ ...one, direct_import_linked: true }));
  await using world = await aWorld({
    write: true,
    profile: "complete",
    plans: [{ ...plan, accounts }],
  });
  const preview = await world.call("import_statement", {
    ...savings,
    text: "Date,Payee,Amount\n2026-03-12,Shop,-12.50",
  });
  assertStringIncludes(preview.text, "one entered here may arrive again");
});

Deno.test("import_statement enters 500 rows in one request, and enters none twice", async () => {
  await using world = await aStatementWorld();
  const lines = Array.from(
    { length: 500 },
    (_, at) => `${addDays("2024-09-01", at)},Shop ${at},-${1 + at}.25`,
  );
  const asked = { ...savings, text: ["Date,Payee,Amount", ...lines].join("\n") };
  world.sent();
  const { applied } = await confirm(world, "import_statement", asked);
  assertEquals(applied.structured?.["status"], "applied", applied.text);
  assertEquals(world.sent().filter((line) => line === "createTransaction").length, 1);
  assertEquals(
    (await world.call("import_statement", asked)).structured?.["status"],
    "nothing_to_do",
  );
});
