import type { CollectionName } from "./store.ts";

/** Why a file can't be used, though nothing is wrong with it. */
export type Blocked = "locked" | "newer";

/** A damaged file that was quarantined: renamed, and replaced by a new one. */
export interface QuarantinedFile {
  /** The file's name now. */
  readonly file: string;
  /** Changes that came over into the new file; `null` for the copy, which is read anew. */
  readonly carriedOver: number | null;
}

/** What there is to say of a store, once. */
export type StoreNote =
  /** It can't be had: nothing outlives the process. */
  | { readonly event: "store_in_memory"; readonly reason: string }
  /** It is left alone: nothing outlives the process, and changes are refused. */
  | { readonly event: "store_left_alone"; readonly reason: Blocked }
  | ({ readonly event: "store_set_aside" } & QuarantinedFile)
  /** The copy can't be had: what is read is kept in memory; changes are journaled. */
  | { readonly event: "store_copy_in_memory"; readonly reason: string }
  /** A collection was not all there, or was changed: it is read anew. */
  | { readonly event: "store_damaged"; readonly collection: CollectionName };
