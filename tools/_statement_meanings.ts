/** A bank's file for the examples on the tools' pages. */
export const exampleText = `Date,Description,Amount,Balance
2026-11-17,ALDER FAMILY DENTAL 0417,-88.00,6783.87
2026-11-18,VISA PAYMENT,-2571.56,4212.31
2026-11-19,RIVERSIDE BAKERY 221,-18.40,4193.91
2026-11-20,CITY WATER BUREAU,-131.60,4062.31
`;

/** What the fields of both statement tools mean. */
export const statementMeanings: Readonly<Record<string, string>> = {
  account_id: "Id or name; may be left out where a file of the same bank account was imported",
  file: "Name of a file in the statements folder, or newest for the newest statement there",
  text: "The file's contents",
  rows: "Bookings that the assistant read itself, such as from a PDF; both balances are required " +
    "and must add up",
  statement: "Handle of a statement that was read, valid for 60 minutes: give it instead of the " +
    "file",
  opening_balance: "Balance before the first row; replaces the file's own",
  closing_balance: "Balance after the last row; replaces the file's own",
  read_as: "Answers to questions about how the file is read",
  date_order: "Order of day, month and year",
  decimal_sign: "Decimal sign of the amounts",
  sign: "Whether the amounts' signs are as shown or the other way round",
  amount_column: "Heading or number of the column with the amounts",
  part: "One account of a file with several",
  decide: "What the user decided about rows",
  as:
    "match (the row is that transaction), new, skip, amount (match, and take the bank's amount) " +
    "or transfer",
  "decide[].transaction_id": "For match and amount, or the other side of a transfer",
  "decide[].account_id": "The other account of a transfer",
  reconcile: "Whether to mark transactions reconciled if the statement leaves nothing open",
  adjust: "Whether to cover a difference with one new transaction",
  row: "Number of the row in the statement, from 1",
  files: "The newest statements in the folder",
  read: "How the statement was read",
  format: "csv, ofx, qif, mt940, camt, or rows read by the assistant",
  "read.account": "Account number in the file",
  "read.rows": "Number of bookings",
  "files[].rows": "Number of bookings",
  sum_in: "Sum of money in",
  sum_out: "Sum of money out",
  first: "First day",
  last: "Last day",
  evidence: "What settled the reading",
  questions: "What the file leaves open; nothing is compared until it is answered",
  about: "Field of read_as that answers the question",
  choices: "Possible answers, the likeliest first",
  example: "The file's own text that can be read in several ways",
  "questions[].rows": "The first rows as each answer would read them",
  choice: "One of the choices",
  balance: "Whether it all adds up",
  opening: "Balance before the first row",
  closing: "Balance after the last row",
  adds_up: "Whether opening balance and rows come to the closing balance",
  cleared_before: "The account's cleared balance up to the last day",
  cleared_after: "The same once the statement is imported",
  difference: "Closing balance minus cleared_after",
  matched: "Rows whose transaction the plan has",
  "matched.count": "How many",
  clears: "How many of their transactions become cleared",
  reconciles: "How many become reconciled",
  approves: "How many become approved",
  new_count: "Number of new rows; the list has at most 20",
  doubtful_count: "Number of doubtful rows",
  differs_count: "Number of rows whose transaction has another amount",
  combined_count: "Number of combined rows",
  transfers_count: "Number of possible transfers",
  only_in_plan_count: "Number of transactions that the bank doesn't have",
  left_out_count: "Number of rows left out",
  new: "Rows that the account lacks, with the payee and category that they get",
  doubtful: "Rows that several transactions may be about: nothing happens without a decision",
  candidates: "The transactions that may be meant",
  differs: "Rows whose transaction has another amount: nothing happens without a decision",
  has: "The transaction's amount",
  combined: "Rows that two transactions record together",
  transfers: "Rows that may be the other side of a transaction in another account",
  only_in_plan: "Transactions of the period that the bank doesn't have",
  left_out: "Rows that aren't entered",
  reason: "pending, failed, other_currency, zero, future, too_old, deleted_before or " +
    "skipped_before",
};
