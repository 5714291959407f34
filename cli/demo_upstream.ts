import { type FaultRule, parseFaults } from "../demo/faults.ts";
import { heavyPlan } from "../demo/heavy.ts";
import { householdPlan } from "../demo/household.ts";
import { serveDemo } from "../demo/serve.ts";
import { DemoUpstream } from "../demo/upstream.ts";
import { dayOf } from "../domain/base/day.ts";
import { DEMO_TOKEN } from "../demo/demo_fetch.ts";
import type { CommandLine, GivenValue } from "./_parse.ts";
import { chosenWord, fixedDay } from "./_settings.ts";
import { type Terminal, UsageError } from "./_terminal.ts";

const MOST_TRANSACTIONS = 250_000;

/** Serves the demo's API until the process ends. */
export async function demoUpstream({ given }: CommandLine, terminal: Terminal): Promise<number> {
  const fixed = fixedDay(given.today, true);
  const today = fixed ?? dayOf(Date.now());
  const seed = { seed: wholeNumber(given.seed, { least: 0, most: 2 ** 31, otherwise: 1 }) };
  const transactions = wholeNumber(given.transactions, {
    least: 1,
    most: MOST_TRANSACTIONS,
    otherwise: 100_000,
  });
  const isHeavy = chosenWord("plan-size", given["plan-size"]) === "heavy" ||
    given.transactions !== undefined;
  const rateLimit = wholeNumber(given["rate-limit"], { least: 0, most: 1e9, otherwise: 200 });
  const port = wholeNumber(given.port, { least: 0, most: 65_535, otherwise: 8787 });
  const upstream = new DemoUpstream({
    plans: [
      isHeavy ? heavyPlan({ today, ...seed, transactions }) : householdPlan({ today, ...seed }),
    ],
    token: DEMO_TOKEN,
    rateLimit: rateLimit === 0 ? null : rateLimit,
    faults: faultRules(given.faults),
    ...(fixed === undefined ? {} : { now: (): Date => new Date(`${fixed}T12:00:00Z`) }),
  });
  const { url } = await served(upstream, port);
  terminal.out(`${url}\n`);
  terminal.err(`Serving the made-up household at ${url}; the token is ${DEMO_TOKEN}\n`);
  return 0;
}

async function served(upstream: DemoUpstream, port: number): ReturnType<typeof serveDemo> {
  try {
    return await serveDemo(upstream, { port });
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
    const why = code === "EACCES" ? "is not permitted" : "is in use";
    throw new UsageError(`port ${port} ${why}: choose another with --port, or 0 for any`, {
      cause: error,
    });
  }
}

function wholeNumber(
  given: GivenValue | undefined,
  range: { readonly least: number; readonly most: number; readonly otherwise: number },
): number {
  if (given === undefined) return range.otherwise;
  const value = /^\d{1,12}$/u.test(given.value) ? Number(given.value) : Number.NaN;
  if (value >= range.least && value <= range.most) return value;
  throw new UsageError(`${given.name} must be a whole number from ${range.least} to ${range.most}`);
}

function faultRules(given: GivenValue | undefined): readonly FaultRule[] {
  if (given === undefined) return [];
  try {
    return parseFaults(given.value);
  } catch (error) {
    const why = error instanceof Error ? error.message : "it can't be read";
    throw new UsageError(`--faults: ${why}`, { cause: error });
  }
}
