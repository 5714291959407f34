import { assert, assertEquals } from "@std/assert";
import { DEFAULT_API_URL } from "../../../client/base_url.ts";
import { DemoYnab } from "../../../demo/demo_ynab.ts";
import { DemoUpstream } from "../../../demo/upstream.ts";
import { seededRandom } from "../../../domain/base/statistics.ts";
import { HostedDatabase } from "../../../remote/hosted/hosted_database.ts";
import { sealTokens, vaultSealer, VaultTokens } from "../../../remote/hosted/vault_tokens.ts";
import { YnabOAuth } from "../../../remote/hosted/ynab_oauth.ts";
import { openPostgres } from "../../../remote/postgres/open_postgres.ts";
import type { SharedTables } from "../../../remote/postgres/schema.ts";
import type { LeaseRows } from "../../../sync/store/lease.ts";
import type { Sealer } from "../../../sync/store/sealer.ts";
import { ownDatabase } from "../../_own_database.ts";
import { isPostgresFound, postgresForTests } from "../../_postgres_server.ts";
import { decidedAtYnab } from "./_hosted_world.ts";
import { times } from "../../_runs.ts";

/** Total number of refreshes. */
const REFRESHES = times(60);
const REPLICAS = 3;
const BACK = "https://budget.example.com/sign-in/back";
const APPLICATION = { clientId: "app", clientSecret: "app-secret" };
/** Longer than the lifetime of an access token and of the refresh lease. */
const ROUND_MS = 7_260_000;
const LEASE_MS = 31_000;

type Moment = "before_request" | "after_answer" | "after_write";
const MOMENTS: readonly Moment[] = ["before_request", "after_answer", "after_write"];

/** Probabilities of each failure of a request to the token endpoint. */
interface Chance {
  /** The probability that the response is lost (`lost`) or that the process dies (`killed`). */
  readonly lost: number;
  readonly killed: number;
}

interface Counts {
  refreshes: number;
  lost: number;
  kills: number;
  signedOut: number;
}

/** A vault's YNAB tokens, and everything that replicas share. */
class SharedVault {
  readonly counts: Counts = { refreshes: 0, lost: 0, kills: 0, signedOut: 0 };
  readonly now = (): number => this.clock.ms;

  constructor(
    readonly ynab: DemoYnab,
    readonly sealer: Sealer,
    readonly clock: { ms: number },
    readonly random: () => number,
    readonly chance: Chance,
    /** Called when a process is about to refresh. The request waits for the returned promise. */
    readonly meet: () => Promise<void>,
  ) {}
}

/** A process that has the vault open and can be killed. */
class Replica {
  readonly #shared: SharedVault;
  readonly #tables: SharedTables;
  #tokens: VaultTokens;
  #diesAt: Moment | null = null;
  #isDead = false;
  #meeting: Promise<void> | null = null;

  constructor(shared: SharedVault, tables: SharedTables) {
    this.#shared = shared;
    this.#tables = tables;
    this.#tokens = this.#opened();
  }

  /** Calls YNAB with the vault's token, and restarts the process if it was killed. */
  async call(): Promise<"answered" | "failed"> {
    try {
      const access = await this.#tokens.current();
      const headers = { authorization: `Bearer ${access}` };
      const { status } = await this.#shared.ynab.fetch(`${DEFAULT_API_URL}/user`, { headers });
      if (status === 401) await this.#tokens.replace(access);
      return status === 200 ? "answered" : "failed";
    } catch {
      if (this.#isDead) {
        this.#isDead = false;
        this.#diesAt = null;
        this.#tokens = this.#opened();
        // The dead process didn't release its lease, so let the lease expire.
        this.#shared.clock.ms += LEASE_MS;
      }
      return "failed";
    }
  }

  #opened(): VaultTokens {
    const { sealer, now, counts } = this.#shared;
    return new VaultTokens({
      vault: "vault",
      sealer,
      database: this.#database(),
      leases: this.#leases(),
      oauth: new YnabOAuth({
        ...APPLICATION,
        apiUrl: DEFAULT_API_URL,
        redirectUri: BACK,
        fetch: (input, init) => this.#exchange(input, init),
        now,
      }),
      now,
      onSignedOut: () => {
        counts.signedOut += 1;
        return Promise.resolve();
      },
      onRefresh: () => {},
    });
  }

  /** Calls `meet` the first time that this process is about to refresh. */
  #met(): Promise<void> {
    return this.#meeting ??= this.#shared.meet();
  }

  #reached(moment: Moment): void {
    if (this.#diesAt === moment) {
      this.#isDead = true;
      this.#shared.counts.kills += 1;
    }
    if (this.#isDead) throw new Error("The process was killed");
  }

  async #exchange(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const { ynab, random, chance, counts } = this.#shared;
    await this.#met();
    const [isKilled, at, isLost] = [random() < chance.killed, random(), random() < chance.lost];
    this.#diesAt = isKilled ? MOMENTS[Math.floor(at * MOMENTS.length)] ?? null : null;
    this.#reached("before_request");
    const response = await ynab.fetch(input, init);
    counts.refreshes += 1;
    this.#reached("after_answer");
    if (!isLost) return response;
    counts.lost += 1;
    throw new TypeError("The answer was lost");
  }

  #database(): HostedDatabase {
    const { database } = this.#tables.signIns;
    return Object.assign(new HostedDatabase(database), {
      replaceTokens: async (...row: Parameters<HostedDatabase["replaceTokens"]>) => {
        const isStored = await new HostedDatabase(database).replaceTokens(...row);
        this.#reached("after_write");
        return isStored;
      },
    });
  }

  #leases(): LeaseRows {
    const { leases } = this.#tables.vaultOf(this.#shared.sealer.owner);
    return {
      ...leases,
      tryTake: (...lease) => {
        this.#met();
        return leases.tryTake(...lease);
      },
      release: async (name, token) => {
        if (!this.#isDead) await leases.release(name, token);
      },
    };
  }
}

/** Signs a user in with YNAB and stores the vault's first tokens. */
async function storeFirstTokens(
  { ynab, sealer, now }: SharedVault,
  { signIns }: SharedTables,
): Promise<void> {
  const oauth = new YnabOAuth({
    ...APPLICATION,
    apiUrl: DEFAULT_API_URL,
    redirectUri: BACK,
    fetch: ynab.fetch,
    now,
  });
  const verifier = "v".repeat(43);
  const page = new URL(await oauth.authorizeUrl({ state: "state", verifier, mayWrite: false }));
  const address = await decidedAtYnab({ ynab }, page, "ana");
  const tokens = await oauth.exchange({ address, state: "state", verifier });
  await new HostedDatabase(signIns.database).createVault({
    vault: "vault",
    tenant: "tenant",
    owner: sealer.owner,
    body: new Uint8Array(),
  }, { tokens: await sealTokens(sealer, tokens), signIn: "sign-in", userTag: "tag" });
}

/** Opens a signed-in vault in several processes. */
async function withReplicas(
  what: Pick<SharedVault, "chance" | "meet">,
  run: (replicas: readonly Replica[], shared: SharedVault) => Promise<void>,
): Promise<void> {
  const server = await postgresForTests("refreshes at YNAB");
  if (server === null) return;
  await using own = await ownDatabase(server);
  const clock = { ms: Date.parse("2026-11-19T12:00:00Z") };
  const upstream = new DemoUpstream({ plans: [], token: "token-of-ana" });
  const ynab = new DemoYnab({
    users: [{ name: "ana", upstream, token: "token-of-ana" }],
    application: { id: "app", secret: "app-secret", redirectUris: [BACK] },
    now: () => clock.ms,
  });
  const sealer = await vaultSealer(new Uint8Array(32).fill(7), DEFAULT_API_URL);
  const { chance, meet } = what;
  const shared = new SharedVault(ynab, sealer, clock, seededRandom(41), chance, meet);
  const tables = await Promise.all(
    Array.from(
      { length: REPLICAS },
      () => openPostgres(own.url, { clock: () => `CAST(${clock.ms} AS bigint)` }),
    ),
  );
  try {
    const [first] = tables;
    if (first === undefined) return;
    await storeFirstTokens(shared, first);
    await run(tables.map((one) => new Replica(shared, one)), shared);
  } finally {
    await Promise.all(tables.map((one) => one.close()));
  }
}

Deno.test({
  name:
    "three processes refresh a vault's tokens despite lost responses and killed processes, and " +
    "no user is signed out",
  ignore: !isPostgresFound(),
  fn: async () => {
    const meet = (): Promise<void> => Promise.resolve();
    await withReplicas({ chance: { lost: 0.2, killed: 0.1 }, meet }, async (replicas, shared) => {
      while (shared.counts.refreshes < REFRESHES) {
        shared.clock.ms += ROUND_MS;
        let open = replicas;
        for (let tries = 0; open.length > 0; tries++) {
          assert(tries < 20, "a replica never got an answer");
          const ends = await Promise.all(open.map((one) => one.call()));
          open = open.filter((_, at) => ends[at] === "failed");
        }
      }
      const { refreshes, lost, kills, signedOut } = shared.counts;
      assertEquals(signedOut, 0);
      assert(lost > refreshes * 0.1 && kills > refreshes * 0.03, JSON.stringify(shared.counts));
    });
  },
});

Deno.test({
  name: "twelve concurrent calls in three processes cause only one refresh at YNAB",
  ignore: !isPostgresFound(),
  fn: async () => {
    const all = Promise.withResolvers<void>();
    let met = 0;
    // Hold the first request to YNAB until every process is about to refresh.
    const meet = (): Promise<void> => {
      met += 1;
      if (met === REPLICAS) all.resolve();
      return all.promise;
    };
    await withReplicas({ chance: { lost: 0, killed: 0 }, meet }, async (replicas, shared) => {
      shared.clock.ms += ROUND_MS;
      const calls = [...replicas, ...replicas, ...replicas, ...replicas].map((one) => one.call());
      assertEquals(new Set(await Promise.all(calls)), new Set(["answered"]));
      assertEquals(shared.counts.refreshes, 1);
    });
  },
});
