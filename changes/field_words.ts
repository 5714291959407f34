/** Gives the word that people have for a field. */
export function fieldWords(name: string): string {
  const words: Readonly<Record<string, string>> = {
    account_id: "account",
    flag_color: "flag",
    lines: "split lines",
    payee_name: "payee",
    payee_id: "payee",
    transfer_account_id: "transfer to",
    date_next: "next date",
    category_id: "category",
    category_group_id: "group",
    budgeted: "assigned",
    goal_target: "target",
    goal_target_date: "target date",
    goal_frequency: "target frequency",
    goal_needs_whole_amount: "target sets aside the full amount each time",
  };
  return words[name] ?? name;
}
