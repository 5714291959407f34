import type { CollectionOf, MonthOf } from "../store.ts";
import type { MonthKey } from "./copy_rows.ts";
import type { Sealer } from "./sealer.ts";

/** Gives a plan's pseudonym. */
export function planPseudonym(
  sealer: Pick<Sealer, "pseudonymOf">,
  planId: string,
): Promise<string> {
  return sealer.pseudonymOf(`plan ${planId}`);
}

/** Gives a collection's pseudonym. */
export function collectionPseudonym(
  sealer: Pick<Sealer, "pseudonymOf">,
  { planId, name }: CollectionOf,
): Promise<string> {
  return sealer.pseudonymOf(`collection ${planId} ${name}`);
}

/** Gives the pseudonyms of a plan and of one of its months. */
export async function monthPseudonyms(
  sealer: Pick<Sealer, "pseudonymOf">,
  { planId, month }: MonthOf,
): Promise<MonthKey> {
  const [plan, name] = await Promise.all([
    planPseudonym(sealer, planId),
    sealer.pseudonymOf(`month ${planId} ${month}`),
  ]);
  return { plan, name };
}

/** Gives the associated data of something of a collection. */
export function associatedWithCollection({ planId, name }: CollectionOf, what: string): string {
  return `${planId}\n${name}\n${what}`;
}

/** Gives the associated data of a month. */
export function associatedWithMonth({ planId, month }: MonthOf): string {
  return `${planId}\nmonth\n${month}`;
}

/** Gives the associated data of a plan's reserved ids. */
export function associatedWithReservedIds(planId: string): string {
  return `${planId}\ntaken`;
}
