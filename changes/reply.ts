/**
 * The answer of every changing tool.
 *
 * @module
 */

import { cleanLines, cleanText } from "../domain/text/clean_text.ts";
import type { ChangeRow, FieldValue } from "./change.ts";
import type { Outcome } from "./journal.ts";

/** How a call to a changing tool can end. */
export type ChangeStatus =
  | "confirmation_required"
  | "applied"
  | "declined"
  | "nothing_to_do"
  | "difference_found"
  | "partly"
  | "uncertain";

/** One line of an answer. */
export type ReplyRow = ChangeRow & { readonly outcome?: Outcome };

/** What the tool answers; further fields stand beside these. */
export interface ChangeReply {
  readonly status: ChangeStatus;
  readonly message: string;
  readonly changes: readonly ReplyRow[];
  readonly warnings: readonly string[];
  readonly confirmation: string | null;
  readonly operation_id: string | null;
}

/** What an answer is made of. */
export interface ReplyParts {
  readonly status: ChangeStatus;
  readonly message: string;
  readonly rows?: readonly ReplyRow[] | undefined;
  readonly warnings?: readonly string[] | undefined;
  readonly confirmation?: string;
  readonly operationId?: string | null;
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Puts an answer together.
 *
 * @param parts What it is made of.
 * @returns The answer.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const reply = replyFor({ status: "nothing_to_do", message: "All of it is so already" });
 * assertEquals([reply.changes, reply.confirmation], [[], null]);
 * ```
 */
export function replyFor(parts: ReplyParts): ChangeReply {
  return {
    ...parts.extra,
    status: parts.status,
    message: parts.message,
    changes: (parts.rows ?? []).map(shown),
    warnings: parts.warnings ?? [],
    confirmation: parts.confirmation ?? null,
    operation_id: parts.operationId ?? null,
  };
}

/**
 * Foreign text is cut; what the call itself brings is shown whole. Of a new record nothing
 * stands before, which is less than that it was nothing.
 */
function shown(row: ReplyRow): ReplyRow {
  const cut = (value: FieldValue): FieldValue =>
    typeof value === "string" ? cleanText(value) || null : value;
  const { before, after, isOwnText } = row;
  const isWhole = isOwnText === true && typeof after === "string";
  return {
    ...row,
    before: row.isNew === true ? "" : cut(before),
    after: isWhole ? cleanLines(after) : cut(after),
  };
}
