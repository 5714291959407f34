import { type FaultRule, parseFaults } from "../demo/faults.ts";
import { HEAVY_ROWS, heavyPlan } from "../demo/heavy.ts";
import { householdPlan } from "../demo/household.ts";
import { DemoYnab } from "../demo/demo_ynab.ts";
import { serveDemo } from "../demo/serve.ts";
import { DemoUpstream } from "../demo/upstream.ts";
import { dayOf } from "../domain/base/day.ts";
import { DEMO_TOKEN } from "../demo/demo_fetch.ts";
import { isPortProblem, type ListenAddress, listenProblem } from "./_address.ts";
import type { CommandLine, GivenValue } from "./_parse.ts";
import { chosenWord, fixedDay } from "./_settings.ts";
import { type Terminal, UsageError } from "./_terminal.ts";

/** Serves the demo's API until the process ends. */
export async function demoUpstream({ given }: CommandLine, terminal: Terminal): Promise<number> {
  const fixed = fixedDay(given.today, true);
  const today = fixed ?? dayOf(Date.now());
  const seed = wholeNumber(given.seed, { least: 0, most: 2 ** 31, otherwise: 1 });
  const transactions = wholeNumber(given.transactions, { ...HEAVY_ROWS, otherwise: 100_000 });
  const isHeavy = chosenWord("plan-size", given["plan-size"]) === "heavy" ||
    given.transactions !== undefined;
  const rateLimit = wholeNumber(given["rate-limit"], { least: 0, most: 1e9, otherwise: 200 });
  const port = wholeNumber(given.port, { least: 0, most: 65_535, otherwise: 8787 });
  const upstreamOf = (token: string, at: number): DemoUpstream =>
    new DemoUpstream({
      plans: [
        isHeavy
          ? heavyPlan({ today, seed: seed + at, transactions })
          : householdPlan({ today, seed: seed + at }),
      ],
      token,
      ...(at === 0 ? {} : { userId: crypto.randomUUID() }),
      rateLimit: rateLimit === 0 ? null : rateLimit,
      faults: faultRules(given.faults),
      ...(fixed === undefined ? {} : { now: (): Date => new Date(`${fixed}T12:00:00Z`) }),
    });
  const redirect = given["oauth-redirect"];
  const upstream = redirect === undefined
    ? upstreamOf(DEMO_TOKEN, 0)
    : signedInYnab(redirect, upstreamOf);
  const { url } = await served(upstream, { host: given.host?.value ?? "127.0.0.1", port });
  terminal.out(`${url}\n`);
  terminal.err(
    redirect === undefined
      ? `Serving the made-up household at ${url}; the token is ${DEMO_TOKEN}\n`
      : `Serving the made-up households of ${USERS.join(", ")} at ${url}; users sign in at ` +
        `${url.replace(/v1$/u, "oauth/authorize")}; the client ID is ${CLIENT_ID}, and the ` +
        `client secret is ${CLIENT_SECRET}\n`,
  );
  return 0;
}

const USERS = ["ana", "ben", "cleo"] as const;
const CLIENT_ID = "demo-application";
const CLIENT_SECRET = "demo-application-secret";

/** A simulated YNAB with several users, each with their own household. */
function signedInYnab(
  { name, value }: GivenValue,
  upstreamOf: (token: string, at: number) => DemoUpstream,
): DemoYnab {
  if (!URL.canParse(value)) throw new UsageError(`${name} must be a URL`);
  return new DemoYnab({
    users: USERS.map((user, at) => {
      const token = crypto.randomUUID();
      return { name: user, token, upstream: upstreamOf(token, at) };
    }),
    application: { id: CLIENT_ID, secret: CLIENT_SECRET, redirectUris: [value] },
  });
}

async function served(
  upstream: DemoUpstream | DemoYnab,
  place: ListenAddress,
): ReturnType<typeof serveDemo> {
  try {
    return await serveDemo(upstream, place);
  } catch (error) {
    const why = listenProblem(error);
    if (why === undefined) throw error;
    const sentence = isPortProblem(error)
      ? `port ${place.port} ${why}: choose another with --port, or use --port 0 for any free port`
      : `--host: ${place.host} ${why}`;
    throw new UsageError(sentence, { cause: error });
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
