/** Known values of `Known`, and every value that upstream adds later. */
export type OpenEnum<Known extends string> = Known | (string & Record<never, never>);
