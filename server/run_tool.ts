import type { ChangeQuestion } from "../changes/run_change.ts";
import type { ChangeCard } from "../domain/changes/change_card.ts";
import { formatMoneyIn, plainFormat, UNKNOWN_MONEY_FORMAT } from "../domain/base/money_format.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import type { LoadProgress } from "../client/response.ts";
import { foldName } from "../domain/base/fold_text.ts";
import type { IdUsage } from "../tools/_schema.ts";
import {
  type AnyContext,
  declaredOnly,
  type HandedFile,
  isChanging,
  type ServerView,
} from "../tools/_tool.ts";
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
import { type Reads, readsOf } from "../sync/plan/local_copy.ts";
import { inTurns } from "../client/timers.ts";

export interface ToolCall extends ChangingCall {
  /** The arguments that the assistant passed, not yet validated. */
  readonly args: unknown;
  /**
   * Whether the data includes empty values. A terminal needs the empty values for its own layout.
   */
  readonly keepsEmpty?: boolean;
  readonly handed?: HandedFile | undefined;
  readonly onProgress?: (progress: LoadProgress) => void;
}

interface CallSource extends ChangeSource {
  readonly call: ToolCall;
  readonly undo: UndoEngine;
  readonly names: KnownNames;
}

export interface ToolReply {
  readonly text: string;
  /** `null` for errors. */
  readonly structured: Readonly<Record<string, unknown>> | null;
  readonly isError: boolean;
  readonly upstreamRequests: number;
  /** Additional data for a view; absent for errors. */
  readonly view?: Omit<ViewFacts, "today">;
  /** Decides which ids a terminal's layout shows; absent for errors. */
  readonly isIdShown?: Presentation["isIdShown"];
  /** Set if the user must be asked first; if so, the other fields are empty. */
  readonly question?: ChangeQuestion;
}

type Answer = Required<Pick<ToolReply, "text" | "view" | "isIdShown">> & {
  readonly structured: Readonly<Record<string, unknown>>;
};

/** Statuses of changes that might not be fully applied. */
const INCOMPLETE = ["partly", "uncertain"] as const;

const STALLED_NOTE = "A change to this plan may be in progress; these figures may not include it";

/** Runs a call; never throws. */
export async function runTool(call: ToolCall, session: Session): Promise<ToolReply> {
  const sent: SentRequests = { count: 0, hasWritten: false, isStalled: false };
  const beganAt = performance.now();
  const finished = (outcome: FinishedCall["outcome"]): void => {
    const { change } = sent;
    session.onCall?.({ tool: call.tool.name, outcome, ms: performance.now() - beganAt, change });
  };
  try {
    const answer = await answerOf(call, session, sent);
    const incomplete = INCOMPLETE.find((status) => status === answer.structured["status"]);
    finished(incomplete ?? "ok");
    return { ...answer, isError: incomplete !== undefined, upstreamRequests: sent.count };
  } catch (error) {
    const ended = { structured: null, upstreamRequests: sent.count };
    if (error instanceof QuestionNeeded) {
      return { ...ended, text: "", isError: false, question: error.question };
    }
    finished(codeOf(error));
    const failed = { event: "tool_failed", tool: call.tool.name } as const;
    const reference = logFault(error, failed, { log: session.log, signal: call.signal });
    const text = errorText(error, {
      reference,
      hasWritten: sent.hasWritten,
      settingsForm: session.settingsForm,
    });
    return { ...ended, text, isError: true };
  }
}

async function answerOf(call: ToolCall, session: Session, sent: SentRequests): Promise<Answer> {
  const { copy, undo } = session;
  if (copy === null || undo === null) throw session.setupError;
  const { tool } = call;
  const args = checkedArguments(tool.schema.input, call.args);
  const { planId: setting, settingsForm } = session;
  const lookup = { copy, setting, settingsForm, options: readOptions(call, sent) };
  const asked = args["plan_id"] as string | undefined;
  const planId = "plan_id" in tool.schema.input.shape ? await resolvePlan(asked, lookup) : null;
  // Check this before any request, because changes need the journal.
  const refusal = isChanging(tool) ? await copy.changes.refusal() : null;
  if (refusal !== null) throw new ToolError("unavailable", refusal);
  if (planId !== null) await copy.plan(planId).noticeChanges();
  const names = new KnownNames();
  const source = { call, args, planId: planId ?? "", copy, undo, session, sent, names };
  const context = callContext(source);
  const input = planId === null ? args : { ...args, plan_id: planId };
  const result = await tool.handler(input, context, context).catch(async (error: unknown) => {
    if (planId === null || sent.hasWritten) throw error;
    const isSetting = asked === undefined && setting !== undefined;
    throw await withPlanExplained(error, planId, { lookup, isSetting });
  });
  const currency = isChanging(tool) || planId === null ? null : await context.currency(planId);
  return answerFrom(result, source, currency);
}

/** `currency` is the ISO code of the plan's currency; `null` if unknown or not to be shown. */
function answerFrom(result: unknown, source: CallSource, currency: string | null): Answer {
  const { call: { tool, keepsEmpty = false }, session, copy, planId, names, sent } = source;
  const plan = planId === "" ? null : copy.plan(planId);
  const format = plan?.moneyFormat ?? UNKNOWN_MONEY_FORMAT;
  const textFormat = plainFormat(format);
  const isIdShown: Presentation["isIdShown"] = (id, usage, name) =>
    session.fullIds === true || isNeeded({ id, usage, name }, names, session);
  const { data, text, cut } = writeAnswer(tool.schema.output, result, {
    shorten: (id) => session.fullIds === true || plan === null ? id : plan.ids.shorten(id),
    format,
    textFormat,
    isIdShown,
    omitsEmpty: !keepsEmpty,
  });
  if (session.checksAnswers === true && !keepsEmpty) tool.schema.output.parse(data);
  const { card } = result as { readonly card?: ChangeCard };
  // Fields that depend on the client or on the state of the copy aren't part of any schema.
  const named = {
    ...(currency === null ? {} : { currency }),
    ...(card === undefined ? {} : { preview: card.preview }),
  };
  const note = noteOf(cut, sent.isStalled, session.notice);
  const lines = [
    text,
    ...Object.entries(named).map(([name, value]) => `${name}: ${value}`),
    ...(note === null ? [] : [formatMoneyIn(note, textFormat)]),
  ];
  return {
    text: lines.join("\n"),
    structured: { ...data, ...named, ...(note === null ? {} : { note }) },
    view: { money: format, ...(card === undefined ? {} : { card }) },
    isIdShown,
  };
}

/** Joins the notes about an answer; `null` if there are none. */
export function noteOf(
  cut: string | null,
  isStalled: boolean,
  notice?: string,
): string | null {
  const notes = [notice ?? null, cut, isStalled ? STALLED_NOTE : null]
    .filter((note) => note !== null);
  return notes.length === 0 ? null : notes.join("; ");
}

/** Whether later calls need an id: a tool accepts it, and the name isn't unique. */
function isNeeded(
  { id, usage, name }: { readonly id: string; readonly usage: IdUsage; readonly name: unknown },
  names: KnownNames,
  { isWriteAllowed, profile }: Session,
): boolean {
  if (usage.profiles?.includes(profile) === false) return false;
  if (usage.isForChanges === true && !isWriteAllowed) return false;
  if (usage.namedBy === undefined || typeof name !== "string") return true;
  // The `id` of a group may be a month, a color or a payee's name instead of an id.
  return /^[0-9a-f]{8}/u.test(id) && id !== name && !names.nameIdentifies(name, id);
}

function callContext(source: CallSource): AnyContext & ServerView {
  const { call, args, copy, undo, names, sent, session } = source;
  const { signal, tool, handed = null } = call;
  const { profile, principal } = session;
  const declared = tool.reads[profile];
  const isConfirming = args["confirmation"] !== undefined ||
    (call.elicitation?.response ?? null) !== null;
  // Includes only the declared reads. Calling any other read doesn't compile, and would fail at run
  // time.
  const copyReads = (how: Pick<ReadOptions, "isFreshOnly" | "reserve">): Reads => {
    const options = { ...readOptions(call, sent), onProgress: call.onProgress, ...how };
    return notingReads(readsOf(copy, options), declared, names) as Reads;
  };
  return {
    cached: copyReads({}),
    // The second check of a confirmed change may use the requests reserved for changes.
    fresh: copyReads({ isFreshOnly: true, reserve: isConfirming }),
    // Built on demand, because only changes need these reads.
    get uncached(): DirectReads {
      return uncachedReads(source);
    },
    known: {
      categories: (id) => copy.plan(id).knownCategories(),
      ids: (id) => copy.plan(id).ids,
    },
    change: async (propose, options = {}) => {
      // Loaded by the first change, because reads don't need this module.
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
    currency: async (planId) => {
      // Any list of plans will do, however old, because a plan's currency doesn't change.
      const plan = (await copy.lastListedPlans())?.find(({ id }) => id === planId);
      return cleanText(plan?.currency_format?.iso_code ?? "") || null;
    },
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

/** The declared reads, bypassing the local copy. */
function uncachedReads({ call: { tool }, copy, session, sent }: CallSource): DirectReads {
  // Don't pass the caller's signal: a change that has started runs to completion.
  const options = { onRequest: () => void (sent.count += 1), reserve: true };
  const reads: Partial<Reads> = directReads(copy.upstream, options);
  return declaredOnly(reads, tool.reads[session.profile]) as DirectReads;
}

function readOptions({ signal }: ToolCall, sent: SentRequests): ReadOptions {
  return {
    signal,
    onRequest: () => void (sent.count += 1),
    onStalled: () => void (sent.isStalled = true),
  };
}

/** Thrown to end a call that must ask the user first. */
class QuestionNeeded extends Error {
  readonly question: ChangeQuestion;

  constructor(question: ChangeQuestion) {
    super();
    this.question = question;
  }
}

type Named = readonly { readonly id: string; readonly name: string }[];

type NamedKinds = Readonly<Partial<Record<"account" | "category" | "group" | "payee", Named>>>;

/** Collects the names read during a call and the ids of the records with these names. */
class KnownNames {
  readonly #noted: (readonly [kind: string, records: Named])[] = [];
  /** Ids by kind and name; `null` until they are needed. */
  #ids: Map<string, Set<string>> | null = null;

  note(named: NamedKinds): void {
    this.#noted.push(...Object.entries(named));
    this.#ids = null;
  }

  /** Whether only one record has the name, and that record's id begins with the prefix. */
  nameIdentifies(name: string, idPrefix: string): boolean {
    this.#ids ??= idsByName(this.#noted);
    const folded = foldName(name);
    return this.#noted.some(([kind]) => {
      const [only, ...others] = this.#ids?.get(`${kind} ${folded}`) ?? [];
      return only?.startsWith(idPrefix) === true && others.length === 0;
    });
  }
}

function idsByName(
  noted: readonly (readonly [kind: string, records: Named])[],
): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const [kind, records] of noted) {
    for (const { id, name } of records) {
      const key = `${kind} ${foldName(name)}`;
      all.set(key, (all.get(key) ?? new Set()).add(id));
    }
  }
  return all;
}

type AnswerTo<Id extends keyof Reads> = Awaited<ReturnType<Reads[Id]>>;

/** For each read, a function that returns the response's named records by kind. */
const NAMED_IN: { readonly [Id in keyof Reads]?: (answer: AnswerTo<Id>) => NamedKinds } = {
  getAccounts: ({ live }) => ({ account: live }),
  getCategories: ({ live, groups }) => ({ category: live, group: groups }),
  getPayees: ({ live }) => ({ payee: live }),
  getPlanMonth: ({ categories }) => ({
    category: categories,
    group: categories.map((category) => ({
      id: category.category_group_id,
      name: category.category_group_name ?? "",
    })),
  }),
};

function notingReads<Id extends keyof Reads>(
  reads: Reads,
  ids: readonly Id[],
  names: KnownNames,
): Pick<Reads, Id> {
  const noting = Object.create(null);
  for (const id of ids) {
    const namedIn = NAMED_IN[id] as ((answer: unknown) => NamedKinds) | undefined;
    noting[id] = namedIn === undefined ? reads[id] : async (of: never): Promise<unknown> => {
      const answer = await reads[id](of);
      names.note(namedIn(answer));
      return answer;
    };
  }
  return Object.freeze(noting);
}
