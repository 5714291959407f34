/**
 * Identifies the content of the views' page. Written by scripts/views.ts from views/.
 *
 * @module
 */

/** Digest of the page. */
export const PAGE_DIGEST = "dbfea79dde3e63282d2c3ac076a69d47";
