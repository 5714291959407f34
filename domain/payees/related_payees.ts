import { type AnyPayeeGroup, newestLabels, type PayeeDirectory } from "./payee_directory.ts";
import { payeeKeyOf } from "./payee_key.ts";

/**
 * How much of a suggestion's confidence is left when the evidence is not the
 * payee's own. Judged, not fitted: plans differ too much in how their payees came
 * by their names. Money that comes back stays below the usual threshold of 0.8.
 */
const LABEL_TRUST = 0.95;
const REFUND_TRUST = 0.75;

/** Share of words that two names must have in common. */
const LEAST_LIKENESS = 0.6;

/** Why a group may have evidence. */
export type PayeeRelation = "same" | "label" | "refund" | "alike";

/** A group that may have evidence. */
export interface RelatedPayee {
  readonly group: AnyPayeeGroup;
  readonly relation: PayeeRelation;
  /** Factor on the confidence, 0 to 1; 1 for the payee itself. */
  readonly trust: number;
}

/**
 * Gives the groups whose history may tell the category of a payee's transactions, the most
 * trusted first; the later ones are looked for only when they are asked for.
 *
 * 1. The payee itself.
 * 2. The same merchant by a bank's label: the payee's own label names a group, or one
 *    other group alone has lately had the label that this payee is named after.
 * 3. For money that comes in: what went out to the same payee.
 * 4. Names that share most of their words.
 */
export function* relatedPayees(
  own: AnyPayeeGroup,
  directory: PayeeDirectory,
): Iterable<RelatedPayee> {
  const { direction, key } = own;
  yield { group: own, relation: "same", trust: 1 };
  for (const group of sameMerchant(own, directory)) {
    if (group !== own) yield { group, relation: "label", trust: LABEL_TRUST };
  }
  const spent = direction === "in" ? directory.named("out", key) : undefined;
  if (spent !== undefined) yield { group: spent, relation: "refund", trust: REFUND_TRUST };
  const alike = [...directory.alike(direction, key)].sort((a, b) => b[1] - a[1]);
  for (const [group, trust] of alike) {
    if (group !== own && trust >= LEAST_LIKENESS) yield { group, relation: "alike", trust };
  }
}

function* sameMerchant(own: AnyPayeeGroup, directory: PayeeDirectory): Iterable<AnyPayeeGroup> {
  const { direction, key } = own;
  const labels = new Set(newestLabels(own).map((label) => payeeKeyOf({ payee_name: label })));
  for (const label of labels) {
    const group = directory.named(direction, label);
    if (group !== undefined) yield group;
  }
  for (const label of labels.add(key)) {
    const groups = directory.labelled(direction, label).filter((group) => group !== own);
    // What several payees are called by the bank ("check", "transfer") names none.
    if (groups.length === 1) yield* groups;
  }
}
