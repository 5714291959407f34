/** A bank statement for the examples on the tools' pages. */
export const exampleText = `Date,Description,Amount,Balance
2026-11-17,ALDER FAMILY DENTAL 0417,-88.00,6783.87
2026-11-18,VISA PAYMENT,-2571.56,4212.31
2026-11-19,RIVERSIDE BAKERY 221,-18.40,4193.91
2026-11-20,CITY WATER BUREAU,-131.60,4062.31
`;

/** Meanings of the fields that both statement tools have. */
export const statementMeanings: Readonly<Record<string, string>> = {
  account_id: "Id or name; optional if a file for the same bank account was imported before",
  file: 'Name of a file in the statements folder, or "newest"',
  text: "The file's contents",
  rows: "Rows that the assistant read itself, for example from a PDF; the opening and closing " +
    "balances are required and must match the rows",
  statement: "Id of a statement that was already read, valid for 60 minutes; pass it instead " +
    "of the file",
  opening_balance: "Balance before the first row; overrides the one in the file",
  closing_balance: "Balance after the last row; overrides the one in the file",
  read_as: "Answers to questions about how to read the file",
  date_order: "Order of day, month and year",
  decimal_sign: "Decimal separator of the amounts",
  sign: "Whether the amounts' signs are as shown or reversed",
  amount_column: "Heading or number of the column with the amounts",
  part: "Which account, rows or dates of the file to read",
  decide: "What the user decided about rows",
  as: "match (the row is that transaction), new, skip, amount (match, but use the bank's amount) " +
    "or transfer",
  "decide[].transaction_id":
    "For match and amount, the matching transaction; for transfer, the other side",
  "decide[].account_id": "The other account of a transfer",
  reconcile: "Whether to mark transactions reconciled if nothing is left to decide",
  adjust: "Whether to enter one adjustment transaction for any difference",
  row: "Number of the row in the statement, starting at 1",
  files: "The newest statements in the folder",
  "files[].file": "Name of the file in the statements folder",
  read: "How the statement was read",
  format: "csv, ofx, qif, mt940, camt, or rows read by the assistant",
  "read.account": "Account number in the file",
  "read.rows": "Number of rows",
  "files[].rows": "Number of rows",
  sum_in: "Total money in",
  sum_out: "Total money out",
  first: "First day",
  last: "Last day",
  evidence: "Why the file was read this way",
  questions: "Questions about reading the file; nothing is compared until they are answered",
  about: "Field of read_as that answers the question",
  choices: "Possible answers, the most likely first",
  example: "Text from the file that can be read in several ways",
  "questions[].rows": "The first rows, as each answer would read them",
  choice: "One of the choices",
  balance: "Whether the balances and the rows add up",
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
  only_in_plan_count: "Number of transactions that aren't on the statement",
  left_out_count: "Number of rows left out",
  new: "Rows missing from the account, with the payee and category they would get",
  doubtful: "Rows that may match more than one transaction, skipped until the user decides",
  candidates: "Transactions that may match the row",
  differs: "Rows whose matching transaction has a different amount, skipped until the user decides",
  has: "The transaction's amount",
  combined: "Rows whose amount is the sum of two transactions",
  transfers: "Rows that may be the other side of a transaction in another account",
  only_in_plan: "Transactions from the statement's period that aren't on the statement",
  left_out: "Rows that aren't entered, each with the reason",
  reason: "pending, failed, other_currency, zero, future, too_old, deleted_before or " +
    "skipped_before",
};
