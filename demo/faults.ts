import { type OperationId, operationIds } from "../client/operations.ts";
import { errorBody, isErrorId } from "./api/transport.ts";

export type FaultOutcome =
  | {
    readonly status: number;
    /** Body of the response, sent as JSON; by default, YNAB's own body for the status. */
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    /** Whether the request is handled before this response is sent. */
    readonly applied?: boolean;
  }
  | {
    /** Status of a response with an HTML page. */
    readonly html: number;
    readonly applied?: boolean;
  }
  | {
    /** Delay before the request is handled. */
    readonly delayMs: number;
  }
  | {
    /** When the connection breaks: before or after the request is handled. */
    readonly cut: "before" | "after";
  }
  | {
    /** Leaves the request unanswered until the client gives up. */
    readonly stall: true;
    readonly applied?: boolean;
    /** Whether to handle the request and send the status and headers, but no body. */
    readonly afterHeaders?: boolean;
  };

export interface FaultRule {
  /** Operation id; if `*` or absent, the rule applies to every request, even to unknown paths. */
  readonly operation?: OperationId | "*";
  /** HTTP method; if absent, the rule applies to all methods. */
  readonly method?: string;
  /** Which matching request is the first to fail, counting from 1. The default is 1. */
  readonly nth?: number;
  /** How many requests fail. The default is 1 if `nth` is given; otherwise, it is unlimited. */
  readonly times?: number;
  readonly then: FaultOutcome;
}

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

export function parseFaults(spec: string): FaultRule[] {
  return spec.split(",").map((text) => text.trim()).filter((text) => text !== "").map(parseRule);
}

function parseRule(text: string): FaultRule {
  const at = text.indexOf("=");
  if (at < 0) throw new Error(`Invalid fault "${text}": it has no "="`);
  const which = /^([A-Za-z]+|\*)(?:#([1-9]\d*)(?:x([1-9]\d*))?)?$/.exec(text.slice(0, at).trim());
  if (which === null) {
    throw new Error(
      `Invalid fault "${text}": use a form like getUser=500, getUser#2=500 or getUser#2x3=500`,
    );
  }
  const [, target = "", nth, times] = which;
  return {
    ...parseTarget(target, text),
    ...(nth === undefined ? {} : { nth: Number(nth) }),
    ...(times === undefined ? {} : { times: Number(times) }),
    then: parseOutcome(text.slice(at + 1).trim(), text),
  };
}

function parseTarget(target: string, text: string): Pick<FaultRule, "operation" | "method"> {
  if (target === "*") return { operation: "*" };
  if (METHODS.has(target)) return { method: target };
  const operation = operationIds.find((id) => id === target);
  if (operation === undefined) {
    throw new Error(`Invalid fault "${text}": unknown operation "${target}"`);
  }
  return { operation };
}

function parseOutcome(what: string, text: string): FaultOutcome {
  const applied = what.endsWith("-after") ? { applied: true } : {};
  const [kind = "", argument, ...rest] = what.replace(/-(after|before)$/, "").split(":");
  const number = /^\d{1,7}$/.test(argument ?? "") ? Number(argument) : null;
  const isPlain = argument === undefined;
  if (rest.length === 0) {
    if (kind === "cut" && isPlain) return { cut: what === "cut-after" ? "after" : "before" };
    if (kind === "stall" && isPlain) return { stall: true, ...applied };
    if (what === "stall-headers") return { stall: true, afterHeaders: true };
    if (kind === "delay" && number !== null) return { delayMs: number };
    if (kind === "html" && number !== null) return { html: statusOf(number, text), ...applied };
    if (/^\d{3}(\.\d)?$/.test(kind) && (isPlain || number !== null)) {
      const headers = number === null ? {} : { headers: { "retry-after": String(number) } };
      return { ...statusOutcome(kind, text), ...headers, ...applied };
    }
  }
  throw new Error(
    `Invalid fault "${text}": use an HTTP status, html:STATUS, delay:MS, cut, cut-after or stall`,
  );
}

function statusOutcome(
  id: string,
  text: string,
): { readonly status: number; readonly body?: unknown } {
  if (!id.includes(".")) return { status: statusOf(Number(id), text) };
  if (!isErrorId(id)) throw new Error(`Invalid fault "${text}": unknown error "${id}"`);
  return { status: Number(id.slice(0, 3)), body: errorBody(id) };
}

function statusOf(status: number, text: string): number {
  if (status < 200 || status > 599) {
    throw new Error(`Invalid fault "${text}": a status must be from 200 to 599`);
  }
  return status;
}
