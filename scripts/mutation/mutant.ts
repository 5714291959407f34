/**
 * A mutant: one small change of the source that some test should notice.
 *
 * @module
 */

/** One mutant. */
export interface Mutant {
  /** By which the instrumented checkout switches it. */
  readonly id: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The instrumenter's name of what was done, such as `ConditionalExpression`. */
  readonly kind: string;
  /** As the instrumenter counts, from 0. */
  readonly location: Location;
  /** The source, and what stands in its place; white space is folded. */
  readonly original: string;
  readonly replacement: string;
}

/** What the instrumenter tells of a mutant; its lines count from 0. */
interface Instrumented {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: Location;
}

interface Location {
  start: Position;
  end: Position;
}

/** Neither is readonly, as the instrumenter takes them so. */
interface Position {
  line: number;
  column: number;
}

/** Gives a mutant in the source's own words. */
export function mutantOf(one: Instrumented, source: string): Mutant {
  const lines = source.split("\n");
  const { start, end } = one.location;
  const offset = ({ line, column }: Position): number =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, column);
  return {
    id: one.id,
    file: one.fileName,
    line: start.line + 1,
    kind: one.mutatorName,
    location: { start, end },
    original: folded(source.slice(offset(start), offset(end))),
    replacement: folded(one.replacement),
  };
}

/** Says a mutant in one line. */
export function mutantText({ file, line, kind, original, replacement }: Mutant): string {
  return `${file}:${line} ${kind}: \`${shortened(original)}\` -> \`${shortened(replacement)}\``;
}

/** Whether a text names a mutant as `mutantText` does, wherever its line has gone since. */
export function isNamedIn(text: string, mutant: Mutant): boolean {
  const [, change = ""] = mutantText(mutant).split(`${mutant.file}:${mutant.line}`);
  const lines = text.split("\n");
  return lines.some((line) => line.includes(`${mutant.file}:`) && line.endsWith(change));
}

function folded(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

function shortened(text: string): string {
  return text.length > 90 ? `${text.slice(0, 60)} ... ${text.slice(-25)}` : text;
}
