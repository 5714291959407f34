import { assertEquals } from "@std/assert";
import {
  availableAfter,
  type AvailableCategory,
  availableWords,
  countedOn,
  readyToAssignNow,
} from "../../changes/available_now.ts";

const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };

function aCategory(
  change: Partial<AvailableCategory> & { readonly id: string },
): AvailableCategory {
  return {
    name: `Name ${change.id}`,
    category_group_id: "g",
    category_group_name: "Group",
    hidden: false,
    deleted: false,
    balance: 1_000,
    ...change,
  };
}

const rent = aCategory({ id: "rent", name: "Rent", balance: 40_500 });
const inflow = aCategory(
  {
    id: "inflow",
    name: "Inflow: Ready to Assign",
    category_group_name: "Internal Master Category",
    internal: true,
  } as Partial<AvailableCategory> & { readonly id: string },
);

Deno.test("availableWords() names the categories that are asked for, in the plan's money", () => {
  const categories = [rent, aCategory({ id: "fun", name: "Fun", balance: -2_000 })];
  assertEquals(
    availableWords(["fun", "rent", "gone"], categories, { format }),
    "Available now: Rent $40.50, Fun -$2.00",
  );
  assertEquals(
    availableWords(["fun"], categories, { format, month: "2026-03-01" }),
    "Available in 2026-03: Fun -$2.00",
  );
  assertEquals(availableWords(["gone"], categories, { format }), "");
  assertEquals(availableWords(["inflow"], [inflow], { format }), "");
});

Deno.test("availableWords() tells categories of one name apart by their group", () => {
  const other = aCategory({ id: "r2", name: "Rent", category_group_name: "Office" });
  assertEquals(
    availableWords(["rent"], [rent, other], { format }),
    "Available now: Group/Rent $40.50",
  );
});

Deno.test("availableWords() names 20 and counts the others", () => {
  const many = Array.from({ length: 22 }, (_, at) => aCategory({ id: `c${at + 1}` }));
  const words = (count: number): string =>
    availableWords(many.slice(0, count).map(({ id }) => id), many, { format });
  assertEquals(words(20).endsWith("Name c20 $1.00"), true);
  assertEquals(words(22).endsWith("Name c20 $1.00, and 2 more"), true);
});

Deno.test("readyToAssignNow() says the month and the amount", () => {
  assertEquals(
    readyToAssignNow({ month: "2026-03-01", to_be_budgeted: -1_500 }, format),
    "Ready to Assign in 2026-03 is now -$1.50.",
  );
});

const around = {
  categories: { live: [rent, inflow] },
  format,
  utcToday: "2026-03-15",
};
const unread = (): never => {
  throw new Error("read");
};

Deno.test("availableAfter() knows by itself what this month's movements leave", async () => {
  const movements = [
    { categoryId: "rent", amount: -500, date: "2026-03-01" },
    { categoryId: "rent", amount: -10_000, date: "2026-03-31" },
    { categoryId: null, amount: 7, date: "2026-03-02" },
  ];
  assertEquals(
    await availableAfter(movements, { ...around, readCategories: unread }),
    "Available now: Rent $30.00.",
  );
});

for (const date of ["2026-02-28", "2026-04-01", null]) {
  Deno.test(`availableAfter() asks again after a movement on ${date}`, async () => {
    const readCategories = (): Promise<{ readonly live: readonly AvailableCategory[] }> =>
      Promise.resolve({ live: [{ ...rent, balance: 9_000 }] });
    assertEquals(
      await availableAfter([{ categoryId: "rent", amount: -500, date }], {
        ...around,
        readCategories,
      }),
      "Available now: Rent $9.00.",
    );
  });
}

Deno.test("availableAfter() says of income that Ready to Assign has moved", async () => {
  const income = { categoryId: "inflow", amount: 5_000, date: "2026-03-01" };
  const moved = "Ready to Assign has moved: get_monthly_summary gives it.";
  const options = { ...around, readCategories: unread };
  assertEquals(await availableAfter([income], options), moved);
  assertEquals(
    await availableAfter([income, { ...income, categoryId: "rent", amount: -500 }], options),
    `Available now: Rent $40.00. ${moved}`,
  );
  assertEquals(await availableAfter([{ ...income, categoryId: null }], options), "");
});

Deno.test("countedOn() knows the day of a transaction, but for a matched one", () => {
  assertEquals(countedOn({ date: "2026-03-01", matched_transaction_id: null }), "2026-03-01");
  assertEquals(countedOn({ date: "2026-03-01" }), "2026-03-01");
  assertEquals(countedOn({ date: "2026-03-01", matched_transaction_id: "m" }), null);
});
