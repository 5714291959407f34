import { deepCopy, type PlanRecords } from "../../../demo/model/records.ts";
import type { DemoUpstream } from "../../../demo/upstream.ts";

/** Takes snapshots of the first plan. Snapshots share records, so don't modify the records. */
export function snapshotsOf(upstream: Pick<DemoUpstream, "stored">): () => PlanRecords {
  const copies = new WeakMap<object, object>();
  const copyOf = (item: unknown): unknown => {
    if (typeof item !== "object" || item === null) return item;
    const known = copies.get(item);
    // Compare the whole record, not only its server knowledge, which may be wrong.
    if (known !== undefined && isEqual(item, known)) return known;
    const copy = deepCopy(item);
    copies.set(item, copy);
    return copy;
  };
  return () => {
    const [stored] = upstream.stored;
    if (stored === undefined) throw new Error("There is no plan");
    const fields = Object.entries(stored).map(([name, value]) =>
      [name, Array.isArray(value) ? value.map(copyOf) : deepCopy(value)] as const
    );
    return Object.fromEntries(fields) as unknown as PlanRecords;
  };
}

/** Compares plain values deeply. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return false;
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [fields, others] = [one as Fields, other as Fields];
  let count = 0;
  for (const name in fields) {
    if (!(name in others) || !isEqual(fields[name], others[name])) return false;
    count += 1;
  }
  for (const _ in others) count -= 1;
  return count === 0;
}

type Fields = Readonly<Record<string, unknown>>;
