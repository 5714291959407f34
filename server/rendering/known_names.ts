import { foldName } from "../../domain/base/fold_text.ts";
import type { Reads } from "../../sync/plan/reads.ts";

/** A record that can be referred to by its name. */
interface Named {
  readonly id: string;
  readonly name: string;
}

type Kind = "account" | "category" | "group" | "payee";

/** Names and the records that they mean. */
export class KnownNames {
  readonly #noted: { readonly kind: Kind; readonly records: readonly Named[] }[] = [];
  #tables: ReadonlyMap<Kind, ReadonlyMap<string, ReadonlySet<string>>> | null = null;

  /** Takes note of records of a kind. */
  note(kind: Kind, records: readonly Named[]): void {
    this.#noted.push({ kind, records });
    this.#tables = null;
  }

  /** Tells whether a name, as it is shown, means one record only: that of an id or its prefix. */
  nameIdentifies(name: string, idPrefix: string): boolean {
    this.#tables ??= tablesOf(this.#noted);
    const folded = foldName(name);
    for (const table of this.#tables.values()) {
      const [only, ...others] = table.get(folded) ?? [];
      if (only?.startsWith(idPrefix) && others.length === 0) return true;
    }
    return false;
  }
}

/** Has reads take note of the names that they give. */
export function notingNames(reads: Reads, names: KnownNames): Reads {
  return {
    ...reads,
    getAccounts: async (of) => {
      const accounts = await reads.getAccounts(of);
      names.note("account", accounts.live);
      return accounts;
    },
    getCategories: async (of) => {
      const categories = await reads.getCategories(of);
      names.note("category", categories.live);
      names.note("group", categories.groups);
      return categories;
    },
    getPayees: async (of) => {
      const payees = await reads.getPayees(of);
      names.note("payee", payees.live);
      return payees;
    },
    getPlanMonth: async (of) => {
      const month = await reads.getPlanMonth(of);
      names.note("category", month.categories);
      names.note(
        "group",
        month.categories.map(({ category_group_id: id, category_group_name: name }) => ({
          id,
          name: name ?? "",
        })),
      );
      return month;
    },
  };
}

function tablesOf(
  noted: readonly { readonly kind: Kind; readonly records: readonly Named[] }[],
): ReadonlyMap<Kind, ReadonlyMap<string, ReadonlySet<string>>> {
  const tables = new Map<Kind, Map<string, Set<string>>>();
  for (const { kind, records } of noted) {
    const table = tables.get(kind) ?? new Map<string, Set<string>>();
    tables.set(kind, table);
    for (const { id, name } of records) {
      const folded = foldName(name);
      table.set(folded, (table.get(folded) ?? new Set()).add(id));
    }
  }
  return tables;
}
