/** Scope for reading; every HTTP call needs it. */
export const READ_SCOPE = "budget:read";

/** Scope for changing the plan, if the server allows changes. */
export const WRITE_SCOPE = "budget:write";
