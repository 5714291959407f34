/**
 * What tells one page from another. Written by scripts/views.ts from views/.
 *
 * @module
 */

/** Digest of the page. */
export const PAGE_DIGEST = "20f3fca1224af8d1768a4113d3d08b4c";
