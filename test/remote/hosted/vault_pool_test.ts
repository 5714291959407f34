import fc from "fast-check";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { type EnteredVault, VaultPool } from "../../../remote/hosted/vault_pool.ts";
import type { VaultAccess } from "../../../remote/credentials.ts";
import type { ServerFactory } from "../../../server/server_factory.ts";
import { dayOf } from "../../../domain/base/day.ts";
import { runs } from "../../_runs.ts";

const MINUTE_MS = 60_000;

function accessTo(vault: number): VaultAccess {
  return { vault: `vault ${vault}`, tenant: "tenant", key: new Uint8Array(32) };
}

interface TestedPool {
  readonly pool: VaultPool;
  readonly clock: { ms: number };
  /** How many times each vault is open. */
  readonly open: ReadonlyMap<string, number>;
  readonly uses: readonly string[];
}

/** A pool that records which vaults are open, and a clock. */
function aPool({ failing = -1 }: { readonly failing?: number } = {}): TestedPool {
  const clock = { ms: Date.parse("2026-11-19T12:00:00Z") };
  const open = new Map<string, number>();
  const uses: string[] = [];
  let opened = 0;
  const pool = new VaultPool({
    most: 3,
    now: () => clock.ms,
    noteUse: (vault) => {
      uses.push(`${vault} ${dayOf(clock.ms)}`);
      return Promise.resolve();
    },
    open: async ({ vault }): Promise<ServerFactory> => {
      await Promise.resolve();
      if (opened++ === failing) throw new Error("no database");
      open.set(vault, (open.get(vault) ?? 0) + 1);
      return {
        create: () => {
          assertEquals(open.get(vault), 1, `${vault} is served while closed`);
          return {} as ReturnType<ServerFactory["create"]>;
        },
        prepare: () => Promise.resolve(),
        isReady: () => Promise.resolve(true),
        close: async () => {
          // Closing takes longer than opening.
          for (let turns = 0; turns < 8; turns++) await Promise.resolve();
          open.set(vault, (open.get(vault) ?? 0) - 1);
        },
      };
    },
  });
  return { pool, clock, open, uses };
}

Deno.test("a vault is never closed while in use, opened twice, or kept open while idle", async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ enter: fc.nat(4) }) },
    { weight: 3, arbitrary: fc.record({ leave: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ passMs: fc.constantFrom(0, MINUTE_MS, 3 * MINUTE_MS) }) },
    { weight: 3, arbitrary: fc.record({ turns: fc.nat(4) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80, size: "max" }), async (steps) => {
      const { pool, clock, open } = aPool();
      const entered: { readonly vault: number; readonly of: EnteredVault }[] = [];
      const entering: Promise<unknown>[] = [];
      const check = (): void => {
        for (const { vault, of } of entered) {
          assertEquals(open.get(accessTo(vault).vault), 1);
          of.create({});
        }
        for (const count of open.values()) assert(count === 0 || count === 1);
      };
      for (const one of steps) {
        if ("enter" in one) {
          const vault = one.enter;
          entering.push(pool.enter(accessTo(vault)).then((of) => entered.push({ vault, of })));
        } else if ("leave" in one) {
          entered.splice(one.leave % Math.max(1, entered.length), 1)[0]?.of.leave();
        } else if ("passMs" in one) {
          clock.ms += one.passMs;
          pool.closeIdle();
        } else {
          for (let turns = 0; turns < one.turns; turns++) await Promise.resolve();
        }
        check();
      }
      await Promise.all(entering);
      check();
      for (const { of } of entered.splice(0)) of.leave();
      pool.closeIdle();
      assert(pool.size <= 3);
      clock.ms += 3 * MINUTE_MS;
      pool.closeIdle();
      assertEquals(pool.size, 0);
      await pool.close();
      assertEquals([...open.values()].filter((count) => count !== 0), []);
    }),
    runs(300, 41),
  );
});

Deno.test("each day of use is recorded once, even while the vault stays open", async () => {
  const { pool, clock, uses } = aPool();
  for (let times = 0; times < 2 * 24 * 60; times += 2) {
    const { leave } = await pool.enter(accessTo(1));
    leave();
    clock.ms += 2 * MINUTE_MS;
  }
  assertEquals(uses, ["vault 1 2026-11-19", "vault 1 2026-11-20", "vault 1 2026-11-21"]);
  await pool.close();
});

Deno.test("the next call retries opening a vault that failed to open", async () => {
  const { pool } = aPool({ failing: 0 });
  const calls = [pool.enter(accessTo(1)), pool.enter(accessTo(1))];
  for (const call of calls) await assertRejects(() => call, Error, "no database");
  (await pool.enter(accessTo(1))).leave();
  assertEquals(pool.size, 1);
  await pool.close();
});

Deno.test("deleting a vault's data closes the vault even if it is in use, and the vault can be reopened", async () => {
  const { pool, open } = aPool();
  const before = await pool.enter(accessTo(1));
  const forgetting = pool.forget("vault 1");
  const after = await pool.enter(accessTo(1));
  await forgetting;
  assertEquals(open.get("vault 1"), 1);
  for (const { leave } of [before, after]) leave();
  await pool.close();
});
