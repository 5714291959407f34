/**
 * Identifies the content of the views' page. Written by scripts/views.ts from views/.
 *
 * @module
 */

/** Digest of the page. */
export const PAGE_DIGEST = "8899a48664d4208bf0a92059e54f4b0d";
