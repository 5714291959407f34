/**
 * What tells one page from another. Written by scripts/views.ts from views/.
 *
 * @module
 */

/** Digest of the page. */
export const PAGE_DIGEST = "c8a38fab9528ad424eb3b92e076d5cb5";
