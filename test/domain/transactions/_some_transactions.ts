import fc from "fast-check";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";

const text = fc.oneof(
  fc.constantFrom(null, "", "Caf\u00e9", "Shop", "a\nb", "\u{1f9fe}", "__proto__", "same", "same"),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);
const uuid = fc.uuid();
const fewIds = fc.constantFrom(
  "0a1b2c3d-0000-4000-8000-000000000001",
  "0a1b2c3d-0000-4000-8000-000000000002",
  "ffffffff-ffff-4fff-bfff-ffffffffffff",
);
/** UUIDs, ids of transactions entered from a schedule, and nonstandard ids. */
const someId = fc.oneof(
  { weight: 6, arbitrary: uuid },
  { weight: 1, arbitrary: fewIds.map((id) => `${id}_2026-03-01`) },
  { weight: 1, arbitrary: fewIds.map((id) => id.toUpperCase()) },
  { weight: 1, arbitrary: fc.constantFrom("t1", "t2", "", "0a1b2c3d", "0a1b2c3d-0000") },
);
const someDate = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("2024-01-31", "2024-02-29", "2024-03-01", "1999-12-31") },
  { weight: 1, arbitrary: fc.constantFrom("2024-02-30", "9999-12-31", "0001-01-01") },
);
const someAmount = fc.oneof(
  fc.integer(),
  fc.constantFrom(0, -1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 9_007_199_254_740_991, 3e12),
);
const state = fc.constantFrom("cleared", "uncleared", "reconciled", "something new");

const someLine = fc.record({
  id: someId,
  transaction_id: uuid,
  amount: someAmount,
  memo: text,
  payee_id: fc.option(fewIds),
  payee_name: text,
  category_id: fc.option(fewIds),
  category_name: text,
  transfer_account_id: fc.option(fewIds),
  deleted: fc.boolean(),
  something_new: fc.jsonValue(),
}, { requiredKeys: ["id", "amount", "deleted"] });

const required = [
  ...["id", "date", "amount", "cleared", "approved", "account_id", "account_name"] as const,
];

const someTransaction = fc.record({
  id: someId,
  date: someDate,
  amount: someAmount,
  memo: text,
  cleared: state,
  approved: fc.boolean(),
  flag_color: fc.constantFrom(null, "", "red", "teal"),
  flag_name: text,
  account_id: fewIds,
  account_name: fc.constantFrom("Checking", "Visa", ""),
  payee_id: fc.option(fewIds),
  payee_name: text,
  category_id: fc.option(fewIds),
  category_name: text,
  transfer_account_id: fc.option(fewIds),
  transfer_transaction_id: fc.option(uuid),
  matched_transaction_id: fc.option(uuid),
  import_id: fc.option(fc.string()),
  import_payee_name: text,
  import_payee_name_original: text,
  debt_transaction_type: fc.constantFrom(null, "payment", "something new"),
  something_new: fc.jsonValue(),
  "another one": fc.jsonValue(),
}, { requiredKeys: required });

/** Live transactions with distinct ids, in any order. */
export const someTransactions: fc.Arbitrary<readonly TransactionRecord[]> = fc
  .uniqueArray(
    fc.tuple(someTransaction, fc.array(someLine, { maxLength: 2 })).map(([fields, lines]) =>
      JSON.parse(JSON.stringify({ ...fields, deleted: false, subtransactions: lines }))
    ),
    { selector: ({ id }) => id, maxLength: 30 },
  ) as fc.Arbitrary<readonly TransactionRecord[]>;
