// deno-lint-ignore-file no-console
import { ROOT } from "./_run.ts";

/** A file as it should be. */
export interface Derived {
  /** Path below the repository. */
  readonly path: string;
  readonly text: string;
}

/** Writes the files that are not as they should be, or only names them. */
export function settle(
  derived: readonly Derived[],
  { isCheck, task }: { readonly isCheck: boolean; readonly task: string },
): boolean {
  const stale = derived.filter((file) => !isCurrent(file));
  for (const { path, text } of stale) {
    if (isCheck) console.error(`${path} is stale: run deno task ${task}`);
    else {
      Deno.mkdirSync(new URL("./", new URL(path, ROOT)), { recursive: true });
      Deno.writeTextFileSync(new URL(path, ROOT), text);
      console.error(`wrote ${path}`);
    }
  }
  return isCheck && stale.length > 0;
}

/**
 * Replaces what stands between two marks of a text.
 *
 * @throws {Error} When a mark is missing.
 */
export function withPart(
  text: string,
  name: string,
  part: string,
  isAsFormatted: boolean = false,
): string {
  const begin = new RegExp(`^<!-- ${name}: (?!end).*-->\\n`, "mu").exec(text);
  const end = text.indexOf(`<!-- ${name}: end -->`);
  if (begin === null || end < begin.index) throw new Error(`The marks of ${name} are missing`);
  const before = text.slice(0, begin.index + begin[0].length);
  if (isAsFormatted) return `${before}\n${part}\n\n${text.slice(end)}`;
  const kept = `<!-- deno-fmt-ignore-start -->\n\n${part}\n\n<!-- deno-fmt-ignore-end -->`;
  return `${before}\n${kept}\n\n${text.slice(end)}`;
}

function isCurrent({ path, text }: Derived): boolean {
  try {
    return Deno.readTextFileSync(new URL(path, ROOT)) === text;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
