/**
 * A server over the invented household, asked through the official client: day, clock
 * and chance are fixed, so that every run gives the same figures.
 *
 * @module
 */

import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { householdPlan } from "../demo/household.ts";
import { DemoUpstream } from "../demo/upstream.ts";
import { seededRandom } from "../domain/statistics/seeded_random.ts";
import { createServerFactory, type ServerOptions } from "../mod.ts";

/** The day of the conversations. */
export const ECONOMY_DAY = "2026-11-20";

const plan = householdPlan({ today: ECONOMY_DAY });

/** Time between two calls: an assistant thinks, a person reads. */
const PACE_MS = 10_000;

/** What a call was answered with, and what it asked of upstream. */
export interface EconomyAnswer {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>> | null;
  readonly isError: boolean;
  /** As the answer itself tells. */
  readonly upstreamRequests: number;
  /** Those of them that read, as upstream saw them. */
  readonly upstreamReads: number;
}

/** A server, its client and its upstream. */
export interface EconomyWorld extends AsyncDisposable {
  readonly client: Client;
  readonly upstream: DemoUpstream;
  readonly planId: string;
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<EconomyAnswer>;
  /** Lets time pass. */
  pass(milliseconds: number): void;
}

/** Opens a world; every tool is offered unless the options say less. */
export async function economyWorld(options: Partial<ServerOptions> = {}): Promise<EconomyWorld> {
  const chance = fixChance();
  let time = Date.parse(`${ECONOMY_DAY}T12:00:00Z`);
  const upstream = new DemoUpstream({ plans: [plan], now: () => new Date(time) });
  const factory = createServerFactory({
    token: "demo-token",
    checksAnswers: true,
    fetch: upstream.fetch,
    today: ECONOMY_DAY,
    now: () => time,
    write: true,
    ...options,
  });
  const server = factory.create();
  const client = new Client({ name: "economy", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return {
    client,
    upstream,
    planId: plan.id,
    async call(name, args): Promise<EconomyAnswer> {
      time += PACE_MS;
      chance.next();
      upstream.clearRequests();
      const result = await client.callTool({ name, arguments: { ...args } });
      const [block] = result.content;
      return {
        text: block?.type === "text" ? block.text : "",
        structured: (result.structuredContent ?? null) as EconomyAnswer["structured"],
        isError: result.isError === true,
        upstreamRequests: Number(result._meta?.["budget-tool-server/ynab-requests"]),
        upstreamReads: upstream.requests.filter(({ method }) => method === "GET").length,
      };
    },
    pass(milliseconds): void {
      time += milliseconds;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await client.close();
      await server.close();
      await factory.close();
    },
  };
}

const LETTERS = "abcdef";

/** Chance that a run can repeat. */
interface FixedChance {
  /** Has the next call draw other bytes. */
  readonly next: () => void;
}

/**
 * Has codes and new ids cost the same in every run: their tokens are counted too. What is
 * stored behind an answer draws as well, sooner or later. So what is drawn during one call
 * is alike, and ids have a letter after every two digits: as many tokens, whichever they are.
 */
function fixChance(): FixedChance {
  let calls = 0;
  const draw = seededRandom(1);
  const digitOf = (at: number): string =>
    at % 3 === 2 ? LETTERS[Math.floor(draw() * 6)] ?? "a" : String(Math.floor(draw() * 10));
  const digits = (count: number): string =>
    Array.from({ length: count }, (_, at) => digitOf(at)).join("");
  Object.assign(crypto, {
    getRandomValues: (bytes: Uint8Array): Uint8Array => {
      const drawByte = seededRandom(calls + 1);
      return bytes.map(() => Math.floor(drawByte() * 256));
    },
    randomUUID: (): string => `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`,
  });
  return { next: () => calls += 1 };
}
