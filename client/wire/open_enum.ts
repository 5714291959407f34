/**
 * An enumeration that upstream may extend: the known values are offered by the
 * editor, any other string is accepted.
 *
 * @module
 */

/** Known values of `Known`, and every value that upstream adds later. */
export type OpenEnum<Known extends string> = Known | (string & Record<never, never>);
