import { assertEquals } from "@std/assert";
import type { Step, Target } from "../../../changes/change.ts";
import { otherSideOf, pairCreated } from "../../../changes/pairing.ts";
import { verifyStep } from "../../../changes/verify.ts";

function aStep(operation: Step["operation"], ...targets: readonly Target[]): Step {
  return { operation, args: { planId: "p", scheduledTransaction: {} }, targets } as unknown as Step;
}

const first: Target = { id: "new 1", label: "one", before: null, after: { amount: 1 } };
const second: Target = { id: "new 2", label: "two", before: null, after: { amount: 2 } };

Deno.test("verifyStep() gives created rows their ids whatever the order of the answer", () => {
  const answer = { transactions: [{ id: "b", amount: 2 }, { id: "a", amount: 1 }] };
  const { targets, deviations } = verifyStep(aStep("createTransaction", first, second), answer);
  assertEquals([targets.map(({ id }) => id), deviations], [["a", "b"], []]);
});

Deno.test("verifyStep() tells equal new rows apart", () => {
  const answer = { transactions: [{ id: "a", amount: 1 }, { id: "b", amount: 1 }] };
  const { targets } = verifyStep(aStep("createTransaction", first, first), answer);
  assertEquals(targets.map(({ id }) => id), ["a", "b"]);
});

Deno.test("verifyStep() keeps what upstream has stored of a row that is not as asked", () => {
  const answer = { transactions: [{ id: "a", amount: 9 }] };
  const { targets, deviations } = verifyStep(aStep("createTransaction", first), answer);
  assertEquals(targets, [{ ...first, id: "a", after: { amount: 9 }, outcome: "done" }]);
  assertEquals(deviations, ["one: YNAB stored amount otherwise"]);
});

Deno.test("verifyStep() leaves open what came of a new row that is not answered", () => {
  const answer = { transactions: [{ id: "b", amount: 2 }] };
  const { targets } = verifyStep(aStep("createTransaction", first, second), answer);
  assertEquals(targets.map(({ id, outcome }) => [id, outcome]), [
    ["new 1", "unknown"],
    ["b", "done"],
  ]);
});

const lines = [{ amount: -1, category_id: "c", memo: null }, {
  amount: -2,
  category_id: "d",
  memo: "m",
}];
const split: Target = {
  id: "t",
  label: "a row",
  before: { category_id: "x" },
  after: { category_id: null },
  lines,
};

for (
  const [what, subtransactions, outcome, count] of [
    ["the asked lines in another order", lines.toReversed(), "done", 0],
    ["the asked lines beside deleted ones", [...lines, { deleted: true }], "done", 0],
    ["no line", [], "not_done", 1],
    ["other lines", lines.slice(1), "done", 1],
  ] as const
) {
  Deno.test(`verifyStep() judges a split by its lines: ${what}`, () => {
    const answer = { transactions: [{ id: "t", category_id: "split", subtransactions }] };
    const { targets, deviations } = verifyStep(aStep("updateTransactions", split), answer);
    assertEquals([targets[0]?.outcome, deviations.length], [outcome, count]);
  });
}

for (const operation of ["deleteTransaction", "deleteScheduledTransaction"] as const) {
  Deno.test(`verifyStep() takes what ${operation}() has answered for done`, () => {
    const gone: Target = { id: "t", label: "one", before: { amount: 1 }, after: null };
    const side: Target = { ...gone, id: "u", isFollower: true };
    assertEquals(verifyStep(aStep(operation, gone, side), { transaction: { id: "t" } }), {
      targets: [{ ...gone, outcome: "done" }, { ...side, outcome: "done" }],
      deviations: [],
    });
  });
}

for (
  const [operation, name] of [
    ["deleteTransaction", "transaction"],
    ["deleteScheduledTransaction", "scheduled_transaction"],
  ] as const
) {
  Deno.test(`verifyStep() calls nothing gone of which ${operation}() answers that it lives`, () => {
    const gone: Target = { id: "t", label: "one", before: { amount: 1 }, after: null };
    const side: Target = { ...gone, id: "u", isFollower: true };
    const verified = (record: unknown): unknown =>
      verifyStep(aStep(operation, gone, side), { [name]: record });
    assertEquals(verified({ id: "t", deleted: false }), {
      targets: [{ ...gone, outcome: "not_done" }, { ...side, outcome: "not_done" }],
      deviations: ["one: YNAB did not delete it"],
    });
    const done = {
      targets: [{ ...gone, outcome: "done" }, { ...side, outcome: "done" }],
      deviations: [],
    };
    // An earlier try has deleted what is not there any more.
    for (const record of [{ id: "t", deleted: true }, null]) assertEquals(verified(record), done);
  });
}

const answered: readonly (readonly [Step["operation"], answer: (record: unknown) => unknown])[] = [
  ["updateTransactions", (record) => ({ transactions: [record] })],
  ["updateTransaction", (record) => ({ transaction: record })],
  ["updateScheduledTransaction", (record) => ({ scheduled_transaction: record })],
  ["updateCategory", (record) => ({ category: record })],
  ["updateMonthCategory", (record) => ({ category: record })],
  ["updateCategoryGroup", (record) => ({ category_group: record })],
  ["updatePayee", (record) => ({ payee: record })],
];
const renamed: Target = {
  id: "t",
  label: "a record",
  before: { name: "Fun", note: null },
  after: { name: "Joy", note: "x" },
};

for (const [operation, answer] of answered) {
  Deno.test(`verifyStep() reads in what ${operation}() answers whether it was taken`, () => {
    const outcome = (record: unknown): readonly unknown[] => {
      const { targets, deviations } = verifyStep(aStep(operation, renamed), answer(record));
      return [targets, deviations];
    };
    assertEquals(outcome({ id: "t", name: "Joy", note: "x" }), [
      [{ ...renamed, outcome: "done" }],
      [],
    ]);
    assertEquals(outcome({ id: "t", name: "Fun", note: "" }), [
      [{ ...renamed, outcome: "not_done" }],
      ["a record: YNAB did not take name, note"],
    ]);
    assertEquals(outcome({ id: "another", name: "Joy", note: "x" }), [
      [{ ...renamed, outcome: "unknown" }],
      ["a record: YNAB's answer does not name it"],
    ]);
  });
}

for (
  const [what, stored, words] of [
    ["a value of its own", { name: "JOY", note: "x" }, 'stored name otherwise, as "JOY"'],
    ["a part of what was asked", { name: "Joy", note: null }, "did not take note"],
    [
      "a part, and a value of its own",
      { name: "Fun", note: "x and y" },
      'did not take name, and stored note otherwise, as "x and y"',
    ],
    ["nothing for a text", { name: "", note: "x" }, "stored name otherwise"],
  ] as const
) {
  Deno.test(`verifyStep() goes by what upstream has stored of a record: ${what}`, () => {
    const answer = { payee: { id: "t", ...stored } };
    assertEquals(verifyStep(aStep("updatePayee", renamed), answer), {
      targets: [{
        ...renamed,
        after: { name: stored.name, note: stored.note },
        outcome: "done",
      }],
      deviations: [`a record: YNAB ${words}`],
    });
  });
}

Deno.test("verifyStep() shows no id or amount as a text, and leaves what nobody knew undone", () => {
  const moved: Target = {
    id: "t",
    label: "a row",
    before: { category_id: "a", amount: 1 },
    after: { category_id: "b", amount: 2 },
  };
  const answer = { transaction: { id: "t", category_id: "c", amount: 3 } };
  assertEquals(verifyStep(aStep("updateTransaction", moved), answer).deviations, [
    "a row: YNAB stored category otherwise, and stored amount otherwise",
  ]);
  const { targets } = verifyStep(aStep("updateTransaction", { ...moved, before: {} }), answer);
  assertEquals(targets[0]?.outcome, "not_done");
});

for (
  const [was, category_id, category_name, outcome] of [
    ["none", null, null, "not_done"],
    [null, "none", "Uncategorized", "not_done"],
    [null, "another", "Another", "done"],
    ["another", "none", "Uncategorized", "done"],
  ] as const
) {
  Deno.test(`verifyStep() takes a row of ${was} for ${outcome} that is answered in ${category_id}`, () => {
    const before = { category_id: was };
    const target: Target = { id: "t", label: "a row", before, after: { category_id: "food" } };
    const answer = { transactions: [{ id: "t", category_id, category_name }] };
    const { targets } = verifyStep(aStep("updateTransactions", target), answer);
    assertEquals(targets, [{
      ...target,
      ...(outcome === "done" ? { after: { category_id } } : {}),
      outcome,
    }]);
  });
}

const creations: readonly (readonly [Step["operation"], answer: (record: unknown) => unknown])[] = [
  ["createTransaction", (record) => ({ transactions: [record] })],
  ["createScheduledTransaction", (record) => ({ scheduled_transaction: record })],
  ["createCategory", (record) => ({ category: record })],
  ["createCategoryGroup", (record) => ({ category_group: record })],
];
for (const [operation, answer] of creations) {
  Deno.test(`verifyStep() gives what ${operation}() has made the id that it was given`, () => {
    const asked: Target = { id: "new 1", label: "new", before: null, after: { name: "Joy" } };
    const { targets } = verifyStep(aStep(operation, asked), answer({ id: "n", name: "Joy" }));
    assertEquals(targets, [{ ...asked, id: "n", outcome: "done" }]);
  });
}

Deno.test("verifyStep() keeps the asked id of what is answered without one", () => {
  const { targets } = verifyStep(aStep("createTransaction", first), {
    transactions: [{ amount: 1 }],
  });
  assertEquals(targets, [{ ...first, outcome: "done" }]);
});

Deno.test("verifyStep() expects no record of an import", () => {
  assertEquals(verifyStep(aStep("importTransactions"), { transaction_ids: ["a"] }), {
    targets: [],
    deviations: [],
  });
  const { targets } = verifyStep(aStep("importTransactions", first), { transaction_ids: ["a"] });
  assertEquals(targets.map(({ outcome }) => outcome), ["unknown"]);
});

Deno.test("verifyStep() tells updated rows apart by their ids, whatever else they are", () => {
  const [one, two]: readonly [Target, Target] = [{ ...renamed, id: "a" }, { ...renamed, id: "b" }];
  const answer = {
    transactions: [{ id: "b", name: "Joy", note: "x" }, { id: "a", name: "Fun", note: null }],
  };
  const { targets } = verifyStep(aStep("updateTransactions", one, two), answer);
  assertEquals(targets.map(({ id, outcome }) => [id, outcome]), [["a", "not_done"], ["b", "done"]]);
});

for (
  const [subtransactions, words] of [
    [[], "YNAB did not split it"],
    [lines.slice(1), "YNAB has split it into other lines than were asked"],
  ] as const
) {
  Deno.test(`verifyStep() says of a split that ${words}`, () => {
    const answer = { transactions: [{ id: "t", subtransactions }] };
    const { targets, deviations } = verifyStep(aStep("updateTransactions", split), answer);
    assertEquals([targets[0]?.id, deviations], ["t", [`a row: ${words}`]]);
  });
}

const out: Target = {
  id: "new 1",
  label: "out",
  before: null,
  after: { account_id: "checking", amount: -50, transfer_account_id: "savings" },
};
const into: Target = {
  id: "new 2",
  label: "in",
  before: null,
  after: { account_id: "savings", amount: 50 },
  isFollower: true,
};
const madeOut = { id: "o", account_id: "checking", amount: -50, transfer_account_id: "savings" };

Deno.test("verifyStep() knows the side that YNAB makes by what the first one names", () => {
  const answer = { transactions: [{ ...madeOut, transfer_transaction_id: "i" }] };
  assertEquals(verifyStep(aStep("createTransaction", out, into), answer), {
    targets: [{ ...out, id: "o", outcome: "done" }, { ...into, id: "i", outcome: "done" }],
    deviations: [],
  });
});

Deno.test("verifyStep() gives each of two transfers its own other side", () => {
  const more = { ...out, label: "out 2", after: { ...out.after, amount: -70 } };
  const moreIn = { ...into, label: "in 2", after: { ...into.after, amount: 70 } };
  const answer = {
    transactions: [
      { ...madeOut, id: "o2", amount: -70, transfer_transaction_id: "i2" },
      { ...madeOut, transfer_transaction_id: "i" },
    ],
  };
  const { targets } = verifyStep(aStep("createTransaction", out, into, more, moreIn), answer);
  assertEquals(targets.map(({ id }) => id), ["o", "i", "o2", "i2"]);
});

Deno.test("verifyStep() says that a side which the answer should name is not named", () => {
  const answer = { transactions: [{ ...madeOut, transfer_transaction_id: null }] };
  const { targets, deviations } = verifyStep(aStep("createTransaction", out, into), answer);
  assertEquals(targets[1], { ...into, outcome: "unknown" });
  assertEquals(deviations, ["in: YNAB's answer does not name it"]);
});

Deno.test("verifyStep() leaves open a side whose first one was not answered, without a word", () => {
  const { targets, deviations } = verifyStep(aStep("createTransaction", out, into), {
    transactions: [],
  });
  assertEquals(targets.map(({ outcome }) => outcome), ["unknown", "unknown"]);
  assertEquals(deviations, ["out: YNAB's answer does not name it"]);
});

Deno.test("verifyStep() leaves open a side that moves along, which no answer tells of", () => {
  const moving: Target = { ...into, id: "i", before: { amount: 40 } };
  const leading: Target = { ...renamed, id: "o" };
  const answer = {
    transaction: {
      id: "o",
      name: "Joy",
      note: "x",
      transfer_account_id: "savings",
      transfer_transaction_id: "z",
      amount: -50,
    },
  };
  const { targets, deviations } = verifyStep(aStep("updateTransaction", leading, moving), answer);
  assertEquals(targets[1], { ...moving, outcome: "unknown" });
  assertEquals(deviations, []);
});

const line = { amount: -50, transfer_account_id: "savings", transfer_transaction_id: "i" };
const others: readonly (readonly [what: string, line: Readonly<Record<string, unknown>>])[] = [
  ["a deleted line", { ...line, deleted: true }],
  ["a line to another account", { ...line, transfer_account_id: "cash" }],
  ["a line of another amount", { ...line, amount: -49 }],
  ["a line of the same sign", { ...line, amount: 50 }],
  ["a line without another side", { ...line, transfer_transaction_id: null }],
];

Deno.test("otherSideOf() finds the other side of a line of a split", () => {
  const subtransactions = [...others.map(([, one]) => one), { ...line, deleted: false }];
  assertEquals(otherSideOf({ amount: -99, subtransactions }, into), "i");
});

for (const [what, one] of others) {
  Deno.test(`otherSideOf() passes over ${what}`, () => {
    assertEquals(otherSideOf({ amount: -99, subtransactions: [one] }, into), null);
    assertEquals(otherSideOf(one, into), null);
  });
}

const amounts = (...all: readonly number[]) => all.map((amount) => ({ after: { amount } }));

Deno.test("pairCreated() takes each answer once, what fits before what is left", () => {
  const [one, two, seven] = [{ amount: 1 }, { amount: 2 }, { amount: 7 }];
  assertEquals(pairCreated(amounts(1, 1, 2), [two, one, seven]), [one, seven, two]);
  assertEquals(pairCreated(amounts(1), []), [undefined]);
});

Deno.test("pairCreated() takes what is most like it, wherever it stands in the answer", () => {
  const asked = [{ after: { account_id: "a", amount: -5, memo: "long" } }];
  const mirror = { account_id: "b", amount: 5, memo: "long" };
  const cut = { account_id: "a", amount: -5, memo: "lon" };
  for (const answer of [[mirror, cut], [cut, mirror]]) {
    assertEquals(pairCreated(asked, answer), [cut]);
  }
});

Deno.test("pairCreated() never takes what the bank has sent", () => {
  const ofBank = { amount: 1, import_id: "YNAB:1:2026-03-10:1" };
  assertEquals(pairCreated(amounts(1), [ofBank]), [undefined]);
  assertEquals(pairCreated(amounts(1), [ofBank, { amount: 2, import_id: null }]), [
    { amount: 2, import_id: null },
  ]);
});
