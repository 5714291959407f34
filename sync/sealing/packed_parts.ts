/**
 * How parts are turned into bytes: chunks of transactions as they stand in memory, and records
 * of any other collection column by column.
 *
 * @module
 */

import type { Steps } from "../../domain/steps/all_steps.ts";
import { ChunkPart } from "../columns/chunk_part.ts";
import type { StoredPart } from "../store.ts";
import { packChunkInSteps } from "./pack_chunk.ts";
import { isPackedChunk, unpackChunk } from "./unpack_chunk.ts";
import { packPart, unpackParts } from "./pack_rows.ts";
import type { OpenedPart, PackedPart, PartCodec } from "./part_codec.ts";

/** Packs parts of all kinds; parts of months, as older versions have kept them, are read too. */
export const PACKED_PARTS: PartCodec = {
  *pack(part: StoredPart): Steps<PackedPart> {
    if (!(part instanceof ChunkPart)) return packPart(part);
    return { head: yield* packChunkInSteps(part), onDemand: {} };
  },
  unpack(opened: readonly OpenedPart[]): readonly StoredPart[] {
    const chunks = opened.filter(({ head }) => isPackedChunk(head));
    const others = opened.filter(({ head }) => !isPackedChunk(head));
    return [...chunks.map(({ head }) => unpackChunk(head)), ...unpackParts(others)];
  },
};
