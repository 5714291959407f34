import type { CollectionName, CopyStore, PlanLook, StoredPlans } from "../store.ts";
import type { BlobStore } from "./blob_store.ts";
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
  readonly blobs: Pick<BlobStore, "copy" | "look">;
  /** Names the lease under which the steps of a change of a plan are taken. */
  readonly writingName: (planId: string) => Promise<string>;
  readonly sealer: Sealer;
  /** Hears the time by the clock of the backend, in milliseconds since 1970. */
  readonly onTime: (now: number) => void;
  /** Hears that a collection was incomplete or damaged: it is forgotten, and read anew. */
  readonly onDamaged: (name: CollectionName) => void;
}

/** Seals a copy. */
export function sealedCopy(
  { blobs, sealer, onDamaged, writingName, onTime }: SealedCopyOptions,
): CopyStore {
  const rows = blobs.copy;
  const { openMoved, ...collections } = sealedCollections({
    rows: rows.collections,
    sealer,
    onDamaged,
  });
  return {
    async loadPlans(): Promise<StoredPlans | null> {
      const body = await rows.loadPlans();
      return body === null ? null : await openJson<StoredPlans>(sealer, body, PLANS);
    },
    async savePlans({ plans, readAt }): Promise<void> {
      await rows.savePlans(await sealJson(sealer, { plans, readAt }, PLANS));
    },
    ...collections,
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
    async touch(planId): Promise<number> {
      return await rows.touch(await planPseudonym(sealer, planId));
    },
    async look(planId, seen): Promise<PlanLook> {
      const looked = COLLECTIONS.flatMap((name) => {
        const mark = seen[name] ?? null;
        return mark === null ? [] : { of: { planId, name }, mark };
      });
      const names = await Promise.all(looked.map(({ of }) => collectionPseudonym(sealer, of)));
      const { touches, isHeld, now, moved } = await blobs.look({
        plan: await planPseudonym(sealer, planId),
        seen: looked.map(({ mark }, at) => ({ name: names[at] ?? "", mark })),
        lease: await writingName(planId),
      });
      onTime(now);
      const opened = moved.map(async (row) => {
        const one = looked[names.indexOf(row.name)];
        const collection = one === undefined ? null : await openMoved(one.of, one.mark, row);
        return one === undefined || collection === null
          ? []
          : [{ ...collection, name: one.of.name }];
      });
      return { touches, isWriting: isHeld, moved: (await Promise.all(opened)).flat() };
    },
  };
}
