/** Gives a value's place. */
export type Scale = (value: number) => number;

/** Makes a scale; a domain without extent stands in the middle. */
export function scaleOf(
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
): Scale {
  if (from === to) return () => (start + end) / 2;
  return (value) => start + (value - from) / (to - from) * (end - start);
}

/** Gives round values between two others: multiples of 1, 2 or 5 times a power of ten. */
export function ticksBetween(from: number, to: number, count: number): readonly number[] {
  const raw = Math.max(to - from, Number.MIN_VALUE) / count;
  const exponent = Math.floor(Math.log10(raw));
  const error = raw / 10 ** exponent;
  // The borders are the geometric means of neighbors: of 5 and 10, of 2 and 5, of 1 and 2.
  const step = error >= Math.sqrt(50)
    ? 10
    : error >= Math.sqrt(10)
    ? 5
    : error >= Math.SQRT2
    ? 2
    : 1;
  const first = Math.ceil(from / (step * 10 ** exponent));
  const last = Math.floor(to / (step * 10 ** exponent));
  // Divided where the step is below one: products would not print as round values.
  const valueOf = (at: number): number =>
    exponent < 0 ? at * step / 10 ** -exponent : at * step * 10 ** exponent;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => valueOf(first + at));
}

/** Writes the path of a line through points. */
export function lineThrough(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], at) => `${at === 0 ? "M" : "L"}${x},${y}`).join("");
}
