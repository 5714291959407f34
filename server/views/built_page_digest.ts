/**
 * Identifies the content of the views' page. Written by scripts/views.ts from views/.
 *
 * @module
 */

/** Digest of the page. */
export const PAGE_DIGEST = "de1a80a1da280384661174d5d914119a";
