import { AssertionError } from "@std/assert";
import type { PlanRecords } from "../../demo/model/records.ts";
import type { ToolReply } from "../../server/run_tool.ts";
import { assertAsPreviewed, type Told, toldBy } from "../changes/plans/_as_previewed.ts";
import { type PlanDifference, planDifference } from "../changes/plans/_plan_difference.ts";
import { moneyIn } from "./_standing_plan.ts";
import { type Extent, falseClaims, said, type Truth } from "./_told_truth.ts";

/** A change and its answers. */
export interface ChangeStep {
  readonly kind: string;
  /** `null` for tools that act without asking. */
  readonly preview: ToolReply | null;
  /** `null` where the server died before it came. */
  readonly reply: ToolReply | null;
}

/** What happened to the plan between two looks at it. */
interface Passage {
  readonly before: PlanRecords;
  readonly after: PlanRecords;
  readonly difference: PlanDifference;
  /** What came to all that is assigned, and to all accounts, in milliunits. */
  readonly assigned: number;
  readonly banked: number;
}

/** A change in effect as far as responses said. */
interface Standing extends Pick<Passage, "assigned" | "banked"> {
  readonly summary: string;
  readonly ids: ReadonlySet<string>;
  /** Whether anything else has touched its records since. */
  isTouched: boolean;
}

/** The undone change is in quotes, followed by what remains. */
const UNDO = /^Undo "(.*)"[?:]/u;
const NOTHING_LEFT = /Nothing left to undo in "(.*)"/u;

/** The books of one history. */
export class Books {
  readonly #records: () => PlanRecords;
  readonly #standing: Standing[] = [];
  #last: PlanRecords;
  #open: Passage | null = null;

  /** Opens the books with the plan as it is. */
  constructor(records: () => PlanRecords) {
    this.#records = records;
    this.#last = records();
  }

  /** Another client changed the plan without notice. */
  byHand(): readonly string[] {
    this.#touch(this.#turn());
    return [];
  }

  /** An answer that was to write nothing. */
  unchanged(reply: ToolReply): readonly string[] {
    const { difference } = this.#turn();
    const [, summary] = NOTHING_LEFT.exec(reply.text) ?? [];
    const standing = this.#standing.findLast((one) => one.summary === summary);
    return [
      ...(isNothing(difference) ? [] : [`written without a yes: ${said(reply)}`]),
      ...(standing?.isTouched === false ? [`it stands: ${said(reply)}`] : []),
    ];
  }

  /** A change with a response that reports it. */
  told({ kind, preview, reply }: ChangeStep & { readonly reply: ToolReply }): readonly string[] {
    if (reply.structured?.["status"] !== "applied") return this.unchanged(reply);
    const passage = this.#turn();
    const found = preview === null
      ? untrueAtOnce(kind, passage)
      : [...untruePreview(toldBy(preview), passage)];
    return [...found, ...untrueMoney(passage), ...this.#entered(preview ?? reply, passage)];
  }

  /** A change whose server died, or whose answer says that it did not go well. */
  openEnded({ preview, reply }: ChangeStep): readonly string[] {
    const passage = this.#turn();
    this.#open = passage;
    const { difference } = passage;
    // A refusal has no status, and has written nothing.
    if (reply?.structured === null && !isNothing(difference)) return [`written: ${said(reply)}`];
    if (preview === null) return [];
    const previewed = new Set(toldBy(preview).rows.map(({ id }) => id));
    return difference.changed.filter(({ id }) => !previewed.has(id))
      .map(({ id, field }) => `${field} of ${id} is written, but was never previewed`);
  }

  /** The answer to a code that was used: it says what became of the change. */
  toldAgain({ kind, preview }: ChangeStep, again: ToolReply): readonly string[] {
    const opened = this.#open;
    if (opened === null || preview === null) return [];
    const found = isNothing(this.#turn().difference) ? [] : [`a used code wrote: ${said(again)}`];
    const extent = extentOf(toldBy(preview), opened);
    const truth: Truth = kind === "undo_operation"
      ? { written: extent, standing: opposite(extent) }
      : { written: extent, standing: extent };
    if (extent === "all") found.push(...this.#entered(preview, opened));
    else if (extent === "part") this.#enteredInPart(preview, opened);
    return [...found, ...falseClaims(again, truth)];
  }

  /** Takes note of a change; one that takes another back must leave none of its money. */
  #entered(preview: ToolReply, passage: Passage): readonly string[] {
    this.#touch(passage);
    const [, summary] = UNDO.exec(String(preview.structured?.["message"])) ?? [];
    if (summary === undefined) {
      this.#standing.push(standingOf(preview, passage));
      return [];
    }
    const at = this.#standing.findLastIndex((one) => one.summary === summary);
    const [undone] = at < 0 ? [] : this.#standing.splice(at, 1);
    const left = (preview.structured?.["left_alone"] ?? []) as readonly unknown[];
    if (undone === undefined || undone.isTouched || left.length > 0) return [];
    const [assigned, banked] = [
      undone.assigned + passage.assigned,
      undone.banked + passage.banked,
    ];
    return assigned === 0 && banked === 0
      ? []
      : [`taken back with ${assigned} assigned and ${banked} banked left: ${said(preview)}`];
  }

  /** The applied part of a partial change can be undone. */
  #enteredInPart(preview: ToolReply, passage: Passage): void {
    this.#touch(passage);
    if (!UNDO.test(String(preview.structured?.["message"]))) {
      this.#standing.push(standingOf(preview, passage));
    }
  }

  #touch({ difference }: Passage): void {
    const ids = idsOf(difference);
    for (const one of this.#standing) {
      if (ids.some((id) => one.ids.has(id))) one.isTouched = true;
    }
  }

  #turn(): Passage {
    const [before, after] = [this.#last, this.#records()];
    this.#last = after;
    const [was, is] = [moneyIn(before), moneyIn(after)];
    return {
      before,
      after,
      difference: planDifference(before, after),
      assigned: is.assigned - was.assigned,
      banked: is.banked - was.banked,
    };
  }
}

function standingOf({ structured }: ToolReply, passage: Passage): Standing {
  const message = String(structured?.["message"]);
  const { assigned, banked, difference } = passage;
  const summary = /^(.*?)\? Nothing is written yet/su.exec(message)?.[1] ?? message;
  return { summary, assigned, banked, ids: new Set(idsOf(difference)), isTouched: false };
}

function untruePreview(told: Told, passage: Passage): readonly string[] {
  try {
    assertAsPreviewed(told, passage);
    return [];
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error;
    return [`not as previewed, "${told.message.slice(0, 100)}": ${String(error)}`];
  }
}

/** Approving changes nothing but the mark, importing only brings rows. */
function untrueAtOnce(kind: string, { difference }: Passage): readonly string[] {
  const isApproval = kind === "approve_transactions";
  const own = isApproval ? "approved" : "waiting_imports";
  const others = difference.changed.filter(({ field }) => field !== own);
  const rows = isApproval ? difference.createdRows : [];
  return [...others, ...rows].map(({ id }) => `${kind} has changed ${id}`);
}

/** All that is assigned and what is ready to be are together as much as before. */
function untrueMoney({ before, after, difference }: Passage): readonly string[] {
  const isOnlyAssigned = difference.createdRows.length === 0 &&
    difference.changed.every(({ field }) => field === THIS_MONTH);
  const [was, is] = [moneyIn(before).assignable, moneyIn(after).assignable];
  return isOnlyAssigned && was !== is ? [`assignable money went from ${was} to ${is}`] : [];
}

const THIS_MONTH = "assigned, 2026-03";

function extentOf(told: Told, passage: Passage): Extent {
  if (isNothing(passage.difference)) return "none";
  return untruePreview(told, passage).length === 0 ? "all" : "part";
}

function opposite(extent: Extent): Extent {
  return extent === "none" ? "all" : extent === "all" ? "none" : extent;
}

function isNothing(difference: PlanDifference): boolean {
  return idsOf(difference).length === 0;
}

function idsOf({ changed, ...created }: PlanDifference): readonly string[] {
  const { createdRows, createdCategories, createdGroups, createdSchedules } = created;
  return [...changed, ...createdRows, ...createdCategories, ...createdGroups, ...createdSchedules]
    .map(({ id }) => id);
}
