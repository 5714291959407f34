import { foldName } from "../domain/base/fold_text.ts";
import type { Reads } from "../sync/plan/reads.ts";

/** Records that can be referred to by their names. */
type Named = readonly { readonly id: string; readonly name: string }[];

const KINDS = ["account", "category", "group", "payee"] as const;
type NamedKinds = Partial<Readonly<Record<(typeof KINDS)[number], Named>>>;

/** Names read during a call, and the ids of the records that have them. */
export class KnownNames {
  readonly #noted: NamedKinds[] = [];
  /** Ids by kind and name; `null` until needed. */
  #ids: Map<string, Set<string>> | null = null;

  note(named: NamedKinds): void {
    this.#noted.push(named);
    this.#ids = null;
  }

  /** Whether only one record has the name, and its id begins with the prefix. */
  nameIdentifies(name: string, idPrefix: string): boolean {
    const ids = this.#ids ??= this.#idsByName();
    const folded = foldName(name);
    return KINDS.some((kind) => {
      const [only, ...others] = ids.get(`${kind} ${folded}`) ?? [];
      return only?.startsWith(idPrefix) === true && others.length === 0;
    });
  }

  #idsByName(): Map<string, Set<string>> {
    const all = new Map<string, Set<string>>();
    for (const noted of this.#noted) {
      for (const kind of KINDS) {
        for (const { id, name } of noted[kind] ?? []) {
          const key = `${kind} ${foldName(name)}`;
          all.set(key, (all.get(key) ?? new Set()).add(id));
        }
      }
    }
    return all;
  }
}

/** Returns the named records in a read's response, by kind. */
function namesIn(id: keyof Reads, answer: unknown): NamedKinds {
  switch (id) {
    case "getAccounts":
      return { account: (answer as AnswerTo<"getAccounts">).live };
    case "getCategories": {
      const { live, groups } = answer as AnswerTo<"getCategories">;
      return { category: live, group: groups };
    }
    case "getPayees":
      return { payee: (answer as AnswerTo<"getPayees">).live };
    case "getPlanMonth": {
      const { categories } = answer as AnswerTo<"getPlanMonth">;
      const groups = categories.map((category) => ({
        id: category.category_group_id,
        name: category.category_group_name ?? "",
      }));
      return { category: categories, group: groups };
    }
    default:
      return {};
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
