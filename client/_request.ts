import { type CoveredOperation, type Operation, operations } from "./operations.ts";
import { UpstreamError } from "./upstream_error.ts";

const MAX_SEGMENT_LENGTH = 100;
/**
 * Matches characters that a path segment must not contain: separators, escapes, control characters
 * and lone surrogates.
 */
const NEVER_IN_SEGMENT = /[/\\?#%\p{Cc}\p{Cs}]/u;
const MONTH = /^(\d{4}-(0[1-9]|1[0-2])-01|current)$/;
/** Aliases that YNAB accepts as a plan id. The plan behind an alias can change at any time. */
const PLAN_ALIASES: readonly string[] = ["last-used", "default"];

export interface PreparedRequest {
  readonly operation: CoveredOperation;
  readonly method: string;
  /** Path and query relative to the base URL. */
  readonly path: string;
  readonly isWrite: boolean;
  /** Whether the response might be a full list, which takes longer to load. */
  readonly isFirstLoad: boolean;
  /** JSON text; empty if there is no body. */
  readonly body: string;
  /** When to retry: `always`, or only if the last attempt definitely wasn't sent (`unsent`). */
  readonly repeat: "always" | "unsent";
}

type Args = Readonly<Record<string, unknown>>;

export function prepareRequest(operation: CoveredOperation, args: Args): PreparedRequest {
  const row: Operation = operations[operation];
  const search = searchOf(args);
  return {
    operation,
    method: row.method,
    path: fillPath(row.path, args) + (search === "" ? "" : `?${search}`),
    isWrite: row.method !== "GET",
    isFirstLoad: operation === "getTransactions" && args.knowledge === undefined,
    body: bodyOf(row, args),
    repeat: repeatOf(row, args),
  };
}

export function fillPath(template: string, args: Args): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(args[camelCase(name)] ?? "");
    refuseUnusable(name, value);
    return encodeURIComponent(value);
  });
}

function refuseUnusable(name: string, value: string): void {
  const words = name.replaceAll("_", " ");
  const isSegment = value.length > 0 && value.length <= MAX_SEGMENT_LENGTH &&
    !NEVER_IN_SEGMENT.test(value) && !/^\.+$/.test(value);
  if (!isSegment) {
    throw refusal(`Invalid ${words}: it is empty or too long, or has invalid characters`);
  }
  if (name === "plan_id" && PLAN_ALIASES.includes(value)) {
    throw refusal(`Cannot use ${value} as a plan id: use an id from the plan list`);
  }
  if (name === "month" && !MONTH.test(value)) {
    throw refusal("Invalid month: use the first day of the month, such as 2026-07-01");
  }
}

function searchOf({ sinceDate, knowledge }: Args): string {
  const search = new URLSearchParams();
  if (sinceDate !== undefined) {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(String(sinceDate))) {
      throw refusal("Invalid start date: it must look like 2026-07-31");
    }
    search.set("since_date", String(sinceDate));
  }
  if (knowledge !== undefined) {
    if (!Number.isSafeInteger(knowledge) || Number(knowledge) < 0) {
      throw refusal("Invalid last_knowledge_of_server: it must be a nonnegative integer");
    }
    search.set("last_knowledge_of_server", String(knowledge));
  }
  return search.toString();
}

function bodyOf(row: Operation, args: Args): string {
  if (!("body" in row)) return "";
  const fields = Object.keys(row.body).map((field) => [field, args[camelCase(field)]]);
  return JSON.stringify(Object.fromEntries(fields));
}

function repeatOf(row: Operation, args: Args): "always" | "unsent" {
  if (!("repeat" in row)) return "always";
  if (row.repeat !== "unless split") return row.repeat;
  const rows = [args.transactions ?? args.transaction].flat() as readonly Args[];
  return rows.some(({ subtransactions }) => subtransactions !== undefined) ? "unsent" : "always";
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function refusal(message: string): UpstreamError {
  return new UpstreamError(message, { code: "rejected" });
}

/** A body that can be sent only once. */
export interface WriteBody {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /**
   * Blocks further reads of the body, and returns whether the request may have been sent. If the
   * body was never read, the request wasn't sent.
   */
  readonly seal: () => boolean;
}

export function writeBody(text: string): WriteBody {
  // If the body is empty, the runtime may send the request without reading the stream.
  let mayHaveLeft = text === "";
  let isSealed = false;
  const pull = (controller: ReadableStreamDefaultController): void => {
    if (isSealed) return controller.error(new Error("The request was abandoned"));
    mayHaveLeft = true;
    if (text !== "") controller.enqueue(new TextEncoder().encode(text));
    controller.close();
  };
  // With the default high-water mark of 1, the stream would call `pull` before anyone reads it.
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({ pull }, { highWaterMark: 0 });
  return {
    stream,
    seal(): boolean {
      isSealed = true;
      return mayHaveLeft;
    },
  };
}
