import { fromMilliunits } from "../../domain/base/money.ts";
import { categoryNames, type KnownCategories } from "./category_finder.ts";
import type { FieldValue, PreviewLine, Target } from "../change.ts";
import { isToldByOther, nameField } from "../fields.ts";
import { fieldWords } from "../fields.ts";

/** Fields whose text the call brings. */
const OWN_TEXT: readonly string[] = ["memo", "payee_name"];

/** Writes the lines of a target. */
export function editLines(
  { id, label, before, after }: Target,
  { categories }: { readonly categories: KnownCategories },
): readonly PreviewLine[] {
  const nameOf = categoryNames(categories);
  const words = (name: string, value: FieldValue): FieldValue => {
    if (name === "category_id") return nameOf(value === null ? null : String(value));
    return name === "amount" ? fromMilliunits(Number(value)) : value;
  };
  const fields = after ?? {};
  const shown = Object.keys(fields).filter((name) => !isToldByOther(name, fields));
  const lines = shown.map((name): PreviewLine => {
    const named = nameField(name);
    const told = named !== null && named in fields ? named : name;
    return {
      id,
      label,
      field: fieldWords(name),
      before: words(told, before?.[told] ?? null),
      after: words(told, fields[told] ?? null),
      ...(OWN_TEXT.includes(told) ? { isOwnText: true } : {}),
    };
  });
  // No category goes by several ids.
  return lines.filter((line) => line.before !== line.after);
}
