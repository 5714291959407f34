import type { ConfirmMode } from "../../changes/change_request.ts";
import { DEFAULT_API_URL } from "../../client/base_url.ts";
import type { ChangeCard } from "../../domain/changes/change_card.ts";
import { hexOf } from "../../domain/base/hex.ts";
import type { MoneyFormat } from "../../domain/base/money_format.ts";
import { isChanging, type Tool } from "../../tools/_tool.ts";

/** Key in a result's `_meta` for the data that only a view needs. */
export const VIEW_META = "budget-tool-server/view";

/** Data that a view needs but the model doesn't. */
export interface ViewFacts {
  readonly money: MoneyFormat;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly card?: ChangeCard;
}

/** The view of each read-only tool that has one. */
const OF_READING: Readonly<Record<string, string>> = {
  can_afford: "afford",
  compare_statement: "statement",
  forecast_balance: "forecast",
  find_transactions: "breakdown",
  get_category_balances: "overview",
  get_money_history: "history",
  get_monthly_summary: "overview",
  get_spending_trends: "trends",
  get_budget_vs_actual: "month",
  suggest_categories: "review",
};

/** Returns the view that shows a tool's answers. All tools that change the plan share one view. */
export function viewOf(tool: Pick<Tool, "name" | "writes">): string | null {
  return isChanging(tool) ? "change" : OF_READING[tool.name] ?? null;
}

const KEY_BYTES = 16;

/** The views' state, shared by all calls to a server. */
export interface ViewSupport {
  /**
   * Returns the secret key with which a page proves that the server created it for this caller. If
   * there is a store, the key is derived from the token, which is also the store's secret. All
   * replicas therefore share the key, and restarts don't change it.
   */
  readonly keyOf: (principal: string | null) => Promise<string>;
  readonly lastAnswers: LastAnswers;
}

export interface ViewScope {
  readonly views: ViewSupport;
  readonly principal: string | null;
  readonly isWriteAllowed: boolean;
  readonly confirm: ConfirmMode;
}

/**
 * Creates the views' shared state. Nothing is computed until a page or its address is requested.
 */
export function viewSupport(
  { token, apiUrl = DEFAULT_API_URL, hasStore }: {
    readonly token: string | null;
    readonly apiUrl: string | undefined;
    /** Whether a store keeps previews after the process ends. */
    readonly hasStore: boolean;
  },
): ViewSupport {
  let secret: Promise<CryptoKey> | null = null;
  const derived = async (whose: string): Promise<string> => {
    // If there is no store, the process loses the key when it ends, along with every preview that
    // the key could confirm.
    secret ??= hmacKey(
      hasStore && token !== null ? utf8(token) : crypto.getRandomValues(new Uint8Array(32)),
    );
    const what = utf8(["budget-tool-server page key", apiUrl, whose].join("\n"));
    const tag = new Uint8Array(await crypto.subtle.sign("HMAC", await secret, what));
    return hexOf(tag.subarray(0, KEY_BYTES));
  };
  return {
    keyOf: (principal) => derived(principal ?? ""),
    lastAnswers: new LastAnswers(),
  };
}

function hmacKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Maximum number of answers to keep. Answers are small: `write_answer.ts` truncates lists. */
const MAX_ANSWERS = 64;

export interface AnsweredCall {
  readonly principal: string | null;
  readonly tool: string;
  /** The arguments that the assistant passed, not yet validated. */
  readonly args: unknown;
}

/** Cache of answers, with the tool call as the key. Drops the oldest answers first. */
export class LastAnswers {
  readonly #kept = new Map<string, string>();

  /** Stores an answer, replacing an older answer to the same call. */
  keep(call: AnsweredCall, answer: unknown): void {
    const key = keyOf(call);
    this.#kept.delete(key);
    this.#kept.set(key, JSON.stringify(answer));
    const [oldest = ""] = this.#kept.keys();
    if (this.#kept.size > MAX_ANSWERS) this.#kept.delete(oldest);
  }

  /** Finds the answer to a call; `null` if it isn't cached. */
  find<Answer>(call: AnsweredCall): Answer | null {
    const text = this.#kept.get(keyOf(call));
    return text === undefined ? null : JSON.parse(text) as Answer;
  }
}

function keyOf({ principal, tool, args }: AnsweredCall): string {
  return JSON.stringify([principal, tool, sorted(args ?? {})]);
}

/** Sorts the keys of objects, because hosts may reorder them. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== undefined)
      .sort(([one], [other]) => one < other ? -1 : 1)
      .map(([name, field]) => [name, sorted(field)]),
  );
}
