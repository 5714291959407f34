/** A regular expression that is too long for one line. */
export function pattern(...parts: readonly string[]): RegExp {
  return new RegExp(parts.join(""), "u");
}
