import type { PlanRecords } from "../../demo/model/records.ts";
import { aCategory, aLine, anAccount, aPayee, aPlan, aRow, ids } from "../demo/_tiny_plan.ts";

/** Names that a program could misread in an exported file. */
export const ODD_NAMES: readonly string[] = [
  ...["Bank: Savings", "semi; colon", 'quote " and \\ back', "a | b", "Equity", "lower case"],
  ...["Twins", "Twins", "(virtual)", "[balanced]", "* star", "! mark", "=1+1", "@cmd", ":", "-"],
  ...["\u{1f3e0} home \u{1f469}\u200d\u{1f467}", "\u{1f3e0}", "\u98df\u8cbb", "\u00e9t\u00e9"],
  ...["two  spaces\tand a tab", "x".repeat(60)],
];

const ODD_MEMOS: readonly string[] = [
  ...["date: someday", "see DATE:2020-99-99, date2: x", "[2020-99-99]", "[=never]", ":tag:"],
  ...["rate:: 5 +", "UUID: 5", "Payee: other", "one\nline and\r\nanother", 'quote " and \\'],
  ...["=SUM(A1:A9)", "+1", "-2+3", "@x", "\ttab", "\uff1d1", "; comment", "{ @ 5 USD } = 7"],
  ...["x".repeat(500), "", "  "],
];

/** A plan whose names and memos are hard to escape. */
export function hostilePlan(): PlanRecords {
  const plan = aPlan();
  const accounts = ODD_NAMES.map((name, at) =>
    anAccount({ name, type: at % 3 === 0 ? "creditCard" : "checking" })
  );
  const categories = ODD_NAMES.map((name) => aCategory({ name }));
  const payees = ODD_NAMES.map((name) => aPayee({ name }));
  const pick = <Item>(list: readonly Item[], at: number): Item => list[at % list.length] as Item;
  const rows = ODD_NAMES.flatMap((_, at) => [
    aRow({
      account_id: pick(accounts, at).id,
      payee_id: pick(payees, at).id,
      category_id: pick(categories, at).id,
      memo: pick(ODD_MEMOS, at),
      amount: -1_000 * (at + 1),
      cleared: at % 2 === 0 ? "cleared" : "uncleared",
    }),
    aRow({
      account_id: pick(accounts, at).id,
      payee_id: pick(payees, at + 1).id,
      category_id: ids.inflow,
      memo: pick(ODD_MEMOS, at + 1),
      amount: 7_000,
    }),
    aRow({
      account_id: pick(accounts, at).id,
      memo: pick(ODD_MEMOS, at + 2),
      amount: -5_010,
      lines: [
        aLine({ amount: -5_000, memo: pick(ODD_MEMOS, at), category_id: pick(categories, at).id }),
        aLine({ amount: -10, memo: pick(ODD_MEMOS, at + 3), payee_id: pick(payees, at).id }),
      ],
    }),
  ]);
  return {
    ...plan,
    name: 'Odd "names"; and: colons',
    accounts: [...plan.accounts, ...accounts],
    categories: [...plan.categories, ...categories],
    payees: [...plan.payees, ...payees],
    transactions: rows,
  };
}
