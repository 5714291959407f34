/**
 * The copy of one token over a backend's rows: packed, sealed, and named by pseudonyms.
 *
 * @module
 */

import type { CollectionName, CopyStore, StoredPlans } from "../store.ts";
import type { CopyRows } from "./copy_rows.ts";
import { associatedWithReservedIds, collectionPseudonym, planPseudonym } from "./pseudonyms.ts";
import { randomEpoch, sealedCollections } from "./sealed_collection.ts";
import { openJson, sealJson } from "./sealed_json.ts";
import { sealedMonths } from "./sealed_months.ts";
import type { Sealer } from "./sealer.ts";

/** The associated data of the list of plans. */
const PLANS = "plans";

const COLLECTIONS: readonly CollectionName[] = [
  "transactions",
  "accounts",
  "categories",
  "scheduled_transactions",
  "months",
  "payees",
];

/** What a sealed copy is kept with. */
export interface SealedCopyOptions {
  readonly rows: CopyRows;
  readonly sealer: Sealer;
  /** Hears that a collection was incomplete or damaged: it is forgotten, and read anew. */
  readonly onDamaged: (name: CollectionName) => void;
}

/**
 * Seals a copy.
 *
 * @param options The rows, and what seals them.
 * @returns The store; what can't be opened counts as not there.
 */
export function sealedCopy({ rows, sealer, onDamaged }: SealedCopyOptions): CopyStore {
  return {
    async loadPlans(): Promise<StoredPlans | null> {
      const body = await rows.loadPlans();
      return body === null ? null : await openJson<StoredPlans>(sealer, body, PLANS);
    },
    async savePlans({ plans, readAt }): Promise<void> {
      await rows.savePlans(await sealJson(sealer, { plans, readAt }, PLANS));
    },
    ...sealedCollections({ rows: rows.collections, sealer, onDamaged }),
    ...sealedMonths({ rows: rows.months, sealer, onDamaged }),
    async forgetPlan(planId): Promise<void> {
      const plan = await planPseudonym(sealer, planId);
      const collections = await Promise.all(COLLECTIONS.map(async (name) => ({
        name: await collectionPseudonym(sealer, { planId, name }),
        epoch: randomEpoch(),
      })));
      await rows.forgetPlan(plan, collections);
    },
    async reserveIds(planId, ids): Promise<void> {
      const plan = await planPseudonym(sealer, planId);
      const body = await sealJson(sealer, ids, associatedWithReservedIds(planId));
      await rows.addReservedIds(plan, body);
    },
    async reservedIds(planId): Promise<readonly string[]> {
      const bodies = await rows.reservedIds(await planPseudonym(sealer, planId));
      const associatedData = associatedWithReservedIds(planId);
      const lists = await Promise.all(
        bodies.map((body) => openJson<readonly string[]>(sealer, body, associatedData)),
      );
      return [...new Set(lists.flat())];
    },
    async noteWrite(planId, at): Promise<void> {
      await rows.noteWrite(await planPseudonym(sealer, planId), at);
    },
    async lastWriteAt(planId): Promise<number> {
      return await rows.lastWriteAt(await planPseudonym(sealer, planId));
    },
  };
}
