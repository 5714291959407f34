/**
 * What tells one page from another. Written by scripts/views.ts from views/.
 *
 * @module
 */

/** Digest of the page. */
export const PAGE_DIGEST = "418eb9cf953452d438794e9019d5319c";
