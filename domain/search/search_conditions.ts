/** Conditions; every one given must hold. Amounts are signed milliunits. */
export interface TransactionQuery {
  /** First day, `YYYY-MM-DD`. */
  readonly since?: string | undefined;
  /** Last day, `YYYY-MM-DD`. */
  readonly until?: string | undefined;
  readonly amount?: number | undefined;
  readonly minAmount?: number | undefined;
  readonly maxAmount?: number | undefined;
  readonly accountIds?: ReadonlySet<string> | undefined;
  /** Split lines included. */
  readonly categoryIds?: ReadonlySet<string> | undefined;
  /** Part of the payee's name or of the bank's label. */
  readonly payee?: string | undefined;
  /** Part of the payee's name, the memo or the bank's label. */
  readonly text?: string | undefined;
  readonly isUncategorized?: boolean | undefined;
  readonly isUnapproved?: boolean | undefined;
  readonly cleared?: string | undefined;
  readonly flag?: string | undefined;
  /** Where categories are asked for, each of their split lines goes in or out by itself. */
  readonly direction?: "in" | "out" | undefined;
}
