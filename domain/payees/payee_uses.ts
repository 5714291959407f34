/** A transaction or a schedule, as far as it names payees. */
export interface PayeeUser {
  readonly payee_id?: string | null;
  readonly subtransactions: readonly {
    readonly payee_id?: string | null;
    readonly deleted: boolean;
  }[];
}

/** How often a payee is named. */
export interface PayeeUses {
  /** Transactions or schedules themselves. */
  readonly records: number;
  /** Lines of splits. */
  readonly lines: number;
}

/** Counts the uses of payees. */
export function payeeUses(
  payeeIds: ReadonlySet<string>,
  users: readonly PayeeUser[],
): PayeeUses {
  const isNamed = ({ payee_id: id }: { readonly payee_id?: string | null }): boolean =>
    payeeIds.has(id ?? "");
  return {
    records: users.filter(isNamed).length,
    lines: users.reduce(
      (sum, { subtransactions }) =>
        sum + subtransactions.filter((line) => !line.deleted && isNamed(line)).length,
      0,
    ),
  };
}
