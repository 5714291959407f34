import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { codeOf, ERRORS } from "./error_codes.ts";
import { errorText } from "./error_reply.ts";
import { type Failed, logFault } from "./fault.ts";
import type { Session } from "../session.ts";

/** What was asked for, and by whom it is waited for. */
export interface RefusedRequest {
  /** What failed, as the log names it. */
  readonly failed: Failed;
  /** The address that was asked for; prompts have none. */
  readonly uri?: string;
  readonly signal: AbortSignal;
}

/** Turns an error into one of the protocol; an internal one is logged under its reference. */
export function protocolRefusal(
  error: unknown,
  { failed, uri, signal }: RefusedRequest,
  { log }: Pick<Session, "log">,
): ProtocolError {
  const { protocol, isInternal } = ERRORS[codeOf(error)];
  const reference = isInternal && !signal.aborted ? logFault(error, failed, log) : undefined;
  const text = errorText(error, { reference });
  if (protocol === "not_found" && uri !== undefined) return new ResourceNotFoundError(uri, text);
  const { InvalidParams, InternalError } = ProtocolErrorCode;
  return new ProtocolError(protocol === "internal_error" ? InternalError : InvalidParams, text);
}
