import { foldName } from "../domain/base/fold_text.ts";
import type { Reads } from "../sync/plan/reads.ts";

/** Records that have names. */
type Named = readonly { readonly id: string; readonly name: string }[];

const KINDS = ["account", "category", "group", "payee"] as const;
type NamedKinds = Partial<Readonly<Record<(typeof KINDS)[number], Named>>>;

/** Collects the names read during a call and the ids of the records with these names. */
export class KnownNames {
  readonly #noted: NamedKinds[] = [];
  /** Ids by kind and name; `null` until they are needed. */
  #ids: Map<string, Set<string>> | null = null;

  note(named: NamedKinds): void {
    this.#noted.push(named);
    this.#ids = null;
  }

  /** Whether only one record has the name, and that record's id begins with the prefix. */
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

type AnswerTo<Id extends keyof Reads> = Awaited<ReturnType<Reads[Id]>>;

/** For each read, the named records in its response, by kind. */
const NAMED_IN: { readonly [Id in keyof Reads]?: (answer: AnswerTo<Id>) => NamedKinds } = {
  getAccounts: ({ live }) => ({ account: live }),
  getCategories: ({ live, groups }) => ({ category: live, group: groups }),
  getPayees: ({ live }) => ({ payee: live }),
  getPlanMonth: ({ categories }) => ({
    category: categories,
    group: categories.map((category) => ({
      id: category.category_group_id,
      name: category.category_group_name ?? "",
    })),
  }),
};

/**
 * Returns the given reads, which then also collect the names in their responses. Omits all other
 * reads.
 */
export function notingReads<Id extends keyof Reads>(
  reads: Reads,
  ids: readonly Id[],
  names: KnownNames,
): Pick<Reads, Id> {
  const noting = Object.create(null);
  for (const id of ids) {
    const namedIn = NAMED_IN[id] as ((answer: unknown) => NamedKinds) | undefined;
    noting[id] = namedIn === undefined ? reads[id] : async (of: never): Promise<unknown> => {
      const answer = await reads[id](of);
      names.note(namedIn(answer));
      return answer;
    };
  }
  return Object.freeze(noting);
}
