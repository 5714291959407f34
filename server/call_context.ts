import { Journal } from "../changes/journal.ts";
import { resolveCreations } from "../changes/resolve_journal.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import type { ReadOptions } from "../sync/plan/plan_context.ts";
import { type DirectReads, directReads, type Reads, readsOf } from "../sync/plan/reads.ts";
import { inTurns } from "../client/timers.ts";
import { type AnyContext, declaredOnly, type ServerView } from "../tools/_tool.ts";
import { settingName } from "./settings_form.ts";
import { type CallSource, notingReads, type SentRequests, type ToolCall } from "./tool_call.ts";

/** Creates the context of a handler. */
export function callContext(source: CallSource): AnyContext & ServerView {
  const { call, args, copy, names, sent, session } = source;
  const { signal, tool, handed = null } = call;
  const { profile, now, journalResolved, principal, settingsForm } = session;
  const declared = tool.reads[profile];
  const isConfirming = args["confirmation"] !== undefined ||
    (call.elicitation?.response ?? null) !== null;
  // Includes only the declared reads. Calls of any others don't compile, and would fail at run time.
  const copyReads = (how: Pick<ReadOptions, "isFreshOnly" | "reserve">): Reads => {
    const options = { ...readOptions(call, sent), onProgress: call.onProgress, ...how };
    return notingReads(readsOf(copy, options), declared, names) as Reads;
  };
  // Don't pass the caller's signal: a change that has started runs to completion.
  const direct = { onRequest: () => void (sent.count += 1), reserve: true };
  const uncached = declaredOnly(directReads(copy.upstream, direct), declared) as DirectReads;
  return {
    cached: copyReads({}),
    // The second check of a confirmed change may use the requests reserved for changes.
    fresh: copyReads({ isFreshOnly: true, reserve: isConfirming }),
    uncached,
    known: {
      categories: (id) => copy.plan(id).knownCategories(),
      ids: (id) => copy.plan(id).ids,
    },
    change: async (propose, options = {}) => {
      // Loaded by the first change, because reads don't need this module.
      const { makeChange } = await import("./change_binding.ts");
      return await makeChange(propose, options, { ...source, uncached });
    },
    inTurns: async (steps) => await inTurns(steps, signal),
    today: session.today(),
    utcToday: session.utcToday(),
    profile,
    moneyFormat: (planId) => copy.plan(planId).moneyFormat,
    undo: {
      journal: new Journal(copy.changes),
      journalResolved,
      resolveCreations: (search) => resolveCreations(search, { store: copy.changes, now }),
      freeRequests: () => copy.freeRequests(),
    },
    isStoredAsConfigured: session.isStoredAsConfigured,
    isWriteAllowed: session.isWriteAllowed,
    lastTransactions: async (planId) => ({
      transactions: await copy.plan(planId).knownTransactions(),
      areRecent: copy.plan(planId).areTransactionsRecent(),
    }),
    currency: async (planId) => {
      // Any list of plans will do, however old, because a plan's currency doesn't change.
      const plan = (await copy.lastListedPlans())?.find(({ id }) => id === planId);
      return cleanText(plan?.currency_format?.iso_code ?? "") || null;
    },
    statements: {
      folder: session.statementsFolder ?? null,
      folderSetting: settingName("BUDGET_STATEMENTS", settingsForm),
      kept: copy.values,
      principal,
      handed,
      isConfirming,
    },
  };
}

export function readOptions({ signal }: ToolCall, sent: SentRequests): ReadOptions {
  return {
    signal,
    onRequest: () => void (sent.count += 1),
    onStalled: () => void (sent.isStalled = true),
  };
}
