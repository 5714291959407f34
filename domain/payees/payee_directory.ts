import { foldText } from "../base/fold_text.ts";
import { memoisedUpTo } from "../base/memoised.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import type { PayeeGroup, PayeeIndex } from "./payee_index.ts";
import { payeeKeyOf } from "./payee_key.ts";

/** Maximum number of recent bank labels read per group; reading all would take too long. */
const LABELS_EACH = 3;

/** Transactions of one payee in one direction. */
export type AnyPayeeGroup = PayeeGroup<TransactionRecord>;

/** Whether money comes in or goes out. */
export type Direction = AnyPayeeGroup["direction"];

/** Fields that identify a transaction's payee. */
export type PaidTransaction = Pick<TransactionRecord, "amount"> & Partial<TransactionRecord>;

/** The key of transactions without a payee. */
const NO_PAYEE_KEY = payeeKeyOf({});

/** Looks up payees, excluding transfers and transactions without a payee. */
export class PayeeDirectory {
  readonly #in: DirectedPayees;
  readonly #out: DirectedPayees;

  /** Groups of an index; words are indexed on first use. */
  constructor(index: PayeeIndex<TransactionRecord>) {
    const groups = index.groups.filter(({ key }) =>
      !key.startsWith("transfer:") && key !== NO_PAYEE_KEY
    );
    this.#in = new DirectedPayees(groups.filter(({ direction }) => direction === "in"));
    this.#out = new DirectedPayees(groups.filter(({ direction }) => direction === "out"));
  }

  /** Returns a transaction's group, by its payee's id. */
  groupOf(transaction: PaidTransaction): AnyPayeeGroup | undefined {
    const { byId, byKey } = transaction.amount > 0 ? this.#in : this.#out;
    return byId.get(transaction.payee_id ?? "") ?? byKey.get(payeeKeyOf(transaction));
  }

  named(direction: Direction, key: string): AnyPayeeGroup | undefined {
    return this.#of(direction).byKey.get(key);
  }

  /** Groups with a recent bank label of this key. */
  labelled(direction: Direction, key: string): readonly AnyPayeeGroup[] {
    const { groups, labels } = this.#of(direction);
    // Searching for the longest word first avoids normalizing nearly all labels.
    const [longest = key] = wordsOf(key).toSorted((a, b) => b.length - a.length);
    return groups.filter((group, at) =>
      labels[at]?.includes(longest) === true &&
      newestLabels(group).some((label) => payeeKeyOf({ payee_name: label }) === key)
    );
  }

  /** Lists groups with a word of a key, each with its share of words in common (Jaccard index). */
  alike(direction: Direction, key: string): ReadonlyMap<AnyPayeeGroup, number> {
    const { byWord } = this.#of(direction);
    const words = wordsOf(key);
    const shared = new Map<AnyPayeeGroup, number>();
    for (const word of words) {
      byWord.get(word)?.forEach((group) => shared.set(group, (shared.get(group) ?? 0) + 1));
    }
    for (const [group, count] of shared) {
      shared.set(group, count / (words.length + wordsOf(group.key).length - count));
    }
    return shared;
  }

  #of(direction: Direction): DirectedPayees {
    return direction === "in" ? this.#in : this.#out;
  }
}

/** The payees of one direction; labels and words are indexed on first use. */
class DirectedPayees {
  readonly groups: readonly AnyPayeeGroup[];
  readonly byId = new Map<string, AnyPayeeGroup>();
  readonly byKey = new Map<string, AnyPayeeGroup>();
  #byWord: GroupsByWord | null = null;
  #labels: readonly string[] | null = null;

  constructor(groups: readonly AnyPayeeGroup[]) {
    this.groups = groups;
    for (const group of groups) {
      this.byKey.set(group.key, group);
      for (const id of group.payeeIds) this.byId.set(id, group);
    }
  }

  /** Newest labels, folded, at the places of the groups. */
  get labels(): readonly string[] {
    return this.#labels ??= this.groups.map((group) => foldedLabels(newestLabels(group).join(" ")));
  }

  get byWord(): GroupsByWord {
    return this.#byWord ??= groupsByWord(this.groups);
  }
}

/** Returns the bank labels of a payee's newest transactions. */
export function newestLabels(group: Pick<AnyPayeeGroup, "visitSince">): readonly string[] {
  const labels: string[] = [];
  group.visitSince(-Infinity, (chunk, place) => {
    const label = chunk.column("import_payee_name").at(place);
    if (label) labels.push(label as string);
    return labels.length < LABELS_EACH;
  });
  return labels;
}

/** Labels of all payees of a few plans. */
const MOST_LABELS = 10_000;
/** Folds labels; cached, because a change affects only a few. */
const foldedLabels = memoisedUpTo(MOST_LABELS, foldText);

type GroupsByWord = ReadonlyMap<string, readonly AnyPayeeGroup[]>;

function groupsByWord(groups: readonly AnyPayeeGroup[]): GroupsByWord {
  const byWord = new Map<string, AnyPayeeGroup[]>();
  for (const group of groups) {
    for (const word of wordsOf(group.key)) {
      const list = byWord.get(word);
      if (list === undefined) byWord.set(word, [group]);
      else list.push(group);
    }
  }
  return byWord;
}

/** Words of a key, each once. */
function wordsOf(key: string): readonly string[] {
  return [...new Set(key.split(" "))].filter((word) => word.length > 1);
}

/**
 * How much of a suggestion's confidence is left when the evidence is not the
 * payee's own. Judged, not fitted: plans differ too much in how their payees came
 * by their names. Money that comes back stays below the usual threshold of 0.8.
 */
const LABEL_TRUST = 0.95;
const REFUND_TRUST = 0.75;

/** Minimum share of common words. */
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
 * Returns the groups whose history may tell the category of a payee's transactions, the most
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
    // Labels shared by several payees ("check", "transfer") identify none.
    if (groups.length === 1) yield* groups;
  }
}
