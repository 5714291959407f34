import { z } from "zod";
import type { ChangeDraft } from "../changes/change.ts";
import { type FieldChange, fieldDraft, transactionsStep } from "../changes/rules/field_changes.ts";
import type { KnownTransactions } from "../changes/rules/references.ts";
import type { MoneyFormat } from "../domain/base/money_format.ts";
import type { TransactionRecord } from "../domain/base/plan_records.ts";
import { Refusals, ToolError } from "../domain/base/tool_error.ts";
import { transactionCount, transactionLabel } from "../domain/plan/transaction_label.ts";
import { transactionScope } from "../domain/references/find_record.ts";
import { quoted, referenceIndex } from "../domain/references/resolve_reference.ts";
import { changeOutput, planInput, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Approve transactions",
  description: "Approves transactions immediately and changes nothing else. " +
    "Call find_transactions (unapproved: true) first; approve only what the user accepts.",
  profiles: ["fuller", "reduced"],
  isDestructive: false,
  isIdempotent: true,
  example: {
    follows: "find_transactions",
    lookUps: [{ tool: "find_transactions", args: { unapproved: true, limit: 2 } }],
    args: {
      transaction_ids: [
        "=find_transactions.transactions.0.transaction_id",
        "=find_transactions.transactions.1.transaction_id",
      ],
    },
  },
};

export const schema = {
  input: planInput({ transaction_ids: z.array(reference).min(1).max(500) }),
  output: changeOutput,
};

export const reads = [] as const;
export const writes = ["updateTransactions"] as const;

export async function handler(
  { plan_id: planId, transaction_ids: references }: InputOf<typeof schema>,
  { change, moneyFormat, lastTransactions }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  return await change(async () => {
    const { transactions: known, areRecent } = await lastTransactions(planId);
    const named = namedTransactions(references, known);
    return { draft: draftOf(named, { planId, areRecent, format: moneyFormat(planId) }) };
  }, { isUnconfirmed: true });
}

interface NamedTransaction {
  readonly id: string;
  /** The transaction's record; `null` if the transaction hasn't been read from YNAB. */
  readonly transaction: TransactionRecord | null;
}

// Matches a full id, which ends with a date if YNAB entered the transaction from a schedule.
const WHOLE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:_\d{4}-\d{2}-\d{2})?$/u;

/** Returns each of the named transactions once, even if the call names it twice. */
function namedTransactions(
  references: readonly string[],
  known: KnownTransactions | null,
): readonly NamedTransaction[] {
  const { live, deletedIds } = known ?? { live: [], deletedIds: new Set<string>() };
  const byId = new Map(live.map((transaction) => [transaction.id, transaction]));
  const resolve = referenceIndex(transactionScope({ live, deletedIds }));
  const refusals = new Refusals();
  const named = new Map<string, NamedTransaction>();
  for (const reference of references) {
    const whole = reference.trim().toLowerCase();
    const isWhole = WHOLE_ID.test(whole) && !deletedIds.has(whole);
    const id = isWhole ? whole : refusals.attempt(quoted(reference), () => {
      if (known === null) throw notRead();
      return resolve(reference).id;
    });
    if (id !== null) named.set(id, { id, transaction: byId.get(id) ?? null });
  }
  refusals.throwIfAny();
  return [...named.values()];
}

function notRead(): ToolError {
  return new ToolError(
    "not_found",
    "no transactions have been read yet, so this short id is unknown: call find_transactions " +
      "first, or pass the full id",
  );
}

/** Includes transactions that were already approved when read: their status may have changed. */
function draftOf(
  transactions: readonly NamedTransaction[],
  { planId, areRecent, format }: {
    readonly planId: string;
    readonly areRecent: boolean;
    readonly format: MoneyFormat;
  },
): ChangeDraft<"updateTransactions"> {
  const count = transactions.length;
  const approved = transactions.filter(({ transaction }) => transaction?.approved === true);
  const already = areRecent ? approved.length : 0;
  const unread = transactions.filter(({ transaction }) => transaction === null).length;
  const when = unread === count ? "" : " immediately before this approval";
  const isKnown = areRecent && unread < count;
  const changes = transactions.map(({ id, transaction }): FieldChange => ({
    id,
    label: transaction === null ? `transaction ${id}` : transactionLabel(transaction, format),
    // If a transaction hasn't been read, undo has no previous value to restore.
    before: transaction === null ? {} : { approved: transaction.approved },
    after: { approved: true },
    lines: [{
      field: "approved",
      before: transaction?.approved ?? "not known",
      after: true,
      ...(transaction === null ? {} : { amount: transaction.amount }),
    }],
  }));
  return fieldDraft(changes, {
    verb: "Approve",
    what: transactionCount(count),
    done: `Approved ${transactionCount(count - already)}` +
      (already === 0 ? "" : `; already approved: ${already}`),
    warnings: unread > 0 && isKnown
      ? [
        "transactions that this server hadn't read before this approval will stay approved " +
        `even if you undo it: ${unread}`,
      ]
      : [],
    steps: [transactionsStep(planId, changes)],
    irreversible: isKnown
      ? null
      : `this server hadn't read the transactions${when}, so it is unknown which of them were ` +
        "already approved",
  });
}
