import { Refusals } from "../../domain/base/refusals.ts";
import { isOwnPayee, type PayeeRecord } from "../../domain/payees/payee_overview.ts";
import { type PayeeUser, type PayeeUses, payeeUses } from "../../domain/payees/payee_uses.ts";
import { isReservedPayee } from "../../domain/payees/system_payees.ts";
import { nameWords } from "../../domain/plan/category_label.ts";
import { usableName } from "../../domain/plan/category_name_rules.ts";
import { transactionCount } from "../../domain/plan/transaction_count.ts";
import { quoted } from "../../domain/references/reference_index.ts";
import { foldName } from "../../domain/base/fold_text.ts";
import type { Proposal } from "../change.ts";
import { type KnownPayees, payeeFinder } from "../rules/payee_finder.ts";

/** A payee and the name that it is to have. */
export interface AskedPayeeName {
  readonly payee_id: string;
  readonly name: string;
}

/** What a proposal about payees is made from. */
export interface PayeeNamePlan {
  readonly planId: string;
  readonly payees: KnownPayees;
  /** Live transactions. */
  readonly transactions: readonly PayeeUser[];
  /** Reads the payees past the local copy, while the change is being written. */
  readonly rereadPayees: () => Promise<Pick<KnownPayees, "live">>;
}

interface Renamed {
  readonly payee: PayeeRecord;
  readonly name: string;
}

/**
 * Proposes names; payees that have theirs already are left out.
 *
 * @throws {ToolError} `invalid_input`, naming every payee that is refused.
 */
export function payeeNamesDraft(
  asked: readonly AskedPayeeName[],
  plan: PayeeNamePlan,
): Proposal<"updatePayee"> {
  const renamed = renamedPayees(asked, plan).filter(({ payee, name }) => payee.name !== name);
  const [only] = renamed;
  if (only === undefined) {
    return { stop: { status: "nothing_to_do", message: "The payees have these names already" } };
  }
  const { planId, transactions, rereadPayees } = plan;
  const uses = payeeUses(new Set(renamed.map(({ payee }) => payee.id)), transactions);
  const what = renamed.length === 1
    ? `the payee ${nameWords(only.payee.name)} to ${nameWords(only.name)}`
    : `${renamed.length} payees`;
  return {
    draft: {
      summary: `Rename ${what}`,
      done: `Renamed ${what}`,
      preview: renamed.map(({ payee: { id, name: before }, name }) => ({
        id,
        label: before,
        field: "name",
        before,
        after: name,
        isOwnText: true,
      })),
      warnings: [shownBy(uses, renamed.length)],
      steps: renamed.map(({ payee: { id, name: before }, name }) => ({
        operation: "updatePayee",
        args: { planId, payeeId: id, payee: { name } },
        targets: [{ id, label: before, before: { name: before }, after: { name } }],
        compensation: {
          operation: "updatePayee",
          args: { planId, payeeId: id, payee: { name: before } },
        },
      })),
      irreversible: null,
      undoRequests: renamed.length,
      readTargets: async () =>
        new Map((await rereadPayees()).live.map(({ id, name }) => [id, { name }])),
    },
  };
}

/** Another payee's name would make two of one name: that is for merging. */
function renamedPayees(
  asked: readonly AskedPayeeName[],
  { payees }: PayeeNamePlan,
): readonly Renamed[] {
  const refusals = new Refusals();
  const find = payeeFinder(payees, refusals);
  const byName = Map.groupBy(payees.live, ({ name }) => foldName(name));
  const given = new Set<string>();
  const renamed = asked.flatMap(({ payee_id: reference, name: wanted }): readonly Renamed[] => {
    const payee = find(reference);
    const name = refusals.attempt(quoted(reference), () => usableName(wanted));
    if (payee === null || name === null) return [];
    const folded = foldName(name);
    const other = (byName.get(folded) ?? []).find(({ id }) => id !== payee.id);
    const why = isReservedPayee(name)
      ? `YNAB keeps the name "${nameWords(name)}" for itself: choose another`
      : other !== undefined
      ? whyTaken(other)
      : given.has(folded)
      ? `"${nameWords(name)}" is given twice: merge_payees makes one payee of several`
      : null;
    given.add(folded);
    if (why !== null) refusals.add(quoted(reference), why);
    return [{ payee, name }];
  });
  refusals.throwIfAny();
  return renamed;
}

function whyTaken(other: PayeeRecord): string {
  const name = `another payee is called "${nameWords(other.name)}" already`;
  return isOwnPayee(other)
    ? `${name}: merge_payees makes one payee of the two`
    : `${name}: choose another name`;
}

function shownBy({ records, lines }: PayeeUses, names: number): string {
  const also = lines === 0 ? "" : ` and ${lines} split ${lines === 1 ? "line" : "lines"}`;
  const verb = records + lines === 1 ? "shows" : "show";
  const what = names === 1 ? "the new name" : "the new names";
  return `${transactionCount(records)}${also} ${verb} ${what}, however old`;
}
