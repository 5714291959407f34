import { z } from "zod";
import {
  amount,
  changeOutput,
  confirmation,
  day,
  foreignText,
  listOf,
  money,
  planId,
  reference,
  shortId,
} from "./_schema.ts";

/** Maximum length of a statement given as text, in characters. */
const MAX_TEXT = 200_000;

const rows = z.array(z.strictObject({
  date: day,
  amount,
  payee: z.string().optional(),
  memo: z.string().optional(),
})).max(500);

const readAs = z.strictObject({
  date_order: z.enum(["dmy", "mdy", "ymd"]).optional(),
  decimal_sign: z.enum([".", ","]).optional(),
  sign: z.enum(["as_shown", "reversed"]).optional(),
  amount_column: z.string().optional(),
  part: z.string().optional(),
});

const decisions = z.array(z.strictObject({
  row: z.int(),
  as: z.enum(["match", "new", "skip", "amount", "transfer"]),
  transaction_id: reference.optional(),
  account_id: reference.optional(),
})).max(200);

const shared = {
  plan_id: planId,
  account_id: reference.optional(),
  file: z.string().min(1).optional(),
  text: z.string().max(MAX_TEXT).optional(),
  statement: reference.optional(),
  opening_balance: amount.optional(),
  closing_balance: amount.optional(),
};

export const compareInput = z.strictObject({
  ...shared,
  file: shared.file.describe('File name in the statements folder, or "newest"'),
  statement: shared.statement.describe("From an earlier result"),
  rows: rows.optional().describe("Needs both balances"),
  read_as: readAs.optional(),
  decide: decisions.optional(),
});

/** Any object, because describing the fields of compare_statement again would cost 200 tokens. */
const knownObject = z.looseObject({})
  .meta({ properties: undefined, additionalProperties: undefined });

export const importInput = z.strictObject({
  ...shared,
  rows: z.array(knownObject).pipe(rows).optional(),
  read_as: knownObject.pipe(readAs).optional(),
  decide: z.array(knownObject).pipe(decisions).optional(),
  reconcile: z.boolean().default(true),
  adjust: z.boolean().default(false),
  confirmation,
});

/** Fields that describe a row of the statement, shared by most lists in the answer. */
const shownRow = {
  row: z.int(),
  date: z.string(),
  amount: money(),
  payee: foreignText(),
};

const hidden = { hideWhenEmpty: true };
const count = z.int().optional();

const compared = {
  message: z.string().optional(),
  /** Handle by which later calls can refer to the statement. */
  statement: z.string().optional(),
  /** Name of the account in YNAB. */
  account: foreignText().optional(),
  /** The newest files in the statements folder. */
  files: listOf(
    z.object({ file: foreignText(), first: z.string(), last: z.string(), rows: z.int() }),
    hidden,
  ),
  read: z.object({
    format: z.string(),
    account: foreignText().optional(),
    first: z.string().optional(),
    last: z.string().optional(),
    rows: z.int(),
    sum_in: money(),
    sum_out: money(),
    evidence: listOf(foreignText(), hidden),
  }).optional(),
  questions: listOf(
    z.object({
      about: z.string(),
      choices: z.array(foreignText()),
      example: foreignText(),
      rows: listOf(
        z.object({
          choice: foreignText(),
          date: z.string(),
          amount: money(),
          payee: foreignText(),
        }),
      ),
    }),
    hidden,
  ),
  balance: z.object({
    opening: money().optional(),
    closing: money().optional(),
    adds_up: z.boolean().optional(),
    cleared_before: money(),
    cleared_after: money(),
    difference: money().optional(),
  }).optional(),
  matched: z.object({
    count: z.int(),
    clears: z.int(),
    reconciles: z.int(),
    approves: z.int(),
  }).optional(),
  new_count: count,
  new: listOf(
    z.object({
      ...shownRow,
      category: foreignText().optional(),
      confidence: z.number().optional(),
    }),
    hidden,
  ),
  doubtful_count: count,
  doubtful: listOf(
    z.object({
      ...shownRow,
      candidates: listOf(z.object({
        transaction_id: shortId(),
        date: z.string(),
        payee: foreignText(),
        category: foreignText().optional(),
      })),
    }),
    hidden,
  ),
  differs_count: count,
  differs: listOf(z.object({ ...shownRow, transaction_id: shortId(), has: money() }), hidden),
  combined_count: count,
  combined: listOf(z.object({ ...shownRow, transaction_ids: z.array(shortId()) }), hidden),
  transfers_count: count,
  transfers: listOf(
    z.object({ ...shownRow, transaction_id: shortId(), account: foreignText() }),
    hidden,
  ),
  only_in_plan_count: count,
  only_in_plan: listOf(
    z.object({
      transaction_id: shortId(),
      date: z.string(),
      amount: money(),
      payee: foreignText(),
      cleared: z.string(),
    }),
    hidden,
  ),
  left_out_count: count,
  left_out: listOf(z.object({ row: z.int(), reason: z.string() }), hidden),
};

export const compareOutput = z.object({
  status: z.enum(["question", "statement_wanted", "compared"]),
  ...compared,
});

export const importOutput = changeOutput.extend({
  ...compared,
  status: z.enum(["question", "statement_wanted", ...changeOutput.shape.status.options]),
  message: z.string(),
});
