import { z } from "zod";
import { type FieldChange, fieldDraft, nothingToDo } from "../changes/rules/field_changes.ts";
import { type KnownPayees, payeeFinder } from "../changes/rules/references.ts";
import { whyNoPayee } from "../changes/rules/transactions.ts";
import { settingStep } from "../changes/setting.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import { foldName } from "../domain/base/fold_text.ts";
import { Refusals } from "../domain/base/tool_error.ts";
import { isOwnPayee, type PayeeRecord, payeeUses } from "../domain/payees/payee_index.ts";
import { isReservedPayee } from "../domain/payees/system_payees.ts";
import { nameWords, usableName } from "../domain/plan/category_label.ts";
import { transactionCount } from "../domain/plan/transaction_label.ts";
import { quoted } from "../domain/references/resolve_reference.ts";
import { changeInput, changeOutput, reference, storedText } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Rename payees",
  description:
    "Renames payees, for example from a bank description to the store's name; transactions show " +
    "the new name. Use merge_payees to combine payees.",
  profiles: ["complete"],
  isIdempotent: true,
  example: {
    lookUps: [{ tool: "list_payees", args: { limit: 1 } }],
    args: {
      renames: [{ payee_id: "=list_payees.payees.0.payee_id", name: "Corner Coffee" }],
    },
  },
};

export const schema = {
  input: changeInput({
    renames: z.array(z.strictObject({
      payee_id: reference.describe("Id or name"),
      name: storedText(200).min(1),
    })).min(1).max(50),
  }),
  output: changeOutput,
};

export const reads = ["getPayees", "getTransactions"] as const;
export const writes = ["updatePayee"] as const;

type Input = InputOf<typeof schema>;

export async function handler(
  { plan_id: planId, renames }: Input,
  { fresh, change }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  return await change(async () => {
    const [payees, { live: transactions }] = await Promise.all([
      fresh.getPayees({ planId }),
      fresh.getTransactions({ planId }),
    ]);
    const changed = renamedPayees(renames, payees).filter(({ payee, name }) => payee.name !== name);
    const [only] = changed;
    if (only === undefined) return nothingToDo("The payees already have these names");
    const uses = payeeUses(new Set(changed.map(({ payee }) => payee.id)), transactions);
    const changes = changed.map(({ payee: { id, name: before }, name }): FieldChange => ({
      id,
      label: cleanText(before),
      before: { name: before },
      after: { name },
      lines: [{ field: "name", before, after: name, isOwnText: true }],
    }));
    return {
      draft: fieldDraft(changes, {
        verb: "Rename",
        past: "Renamed",
        what: changed.length === 1
          ? `the payee ${cleanText(only.payee.name)} to ${cleanText(only.name)}`
          : `${changed.length} payees`,
        warnings: [usesWords(uses, changed.length)],
        steps: changes.map((one) => settingStep("updatePayee", one, { planId, isWhole: true })),
      }),
    };
  });
}

interface Renamed {
  readonly payee: PayeeRecord;
  readonly name: string;
}

/** Finds payees to rename. Rejects names in use, because only `merge_payees` combines payees. */
function renamedPayees(renames: Input["renames"], payees: KnownPayees): readonly Renamed[] {
  const refusals = new Refusals();
  const find = payeeFinder(payees, refusals);
  const byName = Map.groupBy(payees.live, ({ name }) => foldName(name));
  const given = new Set<string>();
  const renamed = renames.flatMap(({ payee_id: reference, name: wanted }): readonly Renamed[] => {
    const payee = find(reference);
    const name = refusals.attempt(quoted(reference), () => usableName(wanted));
    if (payee === null || name === null) return [];
    const folded = foldName(name);
    const other = (byName.get(folded) ?? []).find(({ id }) => id !== payee.id);
    const why = isReservedPayee(name)
      ? `YNAB reserves the name "${nameWords(name)}": choose another`
      : other !== undefined
      ? nameConflict(other)
      : whyNoPayee(name) !== null
      ? whyNoPayee(name)
      : given.has(folded)
      ? `this call also gives another payee the name "${nameWords(name)}": use merge_payees to ` +
        "combine payees"
      : null;
    given.add(folded);
    refusals.add(quoted(reference), why);
    return [{ payee, name }];
  });
  refusals.throwIfAny();
  return renamed;
}

function nameConflict(other: PayeeRecord): string {
  const name = `another payee is already named "${nameWords(other.name)}"`;
  return isOwnPayee(other)
    ? `${name}: use merge_payees to combine the two`
    : `${name}: choose another name`;
}

function usesWords({ records, lines }: ReturnType<typeof payeeUses>, names: number): string {
  const also = lines === 0 ? "" : ` and ${lines} split ${lines === 1 ? "line" : "lines"}`;
  const what = names === 1 ? "the new name" : "the new names";
  return `${what} will also appear in ${transactionCount(records)}${also} entered earlier`;
}
