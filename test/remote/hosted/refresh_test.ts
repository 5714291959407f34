import { assert, assertEquals } from "@std/assert";
import { DEFAULT_API_URL } from "../../../client/base_url.ts";
import { delay } from "../../../client/timers.ts";
import { DemoYnab } from "../../../demo/demo_ynab.ts";
import { DemoUpstream } from "../../../demo/upstream.ts";
import { seededRandom } from "../../../domain/base/statistics.ts";
import { HostedDatabase } from "../../../remote/hosted/hosted_database.ts";
import { sealTokens, vaultSealer, VaultTokens } from "../../../remote/hosted/vault_tokens.ts";
import { YnabOAuth } from "../../../remote/hosted/ynab_oauth.ts";
import { openPostgres } from "../../../remote/postgres/open_postgres.ts";
import type { SharedTables } from "../../../remote/postgres/schema.ts";
import type { Sealer } from "../../../sync/store/sealer.ts";
import { ownDatabase } from "../../_own_database.ts";
import { isPostgresFound, postgresForTests } from "../../_postgres_server.ts";
import { decidedAtYnab } from "./_hosted_world.ts";
import { times } from "../../_runs.ts";

/** Number of token refreshes that the test makes. */
const REFRESHES = times(40);
const REPLICAS = 3;
const BACK = "https://budget.example.com/sign-in/back";
const APPLICATION = { clientId: "app", clientSecret: "app-secret" };
/** Time between rounds, long enough for the access token and the refresh lease to expire. */
const ROUND_MS = 7_260_000;
const LEASE_MS = 31_000;

type Moment = "before_request" | "after_answer" | "after_write";
const MOMENTS: readonly Moment[] = ["before_request", "after_answer", "after_write"];

/** A vault that several processes have open. */
interface OpenVault {
  readonly ynab: DemoYnab;
  readonly sealer: Sealer;
  readonly clock: { ms: number };
  /** Handles a process's request to the token endpoint. */
  readonly exchange: (by: Replica, send: () => Promise<Response>) => Promise<Response>;
  signedOut: number;
}

/** A process that has the vault open and can be killed. */
class Replica {
  readonly #vault: OpenVault;
  readonly #tables: SharedTables;
  #tokens: VaultTokens;
  #isDead = false;
  /** The moment at which to kill the process, or `null` to let it run. */
  diesAt: Moment | null = null;
  /** Whether the process has tried to refresh the tokens. */
  hasTried = false;
  kills = 0;

  constructor(vault: OpenVault, tables: SharedTables) {
    this.#vault = vault;
    this.#tables = tables;
    this.#tokens = this.#opened();
  }

  /**
   * Calls YNAB with the vault's token, and restarts the process if it was killed. Returns whether
   * YNAB answered.
   */
  async call(): Promise<boolean> {
    try {
      const access = await this.#tokens.current();
      const headers = { authorization: `Bearer ${access}` };
      const { status } = await this.#vault.ynab.fetch(`${DEFAULT_API_URL}/user`, { headers });
      if (status === 401) await this.#tokens.replace(access);
      return status === 200;
    } catch {
      if (this.#isDead) {
        this.#isDead = false;
        this.diesAt = null;
        this.#tokens = this.#opened();
        // The dead process didn't release its lease, so let the lease expire.
        this.#vault.clock.ms += LEASE_MS;
      }
      return false;
    }
  }

  reached(moment: Moment): void {
    if (this.diesAt === moment) {
      this.#isDead = true;
      this.kills += 1;
    }
    if (this.#isDead) throw new Error("The process was killed");
  }

  #opened(): VaultTokens {
    const vault = this.#vault;
    const { ynab, sealer, clock, exchange } = vault;
    const { leases } = this.#tables.vaultOf(sealer.owner);
    const database = new HostedDatabase(this.#tables.signIns.database);
    const replaceTokens = database.replaceTokens.bind(database);
    database.replaceTokens = async (...row) => {
      const isStored = await replaceTokens(...row);
      this.reached("after_write");
      return isStored;
    };
    return new VaultTokens({
      vault: "vault",
      sealer,
      database,
      leases: {
        ...leases,
        tryTake: (...lease) => {
          this.hasTried = true;
          return leases.tryTake(...lease);
        },
        release: async (name, token) => {
          if (!this.#isDead) await leases.release(name, token);
        },
      },
      oauth: oauthOf((...request) => exchange(this, () => ynab.fetch(...request)), clock),
      now: () => clock.ms,
      onSignedOut: () => {
        vault.signedOut += 1;
        return Promise.resolve();
      },
      onRefresh: () => {},
    });
  }
}

function oauthOf(network: typeof fetch, clock: { readonly ms: number }): YnabOAuth {
  const at = { apiUrl: DEFAULT_API_URL, redirectUri: BACK };
  return new YnabOAuth({ ...APPLICATION, ...at, fetch: network, now: () => clock.ms });
}

/** Signs a user in with YNAB and stores the vault's first tokens. */
async function storeFirstTokens(
  { ynab, sealer, clock }: OpenVault,
  { signIns }: SharedTables,
): Promise<void> {
  const oauth = oauthOf(ynab.fetch, clock);
  const verifier = "v".repeat(43);
  const page = new URL(await oauth.authorizeUrl("state", verifier, false));
  const address = await decidedAtYnab({ ynab }, page, "ana");
  const tokens = await oauth.exchange(address, "state", verifier);
  await new HostedDatabase(signIns.database).createVault({
    vault: "vault",
    tenant: "tenant",
    owner: sealer.owner,
    body: new Uint8Array(),
  }, { tokens: await sealTokens(sealer, tokens), signIn: "sign-in", userTag: "tag" });
}

/** Defines a test of processes that share a vault whose access token has expired. */
function refreshTest(
  name: string,
  exchange: OpenVault["exchange"],
  run: (replicas: readonly Replica[], vault: OpenVault) => Promise<void>,
): void {
  const fn = async (): Promise<void> => {
    const server = await postgresForTests("token refreshes at YNAB");
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
    const vault = { ynab, sealer, clock, exchange, signedOut: 0 };
    await using stack = new AsyncDisposableStack();
    const replicas: Replica[] = [];
    for (let nth = 0; nth < REPLICAS; nth++) {
      const tables = await openPostgres(own.url, { clock: () => `CAST(${clock.ms} AS bigint)` });
      stack.defer(() => tables.close());
      if (nth === 0) await storeFirstTokens(vault, tables);
      replicas.push(new Replica(vault, tables));
    }
    clock.ms += ROUND_MS;
    await run(replicas, vault);
  };
  Deno.test({ name, ignore: !isPostgresFound(), fn });
}

const random = seededRandom(41);
let [refreshes, lost] = [0, 0];
refreshTest(
  "three processes refresh a vault's tokens despite lost responses and killed processes, and " +
    "no user is signed out",
  async (by, send) => {
    const [isKilled, at, isLost] = [random() < 0.1, random(), random() < 0.2];
    by.diesAt = isKilled ? MOMENTS[Math.floor(at * MOMENTS.length)] ?? null : null;
    by.reached("before_request");
    const response = await send();
    refreshes += 1;
    by.reached("after_answer");
    if (!isLost) return response;
    lost += 1;
    throw new TypeError("The answer was lost");
  },
  async (replicas, vault) => {
    for (; refreshes < REFRESHES; vault.clock.ms += ROUND_MS) {
      let open = replicas;
      for (let tries = 0; open.length > 0; tries++) {
        assert(tries < 20, "a replica never got an answer");
        const ends = await Promise.all(open.map((one) => one.call()));
        open = open.filter((_, at) => !ends[at]);
      }
    }
    assertEquals(vault.signedOut, 0);
    const kills = replicas.reduce((sum, one) => sum + one.kills, 0);
    assert(lost > refreshes * 0.1 && kills > refreshes * 0.03, `${lost} lost, ${kills} kills`);
  },
);

const everyoneTries = Promise.withResolvers<void>();
let requests = 0;
refreshTest(
  "twelve concurrent calls in three processes cause only one refresh at YNAB",
  async (_, send) => {
    requests += 1;
    await everyoneTries.promise;
    return await send();
  },
  async (replicas) => {
    const calls = [...replicas, ...replicas, ...replicas, ...replicas].map((one) => one.call());
    while (!replicas.every(({ hasTried }) => hasTried)) await delay(1);
    everyoneTries.resolve();
    assertEquals(new Set(await Promise.all(calls)), new Set([true]));
    assertEquals(requests, 1);
  },
);
