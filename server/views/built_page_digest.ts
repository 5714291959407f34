/**
 * What tells one page from another. Written by scripts/views.ts from views/.
 *
 * @module
 */

/** Digest of the page. */
export const PAGE_DIGEST = "7081a07ddeaac5a3edfda90037d7549b";
