/**
 * Names of rows in the files that tell nothing of what they stand for, and what sealed
 * bytes are about.
 *
 * @module
 */

import type { Sealer } from "./sealer.ts";
import type { CollectionOf, MonthOf } from "../store.ts";

/** Names a plan. */
export function planName(sealer: Pick<Sealer, "nameOf">, planId: string): Promise<string> {
  return sealer.nameOf(`plan ${planId}`);
}

/** Names a collection. */
export function collectionName(
  sealer: Pick<Sealer, "nameOf">,
  { planId, name }: CollectionOf,
): Promise<string> {
  return sealer.nameOf(`collection ${planId} ${name}`);
}

/** Names a plan and one of its months. */
export function monthNames(
  sealer: Pick<Sealer, "nameOf">,
  { planId, month }: MonthOf,
): Promise<[plan: string, month: string]> {
  return Promise.all([planName(sealer, planId), sealer.nameOf(`month ${planId} ${month}`)]);
}

/** Says what bytes of a collection are about. */
export function aboutCollection({ planId, name }: CollectionOf, what: string): string {
  return `${planId}\n${name}\n${what}`;
}

/** Says what the bytes of a month are about. */
export function aboutMonth({ planId, month }: MonthOf): string {
  return `${planId}\nmonth\n${month}`;
}

/** Says what the bytes of a plan's taken ids are about. */
export function aboutTaken(planId: string): string {
  return `${planId}\ntaken`;
}
