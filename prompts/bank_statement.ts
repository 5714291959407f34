import { z } from "zod";
import { ASK_FIRST, CANNOT_CHANGE, type PromptModule, quoted } from "./_prompt.ts";

export const summary: PromptModule["summary"] = {
  name: "bank_statement",
  title: "Go through a bank statement",
  description: "Compares a bank file, PDF or photo with an account",
};

export const input: PromptModule["input"] = z.strictObject({
  account: z.string().min(1).max(200).optional().describe("Name or id of the account"),
  file: z.string().min(1).max(200).optional()
    .describe('File name in the statements folder, or "newest"'),
});

export const lines: PromptModule["lines"] = ({ account, file }, { has }) => {
  const whose = account === undefined ? "" : ` for the account named ${quoted(account)}`;
  const begin = `Go through a bank statement${whose} with me.`;
  if (!has("compare_statement")) {
    return [
      begin,
      "If I attach a PDF or a picture, read every row and the opening and closing balances. If the " +
      "opening balance and the rows don't add up to the closing balance, a row is missing or " +
      "wrong: read everything again, and don't go on until they add up.",
      "Look up the rows with find_transactions and show me what is missing from YNAB or from the " +
      "statement.",
      has("create_transactions")
        ? "Use create_transactions to enter what is missing, then call reconcile_account. " +
          ASK_FIRST
        : CANNOT_CHANGE,
    ];
  }
  return [
    begin,
    file === undefined
      ? "If I attach a CSV or another text file, pass its contents to compare_statement in the " +
        '"text" argument. If I attach a PDF or a picture, read all of its rows and pass them in ' +
        'the "rows" argument, along with the opening and closing balances. If the rows ' +
        "don't match the balances, a row is missing or wrong: read everything again, and never " +
        "invent a row or change a balance. If I attach nothing, call compare_statement without a " +
        "file, show me the statements it lists, and let me choose."
      : `Call compare_statement with the file ${quoted(file)}.`,
    "If the tool asks how to read the file, show me the example it gives and ask me which " +
    "interpretation is right. Then show me the following in this order: whether the balances " +
    "agree; rows with doubtful matches, each with the transactions it may match; amounts that " +
    "differ; rows that look like transfers; new rows in one table; transactions that are only in " +
    "YNAB. Ask me about doubtful matches and amounts that differ, a few at a time, and pass my " +
    'answers in the "decide" argument.',
    has("import_statement")
      ? "When everything is settled, call import_statement with the same statement and decisions. " +
        ASK_FIRST
      : CANNOT_CHANGE,
  ];
};
