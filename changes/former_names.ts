import { foldName } from "../domain/base/fold_text.ts";
import { nameWords } from "../domain/plan/category_label.ts";
import { holds } from "./fields.ts";
import type { CurrentRecord } from "./records.ts";
import type { Revert, Reverted } from "./revert.ts";

type Named = CurrentRecord & { readonly name?: string };

/**
 * Warns about names that other records have by now. Skipping such records would prevent undoing
 * several changes in reverse order.
 */
export function namesakeWarnings(
  noun: "payee" | "category" | "group",
): NonNullable<Revert["warnings"]> {
  return (reverted, { live }) => {
    const ids = new Set(reverted.map(({ target }) => target.id));
    const others = live.filter(({ id }) => !ids.has(id));
    const names = reverted.flatMap((one) => namesakeOf(one, others)?.name ?? []);
    const place = noun === "category" ? " in the same group" : "";
    return [...new Set(names)].map((name) =>
      `another ${noun}${place} is called "${nameWords(name)}" now: there will be two`
    );
  };
}

function namesakeOf({ target, now }: Reverted, others: readonly Named[]): Named | undefined {
  const former = target.restore ?? target.before ?? {};
  if (!("name" in former || "category_group_id" in former)) return undefined;
  // Only categories are in a group.
  const { name, category_group_id: group = null } = { ...now, ...former };
  return others.find((one) =>
    foldName(one.name ?? "") === foldName(String(name)) && holds({ category_group_id: group }, one)
  );
}
