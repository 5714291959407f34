/** A change that may have renamed a payee, of which nobody has seen the end. */
export interface OpenRename {
  readonly operationId: string;
  /** When it was written to last, in milliseconds since 1970, by the clock of whoever did. */
  readonly touchedAt: number;
}

/** Gives those that there are. */
export type FindOpenRenames = () => Promise<readonly OpenRename[]>;

/** Clocks of several machines may be so far apart. */
const CLOCKS_APART_MS = 7_200_000;

/** The open renamings of one plan. */
export class OpenRenames {
  readonly #find: FindOpenRenames;
  readonly #known = new Set<string>();
  /** Whether something was asked for since it was looked for them. */
  #isNews = false;

  /** Knows of none yet. */
  constructor(find: FindOpenRenames) {
    this.#find = find;
  }

  /** Takes note that upstream was asked: there may be others now. */
  noteRead(): void {
    this.#isNews = true;
  }

  /** Looks for those that were not told yet. */
  async unshownUntil(): Promise<number | null> {
    if (!this.#isNews) return null;
    this.#isNews = false;
    const open = (await this.#find()).filter(({ operationId }) => !this.#known.has(operationId));
    for (const { operationId } of open) this.#known.add(operationId);
    if (open.length === 0) return null;
    return Math.max(...open.map(({ touchedAt }) => touchedAt)) + CLOCKS_APART_MS;
  }
}
