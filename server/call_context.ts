import { Journal } from "../changes/journal.ts";
import { resolveCreations, type UndoEngine } from "../changes/resolve_journal.ts";
import type { Steps } from "../domain/base/all_steps.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import type { MoneyFormat } from "../domain/base/money_format.ts";
import type { ReadOptions } from "../sync/plan/plan_context.ts";
import { type DirectReads, directReads, type Reads, readsOf } from "../sync/plan/reads.ts";
import { inTurns } from "../client/timers.ts";
import {
  type AnyContext,
  declaredOnly,
  type LastTransactions,
  type Profile,
  type ReadId,
  type ServerView,
  type StatementAccess,
} from "../tools/_tool.ts";
import { settingName } from "./settings_form.ts";
import { type CallSource, notingReads, type SentRequests, type ToolCall } from "./tool_call.ts";

export class CallContext implements AnyContext, ServerView {
  readonly #source: CallSource;

  constructor(source: CallSource) {
    this.#source = source;
  }

  get cached(): Reads {
    return this.#copyReads({});
  }

  get fresh(): Reads {
    // The second check of a confirmed change may use the requests reserved for changes.
    return this.#copyReads({ isFreshOnly: true, reserve: this.#isConfirming });
  }

  get uncached(): DirectReads {
    const { copy, sent } = this.#source;
    // Don't pass the caller's signal: a change that has started runs to completion.
    const options = { onRequest: () => void (sent.count += 1), reserve: true };
    return declaredOnly(directReads(copy.upstream, options), this.#declared) as DirectReads;
  }

  get known(): AnyContext["known"] {
    const { copy } = this.#source;
    return {
      categories: (id) => copy.plan(id).knownCategories(),
      ids: (id) => copy.plan(id).ids,
    };
  }

  get change(): AnyContext["change"] {
    const source = { ...this.#source, uncached: this.uncached };
    return async (propose, options = {}) => {
      // Loaded by the first change, because reads don't need this module.
      const { makeChange } = await import("./change_binding.ts");
      return await makeChange(propose, options, source);
    };
  }

  get inTurns(): <Result>(steps: Steps<Result>) => Promise<Result> {
    const { signal } = this.#source.call;
    return async (steps) => await inTurns(steps, signal);
  }

  get today(): string {
    return this.#source.session.today();
  }

  get utcToday(): string {
    return this.#source.session.utcToday();
  }

  get profile(): Profile {
    return this.#source.session.profile;
  }

  get moneyFormat(): (planId: string) => MoneyFormat {
    const { copy } = this.#source;
    return (planId) => copy.plan(planId).moneyFormat;
  }

  get undo(): UndoEngine {
    const { copy, session: { now, journalResolved } } = this.#source;
    const { changes: store } = copy;
    return {
      journal: new Journal(store),
      journalResolved,
      resolveCreations: (search) => resolveCreations(search, { store, now }),
      freeRequests: () => copy.freeRequests(),
    };
  }

  get isStoredAsConfigured(): () => boolean {
    return this.#source.session.isStoredAsConfigured;
  }

  get isWriteAllowed(): boolean {
    return this.#source.session.isWriteAllowed;
  }

  get lastTransactions(): (planId: string) => Promise<LastTransactions> {
    const { copy } = this.#source;
    return async (planId) => ({
      transactions: await copy.plan(planId).knownTransactions(),
      areRecent: copy.plan(planId).areTransactionsRecent(),
    });
  }

  get currency(): (planId: string) => Promise<string | null> {
    const { copy } = this.#source;
    return async (planId) => {
      // Any list of plans will do, however old, because a plan's currency doesn't change.
      const plan = (await copy.lastListedPlans())?.find(({ id }) => id === planId);
      return cleanText(plan?.currency_format?.iso_code ?? "") || null;
    };
  }

  get statements(): StatementAccess {
    const { call: { handed = null }, copy: { values: kept }, session } = this.#source;
    const { statementsFolder: folder, settingsForm, principal } = session;
    return {
      folder,
      folderSetting: settingName("BUDGET_STATEMENTS", settingsForm),
      kept,
      principal,
      handed,
      isConfirming: this.#isConfirming,
    };
  }

  get #isConfirming(): boolean {
    const { args, call } = this.#source;
    return args["confirmation"] !== undefined || (call.elicitation?.response ?? null) !== null;
  }

  get #declared(): readonly ReadId[] {
    const { call: { tool }, session: { profile } } = this.#source;
    return tool.reads[profile];
  }

  /**
   * Includes only the declared reads. Calls of any others don't compile, and would fail at run
   * time.
   */
  #copyReads(how: Pick<ReadOptions, "isFreshOnly" | "reserve">): Reads {
    const { call, copy, names, sent } = this.#source;
    const options = { ...readOptions(call, sent), onProgress: call.onProgress, ...how };
    return notingReads(readsOf(copy, options), this.#declared, names) as Reads;
  }
}

export function readOptions({ signal }: ToolCall, sent: SentRequests): ReadOptions {
  return {
    signal,
    onRequest: () => void (sent.count += 1),
    onStalled: () => void (sent.isStalled = true),
  };
}
