/**
 * What tells one page from another. Written by scripts/views.ts from views/.
 *
 * @module
 */

/** Digest of the page. */
export const PAGE_DIGEST = "e99fd37e1b86d4d7b3d2f857dba5d749";
