import type { ChangeQuestion } from "../changes/run_change.ts";
import type { ChangeCard } from "../domain/changes/change_card.ts";
import { formatMoneyIn, plainFormat, UNKNOWN_MONEY_FORMAT } from "../domain/base/money_format.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import type { LoadProgress } from "../client/response.ts";
import { foldName } from "../domain/base/fold_text.ts";
import { type AnyContext, declaredOnly, type HandedFile, isChanging } from "../tools/_tool.ts";
import type { ChangeSource, ChangingCall, SentRequests } from "./change_binding.ts";
import { checkedArguments, resolvePlan, withPlanExplained } from "./arguments.ts";
import { codeOf, errorText, logFault } from "./errors.ts";
import type { FinishedCall } from "./server_options.ts";
import type { Presentation } from "./rendering/render_plan.ts";
import { writeAnswer } from "./rendering/write_answer.ts";
import type { Session } from "./open_session.ts";
import type { ViewFacts } from "./views/view_support.ts";
import type { UndoEngine } from "../changes/resolve_journal.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import type { ReadOptions } from "../sync/plan/plan_context.ts";
import { type DirectReads, directReads } from "../sync/plan/collections.ts";
import { type LocalCopy, type ReadResult, type Reads, readsOf } from "../sync/plan/local_copy.ts";
import { inTurns } from "../client/timers.ts";

export interface ToolCall extends ChangingCall {
  /** The arguments that the assistant passed, not yet validated. */
  readonly args: unknown;
  /**
   * Whether the data includes empty values, which the command line needs to lay out an answer for
   * a terminal.
   */
  readonly keepsEmpty?: boolean;
  readonly handed?: HandedFile | undefined;
  readonly onProgress?: (progress: LoadProgress) => void;
}

interface CallSource extends ChangeSource {
  readonly call: ToolCall;
  readonly undo: UndoEngine;
  readonly options: ReadOptions;
  /** What the tool has read from the local copy so far. */
  readonly results: ReadResult[];
}

export interface ToolReply {
  readonly text: string;
  /** `null` for errors. */
  readonly structured: Readonly<Record<string, unknown>> | null;
  readonly isError: boolean;
  readonly upstreamRequests: number;
  /** Additional data for a view; absent for errors. */
  readonly view?: Omit<ViewFacts, "today">;
  /** Whether to show an id when the answer is printed in a terminal; absent for errors. */
  readonly isIdShown?: Presentation["isIdShown"];
  /** The question that the user must answer first; if set, all other fields are empty. */
  readonly question?: ChangeQuestion;
}

type Answer = Required<Pick<ToolReply, "text" | "view" | "isIdShown">> & {
  readonly structured: Readonly<Record<string, unknown>>;
};

const STALLED_NOTE = "A change to this plan may be in progress; these figures may not include it";

/** Runs a call; never throws. */
export async function runTool(call: ToolCall, session: Session): Promise<ToolReply> {
  const sent: SentRequests = { count: 0, hasWritten: false, isStalled: false };
  const beganAt = performance.now();
  let outcome: FinishedCall["outcome"] | null = "ok";
  try {
    const answer = await answerOf(call, session, sent);
    const { status } = answer.structured;
    const isError = status === "partly" || status === "uncertain";
    if (isError) outcome = status;
    return { ...answer, isError, upstreamRequests: sent.count };
  } catch (error) {
    const ended = { structured: null, upstreamRequests: sent.count };
    if (error instanceof QuestionNeeded) {
      outcome = null;
      return { ...ended, text: "", isError: false, question: error.question };
    }
    outcome = codeOf(error);
    const failed = { event: "tool_failed", tool: call.tool.name } as const;
    const reference = logFault(error, failed, { log: session.log, signal: call.signal });
    const text = errorText(error, {
      reference,
      hasWritten: sent.hasWritten,
      settingsForm: session.settingsForm,
    });
    return { ...ended, text, isError: true };
  } finally {
    const { change } = sent;
    const ms = performance.now() - beganAt;
    if (outcome !== null) session.onCall?.({ tool: call.tool.name, outcome, ms, change });
  }
}

async function answerOf(call: ToolCall, session: Session, sent: SentRequests): Promise<Answer> {
  const { copy, undo, planId: setting, settingsForm } = session;
  if (copy === null || undo === null) throw session.setupError;
  const { tool, signal } = call;
  const args = checkedArguments(tool.schema.input, call.args);
  const options: ReadOptions = {
    signal,
    onRequest: () => void (sent.count += 1),
    onStalled: () => void (sent.isStalled = true),
  };
  const lookup = { copy, setting, settingsForm, options };
  const asked = args["plan_id"] as string | undefined;
  const planId = "plan_id" in tool.schema.input.shape ? await resolvePlan(asked, lookup) : null;
  // Before reading the plan, check that the journal works, because changes depend on the journal.
  const refusal = isChanging(tool) ? await copy.changes.refusal() : null;
  if (refusal !== null) throw new ToolError("unavailable", refusal);
  if (planId !== null) await copy.plan(planId).noticeChanges();
  const results: ReadResult[] = [];
  const source = { call, args, planId: planId ?? "", copy, undo, session, sent, options, results };
  const context = callContext(source);
  const input = planId === null ? args : { ...args, plan_id: planId };
  const result = await tool.handler(input, context).catch(async (error: unknown) => {
    if (planId === null || sent.hasWritten) throw error;
    const isSetting = asked === undefined && setting !== undefined;
    throw await withPlanExplained(error, planId, { lookup, isSetting });
  });
  const currency = isChanging(tool) || planId === null ? null : await currencyOf(copy, planId);
  return answerFrom(result, source, currency);
}

/** `currency` is the ISO code of the plan's currency; `null` if unknown or not to be shown. */
function answerFrom(result: unknown, source: CallSource, currency: string | null): Answer {
  const { call: { tool, keepsEmpty = false }, session, copy, planId, results, sent } = source;
  const plan = planId === "" ? null : copy.plan(planId);
  const format = plan?.moneyFormat ?? UNKNOWN_MONEY_FORMAT;
  const textFormat = plainFormat(format);
  const isIdShown = idFilter(results, session);
  const { data, text, cut } = writeAnswer(tool.schema.output, result, {
    ids: session.fullIds === true || plan === null ? null : plan.ids,
    format,
    textFormat,
    isIdShown,
    omitsEmpty: !keepsEmpty,
  });
  if (session.checksAnswers === true && !keepsEmpty) tool.schema.output.parse(data);
  const { card } = result as { readonly card?: ChangeCard };
  const note = noteOf(cut, sent.isStalled, session.notice);
  // Fields that depend on the client or on the state of the local copy aren't part of any schema.
  const structured: Record<string, unknown> = { ...data };
  const lines = [text];
  if (currency !== null) {
    structured["currency"] = currency;
    lines.push(`currency: ${currency}`);
  }
  if (card !== undefined) {
    structured["preview"] = card.preview;
    lines.push(`preview: ${card.preview}`);
  }
  if (note !== null) {
    structured["note"] = note;
    lines.push(formatMoneyIn(note, textFormat));
  }
  const view = { money: format, ...(card === undefined ? {} : { card }) };
  return { text: lines.join("\n"), structured, view, isIdShown };
}

/** Joins the notes about an answer; `null` if there are none. */
export function noteOf(cut: string | null, isStalled: boolean, notice = ""): string | null {
  return [notice, cut, isStalled && STALLED_NOTE].filter(Boolean).join("; ") || null;
}

/** Returns a function that decides which ids are shown: only those that later calls may need. */
function idFilter(
  results: readonly ReadResult[],
  { fullIds, isWriteAllowed, profile }: Session,
): Presentation["isIdShown"] {
  let ids: IdsByName | null = null;
  return (id, usage, name) => {
    if (fullIds === true) return true;
    if (usage.profiles?.includes(profile) === false) return false;
    if (usage.isForChanges === true && !isWriteAllowed) return false;
    if (usage.namedBy === undefined || typeof name !== "string") return true;
    // A group of transactions may be identified by a month, a color or a payee's name instead of an
    // id.
    if (!/^[0-9a-f]{8}/u.test(id) || id === name) return false;
    ids ??= idsByName(results);
    return !nameIdentifies(name, id, ids);
  };
}

function callContext(source: CallSource): AnyContext {
  const { call, args, copy, undo, session, sent, options, results } = source;
  const { signal, onProgress, tool, handed = null } = call;
  const { profile, principal } = session;
  const isConfirming = args["confirmation"] !== undefined ||
    (call.elicitation?.response ?? null) !== null;
  // The context includes only the read operations that the tool declares. Calling a read operation
  // that the tool hasn't declared is a type error, and would also fail at run time.
  const declared = tool.reads[profile];
  const reading = { ...options, onProgress, results };
  return {
    cached: readsOf(copy, declared, reading) as Reads,
    // Created on demand, because only tools that change the plan need fresh reads.
    get fresh(): Reads {
      const how = {
        ...reading,
        isFreshOnly: true,
        // The second check of a confirmed change may use requests reserved for changes. Any reads
        // after the change serve only to describe the result, so they must not use the reserved
        // requests.
        get reserve(): boolean {
          return isConfirming && !sent.hasWritten;
        },
      };
      return readsOf(copy, declared, how) as Reads;
    },
    get uncached(): DirectReads {
      return uncachedReads(source);
    },
    known: {
      categories: (id) => copy.plan(id).knownCategories(),
      ids: (id) => copy.plan(id).ids,
    },
    change: async (propose, options = {}) => {
      // Loaded on the first change, because reads don't need this module.
      const { makeChange } = await import("./change_binding.ts");
      const { reply, question } = await makeChange(propose, options, {
        ...source,
        uncached: uncachedReads(source),
      });
      if (question !== undefined) throw new QuestionNeeded(question);
      return reply;
    },
    inTurns: async (steps) => await inTurns(steps, signal),
    today: session.today(),
    utcToday: session.utcToday(),
    profile,
    moneyFormat: (planId) => copy.plan(planId).moneyFormat,
    undo,
    isStoredAsConfigured: session.isStoredAsConfigured,
    isWriteAllowed: session.isWriteAllowed,
    lastTransactions: async (planId) => ({
      transactions: await copy.plan(planId).knownTransactions(),
      areRecent: copy.plan(planId).areTransactionsRecent(),
    }),
    currency: (planId) => currencyOf(copy, planId),
    statements: {
      folder: session.statementsFolder ?? null,
      folderSetting: session.statementsSetting,
      kept: copy.values,
      principal,
      handed,
      isConfirming,
    },
  };
}

/**
 * Returns functions for the read operations that the tool declares. These functions bypass the
 * local copy.
 */
function uncachedReads({ call: { tool }, copy, session, sent }: CallSource): DirectReads {
  // Don't pass the caller's signal: a change that has started runs to completion.
  const options = { onRequest: () => void (sent.count += 1), reserve: true };
  const reads: Partial<Reads> = directReads(copy.upstream, options);
  return declaredOnly(reads, tool.reads[session.profile]) as DirectReads;
}

async function currencyOf(copy: LocalCopy, planId: string): Promise<string | null> {
  // Any list of plans will do, however old, because a plan's currency doesn't change.
  const plan = (await copy.lastListedPlans())?.find(({ id }) => id === planId);
  return cleanText(plan?.currency_format?.iso_code ?? "") || null;
}

/** Thrown to end a call that must ask the user first. */
class QuestionNeeded extends Error {
  readonly question: ChangeQuestion;

  constructor(question: ChangeQuestion) {
    super();
    this.question = question;
  }
}

const KINDS = ["account", "category", "group", "payee"] as const;

type Kind = (typeof KINDS)[number];

type Named = readonly { readonly id: string; readonly name: string }[];

/**
 * Record ids, grouped by kind and name. A key consists of the kind, a space and `foldName(name)`.
 */
type IdsByName = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Whether the record whose id begins with `idPrefix` is the only record of its kind with the name
 * `name`.
 */
function nameIdentifies(name: string, idPrefix: string, ids: IdsByName): boolean {
  const folded = foldName(name);
  return KINDS.some((kind) => {
    const [only, ...others] = ids.get(`${kind} ${folded}`) ?? [];
    return only?.startsWith(idPrefix) === true && others.length === 0;
  });
}

function idsByName(results: readonly ReadResult[]): IdsByName {
  const all = new Map<string, Set<string>>();
  for (const [kind, records] of results.flatMap(namedIn)) {
    for (const { id, name } of records) {
      const key = `${kind} ${foldName(name)}`;
      all.set(key, (all.get(key) ?? new Set()).add(id));
    }
  }
  return all;
}

/** Returns the accounts, categories, groups and payees in the result of a read, by kind. */
function namedIn({ id, result }: ReadResult): readonly (readonly [kind: Kind, records: Named])[] {
  switch (id) {
    case "getAccounts":
      return [["account", result.live]];
    case "getCategories":
      return [["category", result.live], ["group", result.groups]];
    case "getPayees":
      return [["payee", result.live]];
    case "getPlanMonth": {
      const groups = result.categories.map((category) => ({
        id: category.category_group_id,
        name: category.category_group_name ?? "",
      }));
      return [["category", result.categories], ["group", groups]];
    }
    default:
      return [];
  }
}
