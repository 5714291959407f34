import { foldText } from "../base/fold_text.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import type { PayeeGroup, PayeeIndex } from "../payees/payee_index.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";

/**
 * Factors, chosen by judgment, that reduce the confidence if the evidence is from a related payee.
 * The factor for refunds keeps the confidence below the default threshold of 0.8.
 */
const LABEL_TRUST = 0.95;
const REFUND_TRUST = 0.75;

const MIN_LIKENESS = 0.6;

/** Maximum number of recent bank labels to read per group. Reading them all would take too long. */
const LABELS_EACH = 3;

export type PayeeRelation = "same" | "label" | "refund" | "alike";

interface RelatedPayee {
  readonly group: PayeeGroup;
  readonly relation: PayeeRelation;
  readonly trust: number;
}

const NO_PAYEE_KEY = payeeKeyOf({});

/** Looks up payees and related payees. Leaves out transfers and transactions without a payee. */
export class PayeeDirectory {
  readonly #in: DirectedPayees;
  readonly #out: DirectedPayees;

  constructor({ groups }: PayeeIndex) {
    const named = groups.filter(({ key }) => !key.startsWith("transfer:") && key !== NO_PAYEE_KEY);
    this.#in = new DirectedPayees(named.filter(({ direction }) => direction === "in"));
    this.#out = new DirectedPayees(named.filter(({ direction }) => direction === "out"));
  }

  groupOf(transaction: TransactionRecord): PayeeGroup | undefined {
    const { byId, byKey } = transaction.amount > 0 ? this.#in : this.#out;
    return byId.get(transaction.payee_id ?? "") ?? byKey.get(payeeKeyOf(transaction));
  }

  /**
   * Yields the groups whose history may reveal a payee's categories, most reliable first.
   *
   * 1. The payee itself.
   * 2. Payee groups that represent the same merchant as the payee, judging by bank labels. The
   *   payee and the group share a recent label, or the name of one is a recent label of the other.
   *   When two groups are compared, a group's recent label doesn't count if a third group also has
   *   that label.
   * 3. The payments made to the payee. They are included only if the transaction in question is
   *    money received from the payee, because such a transaction may be a refund.
   * 4. Payees whose names share most of their words with the given payee's name.
   */
  *relatedTo(own: PayeeGroup): Iterable<RelatedPayee> {
    const { direction, key } = own;
    const payees = direction === "in" ? this.#in : this.#out;
    yield { group: own, relation: "same", trust: 1 };
    for (const group of payees.sameMerchant(own)) {
      if (group !== own) yield { group, relation: "label", trust: LABEL_TRUST };
    }
    const paid = direction === "in" ? this.#out.byKey.get(key) : undefined;
    if (paid !== undefined) yield { group: paid, relation: "refund", trust: REFUND_TRUST };
    for (const [group, trust] of [...payees.alike(key)].sort((a, b) => b[1] - a[1])) {
      if (group !== own && trust >= MIN_LIKENESS) yield { group, relation: "alike", trust };
    }
  }
}

/**
 * The payees of all inflows or of all outflows. Their labels and words are indexed on first use.
 */
class DirectedPayees {
  readonly byId = new Map<string, PayeeGroup>();
  readonly byKey = new Map<string, PayeeGroup>();
  readonly #groups: readonly PayeeGroup[];
  #byWord: ReadonlyMap<string, readonly PayeeGroup[]> | null = null;
  #labels: readonly string[] | null = null;

  constructor(groups: readonly PayeeGroup[]) {
    this.#groups = groups;
    for (const group of groups) {
      this.byKey.set(group.key, group);
      for (const id of group.payeeIds) this.byId.set(id, group);
    }
  }

  *sameMerchant(own: PayeeGroup): Iterable<PayeeGroup> {
    const labels = new Set(newestLabels(own).map((label) => payeeKeyOf({ payee_name: label })));
    for (const label of labels) {
      const group = this.byKey.get(label);
      if (group !== undefined) yield group;
    }
    for (const label of labels.add(own.key)) {
      const groups = this.#labeled(label).filter((group) => group !== own);
      // Labels shared by several payees ("check", "transfer") don't identify a payee.
      if (groups.length === 1) yield* groups;
    }
  }

  alike(key: string): ReadonlyMap<PayeeGroup, number> {
    this.#byWord ??= groupsByWord(this.#groups);
    const words = wordsOf(key);
    const shared = new Map<PayeeGroup, number>();
    for (const group of words.flatMap((word) => this.#byWord?.get(word) ?? [])) {
      shared.set(group, (shared.get(group) ?? 0) + 1);
    }
    for (const [group, count] of shared) {
      shared.set(group, count / (words.length + wordsOf(group.key).length - count));
    }
    return shared;
  }

  #labeled(key: string): readonly PayeeGroup[] {
    const labels = this.#labels ??= this.#groups.map((group) =>
      foldText(newestLabels(group).join(" "))
    );
    // Normalizing is slow, so skip groups whose labels don't contain the longest word of the payee
    // name or label being looked up.
    const [longest = key] = wordsOf(key).toSorted((a, b) => b.length - a.length);
    return this.#groups.filter((group, at) =>
      labels[at]?.includes(longest) === true &&
      newestLabels(group).some((label) => payeeKeyOf({ payee_name: label }) === key)
    );
  }
}

function newestLabels({ transactions }: PayeeGroup): readonly string[] {
  const labels: string[] = [];
  for (let at = transactions.length - 1; at >= 0 && labels.length < LABELS_EACH; at--) {
    const label = transactions[at]?.import_payee_name;
    if (label) labels.push(label);
  }
  return labels;
}

function groupsByWord(groups: readonly PayeeGroup[]): ReadonlyMap<string, readonly PayeeGroup[]> {
  const pairs = groups.flatMap((group) => wordsOf(group.key).map((word) => ({ word, group })));
  const byWord = Map.groupBy(pairs, ({ word }) => word);
  return new Map([...byWord].map(([word, all]) => [word, all.map(({ group }) => group)]));
}

function wordsOf(key: string): readonly string[] {
  return [...new Set(key.split(" "))].filter((word) => word.length > 1);
}
