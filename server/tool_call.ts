import type { UserAnswer } from "../changes/change_request.ts";
import type { ChangeQuestion } from "../changes/run_change.ts";
import type { LoadProgress } from "../client/response.ts";
import type { LocalCopy } from "../sync/plan/local_copy.ts";
import type { HandedFile, Tool } from "../tools/_tool.ts";
import type { EndedChange } from "./server_options.ts";
import type { Session } from "./open_session.ts";
import { foldName } from "../domain/base/fold_text.ts";
import type { Reads } from "../sync/plan/reads.ts";

export interface Elicitation {
  readonly isSupported: boolean;
  readonly response: UserAnswer | null;
}

export interface ToolCall {
  readonly tool: Tool;
  /** The agent's arguments, not yet checked. */
  readonly args: unknown;
  readonly signal?: AbortSignal;
  /** Whether and how the user can be asked; absent if asking isn't possible. */
  readonly elicitation?: Elicitation;
  /** Whether the client shows views and the server offers them; `false` if absent. */
  readonly showsViews?: boolean;
  readonly client?: string | undefined;
  /**
   * Whether the data includes empty values. A terminal needs the empty values for its own layout.
   */
  readonly keepsEmpty?: boolean;
  readonly handed?: HandedFile | undefined;
  readonly onProgress?: (progress: LoadProgress) => void;
}

/** Skips progress that doesn't increase: a retry or a reload starts counting from zero again. */
export function onlyIncreasing(
  onProgress: (progress: LoadProgress) => void,
): (progress: LoadProgress) => void {
  let shownBytes = 0;
  return (progress) => {
    if (progress.bytes <= shownBytes) return;
    shownBytes = progress.bytes;
    onProgress(progress);
  };
}

export function progressWords({ bytes, total }: LoadProgress): string {
  const size = (count: number): string => `${Math.round(count / 1_000_000)} MB`;
  const of = total === null ? "" : ` of ${size(total)}`;
  return `Loading all transactions (only this once): ${size(bytes)}${of}`;
}

export interface SentRequests {
  count: number;
  hasWritten: boolean;
  /** Whether the answer may be missing a change that another process is making. */
  isStalled: boolean;
  change?: EndedChange;
}

export interface CallSource {
  readonly call: ToolCall;
  readonly args: Readonly<Record<string, unknown>>;
  /** The plan's id; empty for tools that don't work on a plan. */
  readonly planId: string;
  readonly copy: LocalCopy;
  readonly session: Session;
  /** Counts requests, and notes when a write is sent. */
  readonly sent: SentRequests;
  readonly names: KnownNames;
}

/** Thrown to end a call that must ask the user first. */
export class QuestionNeeded extends Error {
  readonly question: ChangeQuestion;

  constructor(question: ChangeQuestion) {
    super();
    this.question = question;
  }
}

type Named = readonly { readonly id: string; readonly name: string }[];

type NamedKinds = Readonly<Partial<Record<"account" | "category" | "group" | "payee", Named>>>;

/** Collects the names read during a call and the ids of the records with these names. */
export class KnownNames {
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

/** For each read, a function that returns the records in the response that have names, by kind. */
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

export function notingReads<Id extends keyof Reads>(
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
