import type { CollectionMark } from "../store.ts";
import type { Bytes } from "./sealer.ts";

/** What a backend may give at once or later. */
export type Awaitable<Value> = Value | Promise<Value>;

/** A part of a collection. */
export interface PartRow {
  readonly name: string;
  /** The version of the collection with which it was written. */
  readonly version: number;
  readonly body: Bytes;
}

/** A part that is to be written. */
export type PartWrite = Omit<PartRow, "version">;

/** A collection, and those of its parts that were asked for. */
export interface CollectionRow {
  readonly mark: CollectionMark;
  /** Whether the plan was forgotten since it was written. */
  readonly isForgotten: boolean;
  readonly state: Bytes;
  readonly deleted: Bytes;
  readonly parts: readonly PartRow[];
  /** Whether these are all parts there are, not only those that changed. */
  readonly isWhole: boolean;
}

/** What is to be written of a collection. */
export interface CollectionWrite {
  /** What the writer has seen last; `null` if it has seen nothing kept. */
  readonly seen: CollectionMark | null;
  readonly mark: CollectionMark;
  readonly isWhole: boolean;
  readonly state: Bytes;
  /** `null` to leave what is kept. */
  readonly deleted: Bytes | null;
  /** Each takes the place of the part of its name. */
  readonly parts: readonly PartWrite[];
}

/** The rows of collections. */
export interface CollectionRows {
  /** Gives a collection, in one snapshot: with what was written since a mark, else whole. */
  find(name: string, since: CollectionMark | null): Awaitable<CollectionRow | null>;
  /** Gives a collection's state if it stands at a mark. */
  stateAt(name: string, mark: CollectionMark): Awaitable<Bytes | null>;
  /** Writes unless others have written since: compare-and-swap, in one transaction. */
  write(name: string, change: CollectionWrite): Awaitable<boolean>;
  forget(name: string): Awaitable<void>;
}

/** Names a month. */
export interface MonthKey {
  readonly plan: string;
  readonly name: string;
}

/** How current a month is. */
export interface MonthCurrency {
  readonly name: string;
  readonly knowledge: number | null;
  /** When the read began, in milliseconds since 1970. */
  readonly readAt: number;
  /** UTC day of the read, with a message authentication code. */
  readonly taggedDay: string;
}

/** A month. */
export interface MonthRow extends MonthCurrency {
  readonly body: Bytes;
}

/** What a delta changes of the months of a plan. */
export interface MonthsWrite {
  /** Names of months that go if they were read at `askedAt` or before. */
  readonly changed: readonly string[];
  /** In milliseconds since 1970. */
  readonly askedAt: number;
  /** The knowledge that the others stand at now, each unless it has another day meanwhile. */
  readonly knowledge: number;
  readonly standing: readonly {
    readonly name: string;
    readonly from: string;
    readonly to: string;
  }[];
}

/** The rows of months. */
export interface MonthRows {
  /** Gives a month that was read after a time in milliseconds since 1970. */
  find(key: MonthKey, readAfter: number): Awaitable<MonthRow | null>;
  save(plan: string, month: MonthRow): Awaitable<void>;
  list(plan: string): Awaitable<readonly MonthCurrency[]>;
  note(plan: string, news: MonthsWrite): Awaitable<void>;
}

/** The rows of one owner. */
export interface CopyRows {
  readonly collections: CollectionRows;
  readonly months: MonthRows;
  loadPlans(): Awaitable<Bytes | null>;
  savePlans(body: Bytes): Awaitable<void>;
  /** Drops a plan's months, and marks its collections as forgotten, each in another epoch. */
  forgetPlan(
    plan: string,
    collections: readonly { readonly name: string; readonly epoch: string }[],
  ): Awaitable<void>;
  addReservedIds(plan: string, body: Bytes): Awaitable<void>;
  reservedIds(plan: string): Awaitable<readonly Bytes[]>;
  /** Counts a change of the plan; gives how many there were, this one included. */
  touch(plan: string): Awaitable<number>;
  /** Gives how often a plan was touched, and of its collections those that have moved. */
  look(
    plan: string,
    seen: readonly { readonly name: string; readonly mark: CollectionMark }[],
  ): Awaitable<CopyLook>;
}

/** What has happened to a plan. */
export interface CopyLook {
  /** 0 if it never was. */
  readonly touches: number;
  /** Those that stand at another mark, each as {@linkcode CollectionRows.find} gives it. */
  readonly moved: readonly (CollectionRow & { readonly name: string })[];
}
