import { DAY_MS } from "../../domain/base/day.ts";
import type { CollectionName, CollectionState, StoredCollection } from "../store/store.ts";
import { CollectionWriter, type FoundCollection, type MergeOutcome } from "./collection_writer.ts";
import type { Collection, CollectionRead } from "./collections.ts";
import {
  type FreshnessNeed,
  isFreshEnough,
  keptValidation,
  type Moment,
  type Validation,
} from "./freshness.ts";
import { inTurns } from "./in_turns.ts";
import { type PlanContext, type ReadBegin, touchesOf } from "./plan_context.ts";
import type { CollectionHappening, PlanEvent } from "./plan_events.ts";
import type { CollectionTable, TableRow } from "./record_table.ts";

const WEEK_MS = 7 * DAY_MS;

/** The records of one collection of one plan, how current they are, and their copy in the store. */
export class CollectionRecords<Record> {
  readonly table: CollectionTable<Record>;
  readonly writer: CollectionWriter;
  readonly #collection: Collection<Record>;
  readonly #context: PlanContext;
  #state: CollectionState | null = null;
  #validatedAt: Validation = { at: 0, sequence: 0 };
  #mustReload = false;
  #timesForgotten = 0;

  constructor(
    collection: Collection<Record>,
    context: PlanContext,
    table: CollectionTable<Record>,
  ) {
    this.table = table;
    this.#collection = collection;
    this.#context = context;
    const { planId, store, onStoreFailure } = context;
    this.writer = new CollectionWriter({
      of: { planId, name: collection.name },
      store,
      source: () => ({
        state: this.#state,
        parts: (names) => this.table.parts(names),
        deletedKeys: this.table.deletedKeys,
      }),
      calls: context.calls,
      onMoved: (found) => this.#mergeFound(found),
      onFailure: onStoreFailure,
    });
    context.events.listen(({ kind }) => {
      if (kind !== "forgotten") return;
      this.#state = null;
      this.#mustReload = true;
      this.#timesForgotten += 1;
      this.writer.forget();
    });
  }

  get name(): CollectionName {
    return this.#collection.name;
  }

  /** How far the plan was read; `null` before the first read. */
  get state(): CollectionState | null {
    return this.#state;
  }

  /** Counts how often the plan was restored to an earlier state. */
  get timesForgotten(): number {
    return this.#timesForgotten;
  }

  /** When the records were last known to be true; `null` before the first read. */
  get validation(): Validation | null {
    if (this.#state === null) return null;
    // Whatever validates a collection validates its knowledge as well, as that of the plan.
    return this.#context.knowledge.validatedAt(this.#state.knowledge) ?? this.#validatedAt;
  }

  /** What was read last, unless it has to be read whole again. */
  get usableState(): CollectionState | null {
    const state = this.#state;
    if (state === null) return null;
    const today = this.#context.moments.next();
    const ageMs = today.at - state.fullReadAt;
    // A clock that was set back must not put the week off for years.
    const isWeekOld = this.#collection.isReadAnewWeekly && (ageMs >= WEEK_MS || ageMs < -DAY_MS);
    return this.#mustReload || !this.isOfDay(today.utcDay) || isWeekOld ? null : state;
  }

  /** Whether something was read that holds on a day. */
  isOfDay(utcDay: string): boolean {
    const state = this.#state;
    return state !== null && (!this.#collection.isDayBound || state.utcDay === utcDay);
  }

  /** Whether the records are as current as a caller needs them. */
  isFresh(need: FreshnessNeed): boolean {
    const { knowledge } = this.#context;
    return this.usableState !== null &&
      this.#validations().some((validation) =>
        knowledge.isValidAfterWrites(validation) && isFreshEnough(validation, need)
      );
  }

  /** Whether they were true within the freshness window, whatever we have written since. */
  isRecent(): boolean {
    const { moments, maxAgeMs } = this.#context;
    const need = { asked: moments.next(), maxAgeMs, isFreshOnly: false };
    return this.#state !== null && !this.#mustReload &&
      this.#validations().some((validation) => isFreshEnough(validation, need));
  }

  /** Has the next read be a whole one: something has changed that no delta brings. */
  reloadNext(): void {
    this.#mustReload = true;
  }

  /** Takes a whole read, unless a later one was taken meanwhile. */
  async takeWhole(
    { rows, knowledge }: CollectionRead<Record>,
    began: ReadBegin,
    { signal, whenBack }: {
      readonly signal: AbortSignal | undefined;
      /** Called first when the plan was restored to an earlier state. */
      readonly whenBack: (() => Promise<void>) | null;
    },
  ): Promise<void> {
    const steps = this.table.replacing?.(rows);
    const replace = steps === undefined
      ? (): void => this.table.replaceAll(rows)
      : inTurns(steps, { nextTurn: this.#context.nextTurn, signal });
    // A short answer is taken in the moment in which it came.
    const take = replace instanceof Promise ? await replace : replace;
    if (this.#isOvertaken(began)) return;
    await whenBack?.();
    // Only what the answer names: a row that it leaves out is gone.
    this.#tell({ kind: "arriving", rows, isWhole: true });
    take();
    this.#mustReload = false;
    this.#tell({ kind: "read", read: { keys: new Set(), from: null, to: knowledge, began } });
    this.#note(began, { knowledge, fullReadAt: began.at, fullKnowledge: knowledge });
    this.writer.note("all");
  }

  /** Takes a delta since a state, unless a later read was taken meanwhile. */
  takeDelta(
    { rows, knowledge }: CollectionRead<Record>,
    began: ReadBegin,
    { knowledge: from, fullReadAt, fullKnowledge }: CollectionState,
  ): void {
    if (this.#isOvertaken(began) || (this.#state?.knowledge ?? 0) > knowledge) return;
    this.#tell({ kind: "arriving", rows, isWhole: false });
    const full = fullKnowledge === undefined ? { fullReadAt } : { fullReadAt, fullKnowledge };
    this.#note(began, { knowledge, ...full });
    this.#merge(rows);
    const keys = new Set(rows.map(({ key }) => key));
    this.#tell({ kind: "read", read: { keys, from, to: knowledge, began } });
  }

  /**
   * Takes records that a write of ours answered. The knowledge stays as it is: the answer's
   * knowledge counts other people's edits that we have not read.
   */
  absorb(rows: readonly TableRow<Record>[]): void {
    // Without a state nothing is stored, and a later process would not know the ids.
    if (this.#state === null) return;
    this.#tell({ kind: "arriving", rows, isWhole: false });
    this.#merge(rows);
  }

  #validations(): readonly Validation[] {
    const plan = this.#context.knowledge.validatedAt(this.#state?.knowledge ?? null);
    return plan === null ? [this.#validatedAt] : [this.#validatedAt, plan];
  }

  #note(began: ReadBegin, read: Omit<CollectionState, "readAt" | "utcDay" | "touches">): void {
    this.#state = { ...read, readAt: began.at, utcDay: began.utcDay, ...touchesOf(began) };
    this.#validatedAt = began;
  }

  #merge(rows: readonly TableRow<Record>[]): void {
    const wereDeleted = this.table.deletedKeys.size;
    const parts = this.table.merge(rows);
    const areKeysChanged = this.table.deletedKeys.size !== wereDeleted ||
      rows.some(({ isDeleted }) => isDeleted);
    this.writer.note(parts, areKeysChanged);
  }

  /** Whether a read that started later has been merged; it includes everything in this one. */
  #isOvertaken(began: Moment): boolean {
    return began.sequence < this.#validatedAt.sequence;
  }

  /** Merges what the store holds, unless ours knows more. */
  #mergeFound(found: FoundCollection): MergeOutcome {
    if (found.isOtherEpoch) this.#context.knowledge.forget();
    const mine = this.#mustReload ? null : this.#state;
    if (found.isForgotten) {
      const keys = [...found.deletedKeys ?? [], ...this.table.keysIn(found.parts)];
      this.#tell({ kind: "reserved", keys });
      if (mine !== null) {
        this.table.reserveKeys(keys);
        return "stale";
      }
      this.table.replaceAll(keys.map((key) => ({ key })));
      this.#state = null;
      return "replaced";
    }
    if (mine === null) {
      this.#state = null;
      this.#mustReload = false;
    } else if (found.state.knowledge < mine.knowledge) {
      return "stale";
    }
    const isSame = mine !== null && found.state.knowledge === mine.knowledge;
    if (isSame && mine.fullReadAt > found.state.fullReadAt) return "stale";
    const ours = isSame ? this.writer.dirtyParts : new Set<string>();
    if (ours === "all") return "replaced";
    const again = this.#takeOver(found, ours);
    if (again === "all" || again.size > 0) this.writer.note(again);
    return again === "all" || ours.size > 0 ? "merged" : "replaced";
  }

  #takeOver(
    { state, parts, isWhole, deletedKeys }: StoredCollection,
    ours: ReadonlySet<string>,
  ): ReadonlySet<string> | "all" {
    if (deletedKeys !== null) this.#tell({ kind: "reserved", keys: deletedKeys });
    const again = this.table.adopt({ parts, isWhole, ours, deletedKeys });
    this.#tell({ kind: "restored", parts });
    const validation = keptValidation(state);
    const { knowledge } = this.#context;
    const isLater = this.#state === null || state.knowledge > this.#state.knowledge ||
      (knowledge.isValidAfterWrites(validation) && validation.at > this.#validatedAt.at);
    this.#state = state;
    if (isLater) this.#validatedAt = validation;
    knowledge.validate(state.knowledge, validation);
    return again;
  }

  #tell(happening: CollectionHappening<Record>): void {
    // Each collection's definition ties its name to its records.
    const { name: of, table } = this;
    this.#context.events.tell({ of, table, ...happening } as unknown as PlanEvent);
  }
}
