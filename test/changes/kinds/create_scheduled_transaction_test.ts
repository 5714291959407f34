import { assertEquals, assertThrows } from "@std/assert";
import type { ChangeDraft } from "../../../changes/change.ts";
import { newScheduleDraft } from "../../../changes/kinds/create_scheduled_transaction.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { aCategory, aGroup, anAccount, anId, aSchedule } from "../../_builders.ts";

type Asked = Parameters<typeof newScheduleDraft>[0];

const [checking, savings, fun] = [anId(1), anId(2), anId(3)];
const asked: Asked = {
  account_id: checking,
  date: "2024-04-01",
  amount: -5_000,
  frequency: "monthly",
  even_if_equal: false,
};
/** The same as it would be stored. */
const stored = aSchedule({
  id: anId(7),
  account_id: checking,
  date_next: "2024-04-01",
  amount: -5_000,
  frequency: "monthly",
  payee_name: "Landlord",
});

function draftOf(change: Partial<Asked> = {}, live = [stored]): ChangeDraft {
  return newScheduleDraft({ ...asked, ...change }, {
    planId: "p",
    accounts: {
      live: [
        anAccount({ id: checking, name: "Checking" }),
        anAccount({ id: savings, name: "Savings", transfer_payee_id: "to savings" }),
      ],
      deletedIds: new Set(),
    },
    categories: {
      groups: [aGroup({ categories: [aCategory({ id: fun, name: "Fun" })] })],
      deletedIds: new Set(),
    },
    schedules: { live, deletedIds: new Set() },
    format: { symbol: "$", isSymbolFirst: true, decimals: 2 },
    utcToday: "2024-03-15",
    rereadSchedules: () => Promise.resolve({ live }),
  });
}

function refusalOf(change: Partial<Asked>): string {
  const error = assertThrows(() => draftOf(change), ToolError);
  return [error.message, ...error.rows].join("\n");
}

Deno.test("newScheduleDraft() schedules what is asked, and leaves out what is not", () => {
  const { summary, done, steps, warnings } = draftOf({ memo: "flat", flag: "red" }, []);
  assertEquals([summary, done, warnings], [
    "Schedule no payee, first on 2024-04-01",
    "Scheduled no payee, first on 2024-04-01",
    [],
  ]);
  assertEquals(steps[0]?.operation, "createScheduledTransaction");
  assertEquals(steps[0]?.args, {
    planId: "p",
    scheduledTransaction: {
      account_id: checking,
      date: "2024-04-01",
      amount: -5_000,
      frequency: "monthly",
      memo: "flat",
      flag_color: "red",
    },
  });
});

Deno.test("newScheduleDraft() warns of a payee that stays", () => {
  assertEquals(draftOf({ payee: " Baker " }).warnings, [
    "a payee that is new stays in the list of payees, even when this is undone",
  ]);
  const [step] = draftOf({ payee: " Baker " }).steps;
  assertEquals(step?.targets[0]?.after?.["payee_name"], "Baker");
});

Deno.test("newScheduleDraft() makes no second schedule to the same payee unless it is told to", () => {
  const told = refusalOf({ payee: "landlord" });
  assertEquals(
    told.includes("such a schedule is there already: pass even_if_equal true to make another"),
    true,
    told,
  );
  const [step] = draftOf({ payee: "landlord", even_if_equal: true }).steps;
  assertEquals(step?.targets[0]?.lookedAlike, [anId(7)]);
  const other = draftOf({ payee: "Baker" }).steps[0];
  assertEquals(other?.targets[0]?.lookedAlike, []);
  assertEquals(draftOf().steps[0]?.targets[0]?.lookedAlike, []);
});

for (
  const change of [
    { amount: -5_001 },
    { date: "2024-04-02" },
    { frequency: "weekly" },
    { account_id: savings },
  ] as const
) {
  Deno.test(`newScheduleDraft() takes no schedule for the same with ${JSON.stringify(change)}`, () => {
    assertEquals(draftOf({ payee: "Landlord", ...change }).steps.length, 1);
  });
}

const refused: readonly (readonly [Partial<Asked>, why: string])[] = [
  [{ transfer_to_account_id: checking }, "it is the same account: choose another"],
  [
    { transfer_to_account_id: savings, payee: "Baker" },
    "a transfer has no other payee: leave payee out",
  ],
  [{ date: "2024-03-14" }, "schedule it from that day on, or enter it with create_transactions"],
  [{ payee: anId(9) }, "a payee is given by its name here, not by its id"],
  [
    { payee: "Transfer : Savings" },
    "a payee name makes no transfer: name the account with transfer_to_account_id",
  ],
  [
    { transfer_to_account_id: savings, category_id: fun },
    "a transfer between budget accounts takes no category: leave category_id out",
  ],
];
for (const [change, why] of refused) {
  Deno.test(`newScheduleDraft() refuses ${JSON.stringify(change)}: ${why}`, () => {
    const told = refusalOf(change);
    assertEquals(told.includes(why), true, told);
  });
}

Deno.test("newScheduleDraft() schedules a transfer by the other account's payee", () => {
  const [step] = draftOf({ transfer_to_account_id: savings }).steps;
  const { payee_id, payee_name, transfer_account_id } = step?.targets[0]?.after ?? {};
  assertEquals([payee_id, payee_name, transfer_account_id], [
    "to savings",
    "Transfer : Savings",
    savings,
  ]);
});

Deno.test("newScheduleDraft() takes two without a payee for the same", () => {
  const without = { ...stored, payee_name: null };
  const error = assertThrows(() => draftOf({}, [without]), ToolError);
  assertEquals([error.message, ...error.rows].join().includes("such a schedule is there"), true);
  assertEquals(draftOf({ payee: "Baker" }, [without]).steps.length, 1);
});

/** What the user is shown, field by field. */
function told(change: Partial<Asked>): readonly unknown[] {
  return draftOf(change, []).preview.map((
    { field, after, isOwnText },
  ) => [field, after, isOwnText]);
}

Deno.test("newScheduleDraft() shows each field that is asked, text as the call brings it", () => {
  const asked = { category_id: "Fun", memo: "flat", flag: "red", payee: "Landlord" } as const;
  assertEquals(told(asked), [
    ["amount", -5, undefined],
    ["frequency", "monthly", undefined],
    ["category", "Fun", undefined],
    ["memo", "flat", true],
    ["flag", "red", true],
  ]);
  const [line] = draftOf({ payee: "Landlord" }, []).preview;
  assertEquals([line?.id, line?.before, line?.amount, line?.isNew], ["new 1", null, -5_000, true]);
  assertEquals(line?.label.includes("Landlord"), true);
});

Deno.test("newScheduleDraft() shows once for what happens once, and nothing for no text", () => {
  assertEquals(told({ frequency: "never", memo: "" }), [
    ["amount", -5, undefined],
    ["frequency", "once", undefined],
  ]);
});

Deno.test("newScheduleDraft() shows a payee that its name in the label cuts short", () => {
  const payee = "The Landlord of the Corner House";
  assertEquals(told({ payee }).at(-1), ["payee", payee, true]);
  assertEquals(told({ payee: " Landlord " }).at(-1), ["frequency", "monthly", undefined]);
});

Deno.test("newScheduleDraft() names each argument that it refuses", () => {
  const rows = (change: Partial<Asked>): readonly string[] =>
    assertThrows(() => draftOf(change), ToolError).rows.map((row: string) =>
      row.split(":")[0] ?? ""
    );
  assertEquals(
    rows({
      ...{ account_id: "Nowhere", transfer_to_account_id: "Elsewhere", date: "2024-03-14" },
      ...{ payee: "Starting Balance", category_id: "Nothing" },
    }),
    [
      'account_id "Nowhere"',
      'transfer_to_account_id "Elsewhere"',
      "payee",
      "date",
      "payee",
      "category_id",
    ],
  );
  assertEquals(rows({ transfer_to_account_id: checking }), ["transfer_to_account_id"]);
  assertEquals(rows({ transfer_to_account_id: savings, category_id: "Fun" }), ["category_id"]);
});

Deno.test("newScheduleDraft() takes a new date up to five years ahead, from today on", () => {
  for (const date of ["2024-03-15", "2029-03-15"]) {
    assertEquals(draftOf({ date }, []).steps[0]?.targets[0]?.after?.["date_next"], date);
  }
  assertEquals(
    refusalOf({ date: "2029-03-16" }).split("\n")[1],
    "date: 2029-03-16 is over 5 years ahead: YNAB takes dates up to 2029-03-15",
  );
});

Deno.test("newScheduleDraft() says where to look before it is tried again", () => {
  assertEquals(
    draftOf({}, []).checkBeforeRetry,
    "list_scheduled_transactions has shown whether it is there",
  );
});

Deno.test("newScheduleDraft() sends a new payee by its name, without the spaces around it", () => {
  const [step] = draftOf({ payee: " Bank " }, []).steps;
  const sent = step?.args as { readonly scheduledTransaction: { readonly payee_name?: string } };
  assertEquals(sent.scheduledTransaction.payee_name, "Bank");
  assertEquals(step?.targets[0]?.after?.["payee_name"], "Bank");
});
