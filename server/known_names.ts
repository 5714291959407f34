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

/** The names that a call has read, and the records that they mean. */
export class KnownNames {
  readonly #noted: Noted[] = [];
  #idsByName: ReadonlyMap<Kind, IdsByName> | null = null;

  /** Takes note of records of a kind. */
  note(kind: Kind, records: readonly Named[]): void {
    this.#noted.push([kind, records]);
    this.#idsByName = null;
  }

  /** Tells whether a name means one record only: the one with this id, or prefix of an id. */
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

/** Has reads take note of the names that they give. */
export function notingNames(reads: Reads, names: KnownNames): Reads {
  const noting = <Of, Answer>(
    read: (of: Of) => Promise<Answer>,
    recordsIn: (answer: Answer) => Partial<Record<Kind, readonly Named[]>>,
  ): (of: Of) => Promise<Answer> =>
  async (of) => {
    const answer = await read(of);
    for (const [kind, records] of Object.entries(recordsIn(answer))) {
      names.note(kind as Kind, records);
    }
    return answer;
  };
  return {
    ...reads,
    getAccounts: noting(reads.getAccounts, ({ live }) => ({ account: live })),
    getCategories: noting(
      reads.getCategories,
      ({ live, groups }) => ({ category: live, group: groups }),
    ),
    getPayees: noting(reads.getPayees, ({ live }) => ({ payee: live })),
    getPlanMonth: noting(reads.getPlanMonth, ({ categories }) => ({
      category: categories,
      group: categories.map(({ category_group_id: id, category_group_name: name }) => ({
        id,
        name: name ?? "",
      })),
    })),
  };
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
