/**
 * The seam between a part and its bytes: a head that is read whenever the collection is, and
 * blobs that are read on demand, each by itself.
 *
 * @module
 */

import type { Steps } from "../../domain/steps/all_steps.ts";
import type { StoredPart } from "../store.ts";
import type { Bytes } from "./sealer.ts";

/** A part that is to be kept. */
export interface PackedPart {
  /** Read with the collection. Nobody else has its buffer: it is let go of when it is sealed. */
  readonly head: Bytes;
  /** By names that the codec gives them; the part is written with all of them, or not at all. */
  readonly onDemand: Readonly<Record<string, Bytes>>;
}

/** A part that was kept. */
export interface OpenedPart {
  readonly head: Bytes;
  /**
   * Reads a blob as it was written together with this head, at any later time.
   *
   * @param name As the codec has named it.
   * @returns Its bytes; `null` when it is there no more: others have written the part since, or
   * it was damaged. Then the collection has to be loaded again.
   */
  readonly read: (name: string) => Promise<Bytes | null>;
}

/** Turns parts into bytes and back. */
export interface PartCodec {
  /** Packs a part, step by step: others may have their turn between two of them. */
  pack(part: StoredPart): Steps<PackedPart>;
  /**
   * Gives the parts in their order.
   *
   * @throws {Error} For bytes that are none of ours: the collection counts as damaged.
   */
  unpack(opened: readonly OpenedPart[]): readonly StoredPart[];
}
