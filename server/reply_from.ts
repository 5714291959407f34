/**
 * Writes what a handler has returned as the answer of its call: presented, cut where it is
 * too long, checked against its schema, and told as text.
 *
 * @module
 */

import { UNKNOWN_MONEY_FORMAT } from "../domain/money/money_format.ts";
import type { PlanCopy } from "../sync/plan_copy.ts";
import type { IdUsage } from "../tools/_schema.ts";
import type { Tool } from "../tools/_tool.ts";
import { fitAnswer } from "./rendering/fit_answer.ts";
import type { KnownNames } from "./rendering/known_names.ts";
import { lean, present } from "./rendering/present.ts";
import { renderText } from "./rendering/render_text.ts";
import type { Session } from "./session.ts";

/** An answer in both of its forms. */
export interface WrittenAnswer {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
}

/** What an answer's form depends on. */
export interface AnswerSource {
  readonly tool: Tool;
  readonly plan: PlanCopy | null;
  readonly names: KnownNames;
  readonly session: Session;
}

/**
 * Writes an answer.
 *
 * @throws {z.ZodError} When the handler returned what its schema does not allow.
 */
export function replyFrom(
  result: unknown,
  { tool, plan, names, session }: AnswerSource,
): WrittenAnswer {
  const { output } = tool.schema;
  const format = plan?.moneyFormat ?? UNKNOWN_MONEY_FORMAT;
  const shorten = (id: string): string =>
    session.isFullIds || plan === null ? id : plan.ids.shorten(id);
  const presented = present(output, result, { shorten, decimals: format.decimals });
  const { answer, note } = fitAnswer(output, presented, { result, format });
  const structured = lean(answer) as WrittenAnswer["structured"];
  output.parse(structured);
  const text = renderText(output, answer, {
    format,
    isIdShown: (id, usage, name) =>
      session.isFullIds || isNeeded({ id, usage, name }, names, session),
  });
  if (note === null) return { text, structured };
  return { text: `${text}\n${note}`, structured: { ...structured, note } };
}

/** Tells whether a call needs an id: one that nothing takes, or whose name will do, it does not. */
function isNeeded(
  { id, usage, name }: { readonly id: string; readonly usage: IdUsage; readonly name: unknown },
  names: KnownNames,
  { isWriteAllowed, profile }: Session,
): boolean {
  if (usage.profiles?.includes(profile) === false) return false;
  if (usage.isUnused === true || (usage.isForChanges === true && !isWriteAllowed)) return false;
  if (usage.namedBy === undefined || typeof name !== "string") return true;
  // Groups of rows also go by months, colours and payees, which are no ids.
  return /^[0-9a-f]{8}/u.test(id) && id !== name && !names.nameIdentifies(name, id);
}
