import type { BlobLook, CollectionRow, CollectionRows, Looking } from "../../sync/store/backend.ts";
import type { Row } from "./driver_shape.ts";
import { type HandleOptions, heldByOther } from "./lease_rows.ts";
import { SCHEMA } from "./schema.ts";

/** Looks at a plan. */
export async function lookAt(
  { database, owner, holder }: HandleOptions,
  collections: Pick<CollectionRows, "find">,
  { plan, seen, lease }: Looking,
): Promise<BlobLook> {
  const { rows } = await database.query(
    `SELECT ${database.now} AS now, ${heldByOther(database)} AS is_held, ` +
      `(SELECT count FROM ${SCHEMA}.touches AS touched ` +
      "WHERE touched.owner = $1 AND touched.plan = $4) AS touches, " +
      "kept.name, kept.epoch, kept.version FROM (SELECT 1) AS always " +
      `LEFT JOIN ${SCHEMA}.collections AS kept ` +
      "ON kept.owner = $1 AND kept.name = ANY($5::text[])",
    [owner, lease, holder, plan, seen.map(({ name }) => name)],
  );
  const [first] = rows;
  return {
    touches: Number(first?.["touches"] ?? 0),
    isHeld: first?.["is_held"] === true,
    now: Number(first?.["now"]),
    moved: await moved(collections, seen, rows),
  };
}

/** Of each its own snapshot: what comes in between is only newer than what was looked at. */
async function moved(
  collections: Pick<CollectionRows, "find">,
  seen: Looking["seen"],
  standing: readonly Row[],
): Promise<readonly (CollectionRow & { readonly name: string })[]> {
  const found: (CollectionRow & { readonly name: string })[] = [];
  for (const { name, mark } of seen) {
    const row = standing.find((one) => one["name"] === name);
    const isSame = row?.["epoch"] === mark.epoch && Number(row["version"]) === mark.version;
    const collection = row === undefined || isSame ? null : await collections.find(name, mark);
    if (collection !== null) found.push({ ...collection, name });
  }
  return found;
}
