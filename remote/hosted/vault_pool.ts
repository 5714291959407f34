import type { ServedCaller, ServerFactory } from "../../server/server_factory.ts";
import type { VaultAccess } from "../credentials.ts";

export class DeletedVaultError extends Error {
  override readonly name = "DeletedVaultError";
}

export interface VaultPoolOptions {
  /** Opens a vault's server without reading anything yet. */
  readonly open: (access: VaultAccess) => Promise<ServerFactory>;
  /** Records that a vault was used today; called at most once an hour. */
  readonly noteUse: (vault: string) => Promise<void>;
  /** If more vaults than this are in memory, unused vaults are closed. */
  readonly most: number;
  readonly now: () => number;
}

/** How long an unused vault stays open, in milliseconds. */
const IDLE_MS = 180_000;

/**
 * How often a vault's use is recorded, in milliseconds. If the use were recorded only once a day, a
 * day could be missed, because the database's clock determines when a day begins, and that clock
 * may differ from this process's.
 */
const NOTE_MS = 3_600_000;

interface OpenVault {
  readonly factory: Promise<ServerFactory>;
  users: number;
  leftAt: number;
  notedAt: number;
}

export interface EnteredVault {
  readonly create: (caller: ServedCaller) => ReturnType<ServerFactory["create"]>;
  /** Releases the vault, so that the pool may close it. Call this once, after the tool call. */
  readonly leave: () => void;
}

export class VaultPool {
  readonly #options: VaultPoolOptions;
  readonly #open = new Map<string, OpenVault>();
  readonly #closing = new Map<string, Promise<void>>();

  constructor(options: VaultPoolOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Opens a vault, or reuses the open one. */
  async enter(access: VaultAccess): Promise<EnteredVault> {
    const { vault } = access;
    const one = this.#open.get(vault) ?? this.#added(access);
    // Count the caller before awaiting anything, so that the vault can't be closed in the meantime.
    one.users += 1;
    // Move the vault to the end, because the least recently used vault is closed first.
    this.#open.delete(vault);
    this.#open.set(vault, one);
    const leave = (): void => {
      one.users -= 1;
      one.leftAt = this.#options.now();
    };
    try {
      const { create } = await one.factory;
      // If the database is down now, a later call records that the vault was used.
      await this.#noteUse(vault, one).catch(() => {});
      this.closeIdle();
      return { create, leave };
    } catch (error) {
      leave();
      if (this.#open.get(vault) === one) this.#open.delete(vault);
      throw error;
    }
  }

  #added(access: VaultAccess): OpenVault {
    const one: OpenVault = {
      // A vault that is closing can be reopened only after everything is stored.
      factory: Promise.resolve(this.#closing.get(access.vault))
        .then(() => this.#options.open(access)),
      users: 0,
      leftAt: 0,
      notedAt: -Infinity,
    };
    one.factory.catch(() => {});
    return one;
  }

  async #noteUse(vault: string, one: OpenVault): Promise<void> {
    const now = this.#options.now();
    // Compare the absolute difference, so that vault use is still recorded after the clock is set
    // back.
    if (Math.abs(now - one.notedAt) < NOTE_MS) return;
    await this.#options.noteUse(vault);
    one.notedAt = now;
  }

  /**
   * Closes vaults that have been unused for `IDLE_MS`. If the number of open vaults exceeds the
   * maximum, also closes other vaults that aren't in use, least recently used first, until the
   * maximum is no longer exceeded.
   */
  closeIdle(): void {
    const { most, now } = this.#options;
    for (const [vault, one] of this.#open) {
      const isIdle = one.users === 0 &&
        (this.#open.size > most || now() - one.leftAt >= IDLE_MS);
      if (isIdle) this.#close(vault, one);
    }
  }

  /** Closes a vault whose data was deleted. */
  async forget(vault: string): Promise<void> {
    const one = this.#open.get(vault);
    if (one !== undefined) this.#close(vault, one);
    await this.#closing.get(vault);
  }

  async close(): Promise<void> {
    for (const [vault, one] of this.#open) this.#close(vault, one);
    await Promise.all(this.#closing.values());
  }

  #close(vault: string, one: OpenVault): void {
    this.#open.delete(vault);
    const closing = one.factory.then(({ close }) => close()).catch(() => {}).finally(() => {
      if (this.#closing.get(vault) === closing) this.#closing.delete(vault);
    });
    this.#closing.set(vault, closing);
  }
}
