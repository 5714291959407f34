/** Anything that may be split. */
export interface Splittable {
  readonly deleted: boolean;
  readonly lines: readonly { readonly deleted: boolean }[];
}

/** Tells whether a row has lines that count. */
export function hasLiveLines({ lines }: Splittable): boolean {
  for (const line of lines) {
    if (!line.deleted) return true;
  }
  return false;
}

/** Tells whether a row is a split; a deleted row is one if it was. */
export function isSplit(row: Splittable): boolean {
  return row.deleted ? row.lines.length > 0 : hasLiveLines(row);
}
