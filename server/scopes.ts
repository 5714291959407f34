/** Scope of a token that may read; over HTTP no call is made without it. */
export const READ_SCOPE = "budget:read";

/** Scope of a token that may change the plan, where the server allows it. */
export const WRITE_SCOPE = "budget:write";
