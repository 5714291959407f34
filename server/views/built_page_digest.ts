/**
 * Identifies the content of the views' page. Written by scripts/views.ts from views/.
 *
 * @module
 */

/** Digest of the page. */
export const PAGE_DIGEST = "ea0db6289cd4dcf402f95f5ef5cba291";
