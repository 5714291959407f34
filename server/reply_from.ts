import type { ChangeCard } from "../domain/changes/change_card.ts";
import { formatMoneyIn, plainFormat, UNKNOWN_MONEY_FORMAT } from "../domain/base/money_format.ts";
import type { PlanCopy } from "../sync/plan/plan_copy.ts";
import type { IdUsage } from "../tools/_schema.ts";
import type { Tool } from "../tools/_tool.ts";
import { fitAnswer } from "./rendering/fit_answer.ts";
import type { KnownNames } from "./rendering/known_names.ts";
import { lean, present } from "./rendering/present.ts";
import { renderText } from "./rendering/render_text.ts";
import type { TextOptions } from "./rendering/text_table.ts";
import type { Session } from "./session.ts";
import type { ViewFacts } from "./views/view_answer.ts";

/** An answer in both of its forms. */
export interface WrittenAnswer {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
  /** What a view needs besides. */
  readonly view: Omit<ViewFacts, "today">;
  /** What a terminal prints: the whole answer, and which of its ids a person needs. */
  readonly printed: Printed;
}

/** An answer before what says nothing is left out of it. */
export interface Printed {
  readonly answer: Readonly<Record<string, unknown>>;
  readonly isIdShown: TextOptions["isIdShown"];
}

/** What an answer's form depends on. */
export interface AnswerSource {
  readonly tool: Tool;
  readonly plan: PlanCopy | null;
  readonly names: KnownNames;
  /** ISO code of the plan's currency, where that is known and to be said. */
  readonly currency?: string | null;
  readonly session: Session;
  /** Whether the copy answered without a change that another process is making. */
  readonly isStalled?: boolean;
}

/** What an answer says of a change that it may not include. */
export const STALLED_NOTE =
  "A change of this plan may be under way; figures here may not include it";

/**
 * Writes an answer.
 *
 * @throws {z.ZodError} In tests, when the handler returned what its schema does not allow.
 */
export function replyFrom(
  result: unknown,
  { tool, plan, names, currency = null, session, isStalled = false }: AnswerSource,
): WrittenAnswer {
  const { output } = tool.schema;
  const format = plan?.moneyFormat ?? UNKNOWN_MONEY_FORMAT;
  const textFormat = plainFormat(format);
  const shorten = (id: string): string =>
    session.isFullIds || plan === null ? id : plan.ids.shorten(id);
  const presented = present(output, result, { shorten, format });
  const whole = lean(presented);
  const { answer, note: cut } = fitAnswer(output, presented, { result, format, whole });
  const structured = (answer === presented ? whole : lean(answer)) as WrittenAnswer["structured"];
  if (session.checksAnswers) output.parse(structured);
  const isIdShown: TextOptions["isIdShown"] = (id, usage, name) =>
    session.isFullIds || isNeeded({ id, usage, name }, names, session);
  const text = renderText(output, answer, { format: textFormat, isIdShown });
  const { card } = result as { readonly card?: ChangeCard };
  const view = { money: format, ...(card === undefined ? {} : { card }) };
  // What depends on the client, or on what happens to be known, stands in no schema.
  const named = {
    ...(currency === null ? {} : { currency }),
    ...(card === undefined ? {} : { preview: card.preview }),
  };
  const notes = [...(cut === null ? [] : [cut]), ...(isStalled ? [STALLED_NOTE] : [])];
  const noted = notes.length === 0 ? {} : { note: notes.join("; ") };
  const lines = [text, ...Object.entries(named).map(([name, value]) => `${name}: ${value}`)];
  return {
    text: [...lines, ...Object.values(noted).map((note) => formatMoneyIn(note, textFormat))]
      .join("\n"),
    structured: { ...structured, ...named, ...noted },
    view,
    printed: { answer: { ...answer as Printed["answer"], ...named, ...noted }, isIdShown },
  };
}

/** Tells whether a call needs an id: one that nothing takes, or whose name will do, it does not. */
function isNeeded(
  { id, usage, name }: { readonly id: string; readonly usage: IdUsage; readonly name: unknown },
  names: KnownNames,
  { isWriteAllowed, profile }: Session,
): boolean {
  if (usage.profiles?.includes(profile) === false) return false;
  if (usage.isForChanges === true && !isWriteAllowed) return false;
  if (usage.namedBy === undefined || typeof name !== "string") return true;
  // Groups of rows also go by months, colours and payees, which are no ids.
  return /^[0-9a-f]{8}/u.test(id) && id !== name && !names.nameIdentifies(name, id);
}
