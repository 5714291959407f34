import { foldName } from "../domain/base/fold_text.ts";
import type { Reads } from "../sync/plan/reads.ts";

/** A record that can be referred to by its name. */
interface Named {
  readonly id: string;
  readonly name: string;
}

type Kind = "account" | "category" | "group" | "payee";
type Noted = readonly [kind: Kind, records: readonly Named[]];
type IdsByName = ReadonlyMap<string, ReadonlySet<string>>;

/** Names read during a call, and the ids of the records that have them. */
export class KnownNames {
  readonly #noted: Noted[] = [];
  #idsByName: ReadonlyMap<Kind, IdsByName> | null = null;

  /** Adds records by kind. */
  note(noted: readonly Noted[]): void {
    this.#noted.push(...noted);
    this.#idsByName = null;
  }

  /** Whether only one record has the name, and its id begins with the prefix. */
  nameIdentifies(name: string, idPrefix: string): boolean {
    this.#idsByName ??= idsByName(this.#noted);
    const folded = foldName(name);
    for (const ids of this.#idsByName.values()) {
      const [only, ...others] = ids.get(folded) ?? [];
      if (only?.startsWith(idPrefix) && others.length === 0) return true;
    }
    return false;
  }
}

/** Returns the named records in a read's response, by kind. */
function namesIn(id: keyof Reads, answer: unknown): readonly Noted[] {
  switch (id) {
    case "getAccounts":
      return [["account", (answer as AnswerTo<"getAccounts">).live]];
    case "getCategories": {
      const { live, groups } = answer as AnswerTo<"getCategories">;
      return [["category", live], ["group", groups]];
    }
    case "getPayees":
      return [["payee", (answer as AnswerTo<"getPayees">).live]];
    case "getPlanMonth": {
      const { categories } = answer as AnswerTo<"getPlanMonth">;
      const groups = categories.map((category) => ({
        id: category.category_group_id,
        name: category.category_group_name ?? "",
      }));
      return [["category", categories], ["group", groups]];
    }
    default:
      return [];
  }
}

type AnswerTo<Id extends keyof Reads> = Awaited<ReturnType<Reads[Id]>>;

/** Wraps the given reads so that they record the names in their responses; omits all others. */
export function notingReads(
  reads: Reads,
  ids: readonly (keyof Reads)[],
  names: KnownNames,
): Partial<Reads> {
  const noting = Object.create(null);
  for (const id of ids) {
    noting[id] = async (of: never): Promise<unknown> => {
      const answer = await reads[id](of);
      names.note(namesIn(id, answer));
      return answer;
    };
  }
  return Object.freeze(noting);
}

function idsByName(noted: readonly Noted[]): ReadonlyMap<Kind, IdsByName> {
  const all = new Map<Kind, Map<string, Set<string>>>();
  for (const [kind, records] of noted) {
    const ofKind = all.get(kind) ?? new Map<string, Set<string>>();
    all.set(kind, ofKind);
    for (const { id, name } of records) {
      const folded = foldName(name);
      ofKind.set(folded, (ofKind.get(folded) ?? new Set()).add(id));
    }
  }
  return all;
}
