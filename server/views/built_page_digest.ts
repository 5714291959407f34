/**
 * Identifies the content of the views' page. Written by scripts/views.ts from views/.
 *
 * @module
 */

/** Digest of the page. */
export const PAGE_DIGEST = "10b0a10649f090405148d731871e7db7";
