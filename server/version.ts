/** Version of this release; the same as in deno.json. */
export const VERSION = "0.1.0";
