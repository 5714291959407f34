import { DAY_MS, dayOf } from "../../domain/base/day.ts";
import type { SignInStore } from "../sign_in_store/sign_in_store.ts";
import type { HostedOptions } from "./hosted_options.ts";
import type { HostedDatabase, VaultName } from "./vault_rows.ts";

/** Vaults deleted at a time. */
const MOST_SWEPT = 1_000;
const HOUR_MS = 3_600_000;

/**
 * Finds vaults to delete: those unused for the retention time, and, after a day, those
 * whose program never fetched its token. The next ones are found after these were deleted.
 */
export async function* vaultsToSweep({ database, store, hosted, now }: {
  readonly database: HostedDatabase;
  readonly store: SignInStore;
  readonly hosted: Pick<HostedOptions, "retentionDays">;
  readonly now: () => number;
}): AsyncGenerator<readonly VaultName[]> {
  const day = dayOf(now() - hosted.retentionDays * DAY_MS);
  for (;;) {
    const unused = await database.unusedSince(day, MOST_SWEPT);
    if (unused.length > 0) yield unused;
    if (unused.length < MOST_SWEPT) break;
  }
  // A day that ended an hour ago, so that no sign-in is still in progress.
  const lastDay = dayOf(now() - DAY_MS - HOUR_MS);
  for (const row of await database.usedOnceBetween(dayOf(now() - 3 * DAY_MS), lastDay)) {
    if (!await store.hasOfGrant(row.vault)) yield [row];
  }
}
