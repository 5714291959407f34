import { monthOf } from "../_calendar.ts";
import type { StoredSplitLine, StoredTransaction } from "../_records.ts";
import { Ghosts } from "./ghosts.ts";
import { ImportMemory } from "./import_memory.ts";
import { RowShelf } from "./row_shelf.ts";

/** A split line with the row that it belongs to. */
export interface LinePlace {
  readonly row: StoredTransaction;
  readonly line: StoredSplitLine;
}

/** Keeps the indexes over a plan's rows right while the rows change. */
export class Rows {
  /** Every row by id, deleted ones included. */
  readonly byId: Map<string, StoredTransaction>;
  readonly shelf: RowShelf;
  readonly imports: ImportMemory;
  readonly #ghosts = new Ghosts();
  readonly #list: StoredTransaction[];
  readonly #rowsOfLines = new Map<string, StoredTransaction>();
  /** Rows by the id of the row that they say they match. */
  readonly #matching = new Map<string, StoredTransaction>();
  readonly #monthChanged: (month: string) => void;

  /** Indexes `list`, and says from then on which months have changed. */
  constructor(list: StoredTransaction[], monthChanged: (month: string) => void) {
    this.#list = list;
    this.#monthChanged = monthChanged;
    this.byId = new Map(list.map((row) => [row.id, row]));
    this.shelf = new RowShelf(list);
    this.imports = new ImportMemory(list);
    for (const row of list) this.#link(row);
  }

  /** Adds a row. */
  add(row: StoredTransaction): void {
    this.#list.push(row);
    this.byId.set(row.id, row);
    this.shelf.put(row);
    this.imports.remember(row);
    this.#link(row);
    this.#changed(row);
  }

  /** Takes back the last `add`. */
  takeBack(row: StoredTransaction): void {
    this.#list.pop();
    this.byId.delete(row.id);
    this.shelf.take(row);
    this.imports.forget(row);
    this.#changed(row);
  }

  /** Changes a row in place. */
  change(row: StoredTransaction, change: Partial<StoredTransaction>): void {
    this.#changed(row);
    this.shelf.take(row);
    Object.assign(row, change);
    this.shelf.put(row);
    this.imports.remember(row);
    this.#link(row);
    this.#changed(row);
  }

  /** Keeps the category activity of a split as it was before it was deleted. */
  leaveGhost(row: StoredTransaction): void {
    this.#ghosts.add(row);
    this.#monthChanged(monthOf(row.date));
  }

  /** Finds the split line with an id. */
  placeOfLine(id: string): LinePlace | null {
    const row = this.#rowsOfLines.get(id);
    const line = row?.lines.find((candidate) => candidate.id === id);
    return row === undefined || line === undefined ? null : { row, line };
  }

  /** Tells whether a row is the imported half of a matched pair: only the other half counts. */
  isCountedOut({ id, import_id, matched_transaction_id }: StoredTransaction): boolean {
    if (import_id === null || matched_transaction_id === null) return false;
    const other = this.byId.get(matched_transaction_id);
    if (other === undefined || other.deleted) return false;
    return other.import_id === null || other.id < id;
  }

  /** Gives a month's rows as the arithmetic counts them. */
  countedIn(month: string): readonly StoredTransaction[] {
    const ghosts = this.#ghosts.rowsOf(month);
    const rows = this.shelf.rowsOf(month);
    return ghosts.length === 0 ? rows : [...rows, ...ghosts];
  }

  #link(row: StoredTransaction): void {
    for (const line of row.lines) this.#rowsOfLines.set(line.id, row);
    if (row.matched_transaction_id !== null) this.#matching.set(row.matched_transaction_id, row);
  }

  #changed(row: StoredTransaction): void {
    for (const month of this.#ghosts.forgetCategoriesOf(row)) this.#monthChanged(month);
    const matched = this.byId.get(row.matched_transaction_id ?? "");
    for (const touched of [row, matched, this.#matching.get(row.id)]) {
      if (touched !== undefined) this.#monthChanged(monthOf(touched.date));
    }
  }
}
