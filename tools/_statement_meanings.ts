/** A bank statement for the examples on the documentation pages of the statement tools. */
export const exampleText = `Date,Description,Amount,Balance
2026-11-17,ALDER FAMILY DENTAL 0417,-88.00,6783.87
2026-11-18,VISA PAYMENT,-2571.56,4212.31
2026-11-19,RIVERSIDE BAKERY 221,-18.40,4193.91
2026-11-20,CITY WATER BUREAU,-131.60,4062.31
`;

/** Explanations of the fields that compare_statement and import_statement share. */
export const statementMeanings: Readonly<Record<string, string>> = {
  account_id: "Id or name of the account; optional if a file from the same bank account was " +
    "imported before",
  file: 'Name of a file in the statements folder, or "newest"',
  text: "The file's contents",
  rows:
    "Rows that the assistant read itself, for example from a PDF; both balances are required, " +
    "and `opening_balance` plus the rows' amounts must equal `closing_balance`",
  statement: "Id of a statement that was already read, valid for 60 minutes; pass it instead " +
    "of the file",
  opening_balance: "Balance before the first row; overrides the one in the file",
  closing_balance: "Balance after the last row; overrides the one in the file",
  read_as: "Answers to questions about how to read the file",
  date_order: "Order of day, month and year",
  decimal_sign: "Decimal separator of the amounts",
  sign: "Whether to keep the amounts' signs as shown or reverse them",
  amount_column: "Heading or number of the column with the amounts",
  part: "Which part of the file to read: an account, rows or a date column",
  decide: "What the user decided about individual rows",
  as: "`match` (the row is the given transaction), `new`, `skip`, `amount` (match, but use the " +
    "bank's amount) or `transfer`",
  "decide[].transaction_id": "Id of the matching transaction or, for a transfer, of the " +
    "transaction on the other side",
  "decide[].account_id": "Id or name of the transfer's other account",
  reconcile: "Whether to mark transactions as reconciled if no row needs a decision",
  adjust: "Whether to enter an adjustment transaction if the account's cleared balance differs " +
    "from the bank's",
  row: "Row number in the statement, starting at 1",
  files: "The newest statements in the statements folder",
  "files[].file": "Name of the file in the statements folder",
  read: "How the statement was read",
  format: "`csv`, `ofx`, `qif`, `mt940`, `camt` or `rows` (rows read by the assistant)",
  "read.account": "Account number in the file",
  "read.rows": "Number of rows",
  "files[].rows": "Number of rows",
  sum_in: "Total money in",
  sum_out: "Total money out",
  first: "First day",
  last: "Last day",
  evidence: "Why the file was read this way",
  questions: "Questions about reading the file; nothing is compared until they are answered",
  about: "Field of `read_as` in which to pass the answer",
  choices: "Possible answers, the most likely first",
  example: "Text from the file that can be interpreted in several ways",
  "questions[].rows": "For each possible answer to the question, sample rows showing how the " +
    "file would be read with that answer",
  choice: "One of the choices",
  balance: "The statement's balances and the account's cleared balances",
  opening: "Balance before the first row",
  closing: "Balance after the last row",
  adds_up: "Whether the opening balance and the rows add up to the closing balance",
  cleared_before: "The account's cleared balance on the statement's last day, before the import",
  cleared_after: "The account's cleared balance after the import",
  difference: "Closing balance minus cleared_after",
  matched: "Rows that match a transaction in the plan",
  "matched.count": "Number of matched rows",
  clears: "Number of transactions that will be cleared",
  reconciles: "Number of transactions that will be reconciled",
  approves: "Number of transactions that will be approved",
  new_count: "Number of new rows; at most 20 are listed",
  doubtful_count: "Number of rows that may match more than one transaction",
  differs_count: "Number of rows whose matching transaction has a different amount",
  combined_count: "Number of rows whose amount is the sum of two transactions",
  transfers_count: "Number of possible transfers",
  only_in_plan_count: "Number of transactions from the statement's period that aren't on " +
    "the statement",
  left_out_count: "Number of rows that won't be entered",
  new: "Rows missing from the account, with the payee and category they would get",
  doubtful:
    "Rows that may match more than one transaction; they are skipped until the user decides",
  candidates: "Transactions that may match the row",
  differs: "Rows whose matching transaction has a different amount; they are skipped until the " +
    "user decides",
  has: "The transaction's amount",
  combined: "Rows whose amount is the sum of two transactions",
  transfers: "Rows that may be one side of a transfer whose other side is a transaction in " +
    "another account",
  only_in_plan: "Transactions from the statement's period that aren't on the statement",
  left_out: "Rows that won't be entered, each with the reason",
  reason: "`pending`, `failed`, `other_currency`, `zero`, `future`, `too_old`, `deleted_before` " +
    "or `skipped_before`",
};
