import { z } from "zod";
import { ASK_FIRST, CANNOT_CHANGE, type PromptModule, quoted } from "./_prompt.ts";

export const summary: PromptModule["summary"] = {
  name: "reconcile",
  title: "Reconcile an account",
  description: "Compares an account's balance with your bank's",
};

export const input: PromptModule["input"] = z.strictObject({
  account: z.string().min(1).max(200).describe("Name or id of the account"),
  bank_balance: z.string().regex(/^-?\d{1,10}(\.\d{1,3})?$/u, "must be an amount").optional()
    .describe("Cleared balance at the bank, such as 1234.56; debts are negative"),
});

export const lines: PromptModule["lines"] = ({ account, bank_balance: balance }, { has }) => {
  const name = quoted(account ?? "");
  const begin = balance === undefined
    ? `Reconcile the account named ${name}. First, ask me for its cleared balance at the bank.`
    : `Reconcile the account named ${name}: its cleared balance at the bank is ${balance}.`;
  if (!has("reconcile_account")) {
    return [
      begin,
      "Compare the bank's balance with cleared_balance from list_accounts. If they differ, use " +
      "find_transactions to look for an explanation: uncleared transactions in that account, " +
      "transactions entered twice, a wrong sign, swapped digits.",
      CANNOT_CHANGE,
    ];
  }
  return [
    begin,
    ...(has("import_transactions") ? ["Start with import_transactions."] : []),
    "Call reconcile_account with that balance. If there is a difference, go through the " +
    "explanations with me, the most plausible first, before anything is corrected; pass " +
    `adjust=true only if I ask for a correction. ${ASK_FIRST}`,
  ];
};
