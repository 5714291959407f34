import type { Refusals } from "../../domain/base/tool_error.ts";
import type { AccountRecord } from "../../domain/base/plan_records.ts";
import { quoted, resolveReference } from "../../domain/references/resolve_reference.ts";

/** Live accounts, and the ids of those that are gone. */
export interface KnownAccounts {
  readonly live: readonly AccountRecord[];
  readonly deletedIds: ReadonlySet<string>;
}

/** Makes a finder of accounts. */
export function accountFinder(
  { live, deletedIds }: KnownAccounts,
  refusals: Refusals,
): (argument: string, reference: string) => AccountRecord | null {
  return (argument, reference) => {
    const subject = `${argument} ${quoted(reference)}`;
    const account = refusals.attempt(subject, () =>
      resolveReference(reference, {
        noun: "account",
        records: live,
        deletedIds,
        describe: ({ name, type }) => `${name} (${type})`,
        hint: "list_accounts shows them",
      }));
    if (account?.closed) {
      refusals.add(subject, "the account is closed: reopen it in YNAB's app, or choose another");
    }
    return account;
  };
}
