import { assertEquals } from "@std/assert";
import {
  differenceStop,
  doneOf,
  extraOf,
  moneyWords,
  summaryOf,
  warningsFor,
} from "../../../changes/rules/reconcile_words.ts";
import { anId, aTransaction } from "../../_builders.ts";

type Found = Parameters<typeof differenceStop>[0];

const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };
const row = (number: number, amount = -1_000): Found["toMark"][number] =>
  aTransaction({
    id: anId(number),
    date: "2024-03-10",
    amount,
    cleared: "uncleared",
    payee_name: `Shop ${number}`,
  });
const label = (number: number, amount = "-$1.00"): string =>
  `2024-03-10 Shop ${number} ${amount} Checking`;

function found(change: Partial<Found> = {}): Found {
  return {
    clearedBalance: 10_000,
    clearing: 0,
    difference: 0,
    toMark: [],
    explanations: [],
    hasMatches: false,
    ...change,
  } as Found;
}

const uncleared = (
  ...transactions: readonly Found["toMark"][number][]
): Found["explanations"][number] => ({
  kind: "uncleared",
  transactions,
  amount: -1_000,
} as Found["explanations"][number]);
const entered = {
  kind: "duplicate",
  transactions: [row(9)],
  amount: -1_000,
} as unknown as Found["explanations"][number];

Deno.test("differenceStop() says how much more or less the bank has, and changes nothing", () => {
  const message = (difference: number, clearing = 0): string =>
    differenceStop(found({ difference, clearing }), format).message.split(". ").slice(0, 2).join(
      ". ",
    );
  assertEquals(
    message(1_500),
    "The bank has $1.50 more than the cleared transactions. Nothing was written",
  );
  assertEquals(
    message(-1_500),
    "The bank has $1.50 less than the cleared transactions. Nothing was written",
  );
  assertEquals(
    message(-1_500, 500),
    "The bank has $1.50 less than the cleared transactions and those of clear_ids. Nothing was " +
      "written",
  );
});

const advice: readonly (readonly [
  what: string,
  explanations: Found["explanations"],
  words: string,
])[] = [
  [
    "of nothing that explains it",
    [],
    "No small set of transactions explains it: look for missing or wrong ones, correct them and " +
    "call again; or, to make up the difference with a correction of -$1.00, call with adjust true",
  ],
  [
    "of other explanations",
    [entered],
    "Look at the explanations, the most plausible first, correct what is wrong and call again; " +
    "or, to make up the difference with a correction of -$1.00, call with adjust true",
  ],
  [
    "of one uncleared transaction",
    [entered, uncleared(row(1))],
    `One uncleared transaction makes exactly that difference: ${label(1)}. If the bank has it, ` +
    "call again with it in clear_ids. If not, look at the other explanations; a correction of " +
    "-$1.00 (adjust true) comes last",
  ],
  [
    "of one before several together",
    [uncleared(row(1), row(2)), uncleared(row(3))],
    `One uncleared transaction makes exactly that difference: ${label(3)}. If the bank has it, ` +
    "call again with it in clear_ids. If not, look at the other explanations; a correction of " +
    "-$1.00 (adjust true) comes last",
  ],
  [
    "of each of several",
    [uncleared(row(1)), uncleared(row(2))],
    `Each of 2 uncleared transactions makes exactly that difference: ${label(1)}; ${
      label(2)
    }. If ` +
    "the bank has one of them, call again with one of them in clear_ids. If not, look at the other " +
    "explanations; a correction of -$1.00 (adjust true) comes last",
  ],
  [
    "of several together",
    [uncleared(row(1), row(2))],
    `2 uncleared transactions together make exactly that difference: ${label(1)}; ${
      label(2)
    }. If ` +
    "the bank has them, call again with them in clear_ids. If not, look at the other " +
    "explanations; a correction of -$1.00 (adjust true) comes last",
  ],
];
for (const [what, explanations, words] of advice) {
  Deno.test(`differenceStop() tells ${what}`, () => {
    const stop = differenceStop(found({ difference: -1_000, explanations }), format);
    assertEquals(stop.message.split("Nothing was written. ")[1], words);
    assertEquals([stop.status, stop.warnings], ["difference_found", []]);
  });
}

Deno.test("differenceStop() gives the difference and its explanations, most plausible first", () => {
  const one = found({
    difference: -1_000,
    clearing: 500,
    explanations: [entered, uncleared(row(1))],
  });
  const extra = {
    difference: -1_000,
    cleared_balance: 10_500,
    explanations: [
      { kind: "duplicate", transaction_ids: [anId(9)], amount: -1_000, labels: [label(9)] },
      { kind: "uncleared", transaction_ids: [anId(1)], amount: -1_000, labels: [label(1)] },
    ],
  };
  assertEquals(differenceStop(one, format).extra, extra);
  assertEquals(extraOf(one, format), extra);
});

const sign = "the bank balance is the cleared balance with the other sign: debts are negative here";

Deno.test("a balance that is but read without its sign is said to be", () => {
  const warnings = (change: Partial<Found>): readonly string[] | undefined =>
    differenceStop(found(change), format).warnings;
  assertEquals(warnings({ clearedBalance: -5_000, difference: 10_000 }), [sign]);
  assertEquals(warnings({ clearedBalance: -4_000, clearing: -1_000, difference: 10_000 }), [sign]);
  assertEquals(warnings({ clearedBalance: -5_000, difference: 9_000 }), []);
  assertEquals(warnings({ clearedBalance: -5_000, difference: -10_000 }), []);
  const nothing = found({ clearedBalance: 0, difference: 0 });
  assertEquals(differenceStop(nothing, format).warnings, []);
});

Deno.test("summaryOf() says what would be done, and doneOf() what was", () => {
  const both = (change: Partial<Found>): readonly string[] => {
    const one = found(change);
    return [summaryOf(one, format), doneOf(one, format)];
  };
  const toMark = [row(1), row(2)];
  assertEquals(both({ toMark }), [
    "Mark 2 transactions reconciled",
    "Marked 2 transactions reconciled",
  ]);
  assertEquals(both({ toMark, difference: 500 }), [
    "Mark 2 transactions reconciled and add a balance correction of $0.50",
    "Marked 2 transactions reconciled and added a balance correction of $0.50",
  ]);
  assertEquals(both({ difference: -500 }), [
    "Add a balance correction of -$0.50",
    "Added a balance correction of -$0.50",
  ]);
});

const date = "YNAB's own date of the last reconciliation does not move through its API";

Deno.test("warningsFor() says what marks bring with them, and always about the date", () => {
  const warnings = (toMark: Found["toMark"]): readonly string[] =>
    warningsFor(found({ toMark }), { correction: null, format });
  const cleared = { ...row(1), cleared: "cleared" as const };
  assertEquals(warnings([cleared]), [date]);
  assertEquals(warnings([cleared, row(2)]), [
    "this also clears what was uncleared: 1 transaction",
    date,
  ]);
  const unapproved = { ...cleared, approved: false };
  assertEquals(warnings([cleared, unapproved]), [
    "one of these transactions is not approved yet: this approves it too",
    date,
  ]);
  assertEquals(warnings([unapproved, unapproved, cleared]), [
    "2 of these transactions are not approved yet: this approves them too",
    date,
  ]);
});

Deno.test("warningsFor() offers what is uncleared in the place of a correction", () => {
  const explanations = [uncleared(row(1))];
  const one = found({ difference: -1_000, explanations });
  assertEquals(warningsFor(one, { correction: "it is new", format }), [
    `One uncleared transaction makes exactly that difference: ${label(1)}. If the bank has it, ` +
    "decline, and call again with it in clear_ids instead of this correction",
    "it is new",
    date,
  ]);
  assertEquals(warningsFor(one, { correction: null, format }), [date]);
  assertEquals(warningsFor(found({ difference: 5 }), { correction: "it is new", format }), [
    "it is new",
    date,
  ]);
});

Deno.test("warningsFor() says, too, that a balance is read without its sign", () => {
  const one = found({ clearedBalance: -5_000, difference: 10_000 });
  assertEquals(warningsFor(one, { correction: "it is new", format }), [sign, "it is new", date]);
});

Deno.test("moneyWords() writes milliunits as the plan does", () => {
  assertEquals([moneyWords(1_500, format), moneyWords(-20, format)], ["$1.50", "-$0.02"]);
});
