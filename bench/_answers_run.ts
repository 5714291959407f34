/**
 * One process that asks one question of a plan: of an empty store, or of a warm one and again
 * after changes. Prints CPU and wall milliseconds as JSON; with `blocks`, how long the event loop
 * was kept at once.
 *
 * Usage: deno run -A bench/_answers_run.ts WHAT QUESTION URL PLAN_ID FOLDER
 */

// deno-lint-ignore-file no-console
import process from "node:process";
import { tools } from "../tools/_manifest.ts";
import { openSession } from "../server/open_session.ts";
import { runTool } from "../server/run_tool.ts";
import { type AnswerFigures, type BlockFigures, type Cost, QUESTIONS } from "./_questions.ts";

const [what = "", question = "", url = "", planId = "", storeFolder = ""] = Deno.args;
const headers = { authorization: "Bearer demo-token" };
const TIMES = 5;

/** What something costs until it is done; all threads count. */
async function costOf(run: () => Promise<unknown>): Promise<Cost> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  await run();
  const wallMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1_000, wallMs };
}

const TICK_MS = 2;

/**
 * Looks how late a timer is: so long the event loop was not let go of. A busy machine takes the
 * processor away: of time and CPU the smaller one counts.
 */
class LongestBlock {
  #longest = 0;
  #last = performance.now();
  #cpu = process.cpuUsage();
  readonly #timer = setInterval(() => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(this.#cpu);
    const ms = Math.min(now - this.#last - TICK_MS, (user + system) / 1_000);
    this.#longest = Math.max(this.#longest, ms);
    [this.#last, this.#cpu] = [now, process.cpuUsage()];
  }, TICK_MS);

  async end(): Promise<number> {
    // The last block ends when the timer runs once more.
    await new Promise((resolve) => setTimeout(resolve, 2 * TICK_MS));
    clearInterval(this.#timer);
    return this.#longest;
  }
}

async function bare(): Promise<AnswerFigures> {
  const list = `${url}/plans/${planId}/transactions?since_date=1990-01-01`;
  const first = await costOf(async () => {
    const response = await fetch(list, { headers });
    const parsed = JSON.parse(await response.text());
    if (parsed.data.transactions.length === 0) throw new Error("There are no transactions");
  });
  return { first, peakBytes: peak() };
}

interface Asked {
  readonly ask: () => Promise<void>;
  readonly written: () => Promise<void>;
}

/** Each answer asks YNAB what has changed: the copy counts as current for no time. */
function asking(): Asked {
  const asked = QUESTIONS.find(({ name }) => name === question);
  const tool = tools.find(({ name }) => name === asked?.tool);
  if (asked === undefined || tool === undefined) throw new Error(`There is no ${question}`);
  const today = "2026-11-20";
  // Opening the store and loading its modules are part of the first answer.
  let session: ReturnType<typeof openSession> | null = null;
  return {
    async ask(): Promise<void> {
      session ??= openSession({
        token: "demo-token",
        apiUrl: url,
        planId,
        storeFolder,
        today,
        maxAgeMs: 0,
      });
      const reply = await runTool({ tool, args: { ...asked.args, plan_id: planId } }, session);
      if (reply.isError) throw new Error(reply.text);
    },
    async written(): Promise<void> {
      await session?.copy?.written();
    },
  };
}

async function server(): Promise<AnswerFigures> {
  const { ask, written } = asking();
  const longest = new LongestBlock();
  const first = await costOf(ask);
  // A short list is stored as soon as it is answered: that counts from the answer on.
  const storing = new LongestBlock();
  let answering = 0;
  const stored = await costOf(async () => {
    answering = await longest.end();
    await written();
  });
  const longestMs = [answering, await storing.end()] as const;
  const peakBytes = peak();
  if (what === "empty") return { first, stored, longestMs, peakBytes };
  const unchanged: Cost[] = [];
  const afterOne: Cost[] = [];
  const afterRename: Cost[] = [];
  // As a server has run for a while: what it compiles at first is not counted.
  for (let nth = 0; nth < 2 * TIMES; nth++) {
    const cost = await costOf(ask);
    if (nth >= TIMES) unchanged.push(cost);
  }
  for (let nth = 0; nth < TIMES; nth++) {
    await edit(nth);
    afterOne.push(await costOf(ask));
    await written();
  }
  for (let nth = 0; nth < TIMES; nth++) {
    await rename(nth);
    afterRename.push(await costOf(ask));
    await written();
  }
  await change("reset", 0);
  return {
    first,
    stored,
    unchanged: median(unchanged),
    afterOne: median(afterOne),
    afterRename: median(afterRename),
    peakBytes,
  };
}

/** What is being stored may keep the loop as well: it counts with the answer before it. */
async function blocks(): Promise<BlockFigures> {
  const { ask, written } = asking();
  const answered = async (): Promise<void> => {
    await ask();
    await written();
  };
  const first = await longestBlockOf(answered);
  let [afterOne, afterRename] = [0, 0];
  for (let nth = 0; nth < TIMES; nth++) {
    await edit(nth);
    afterOne = Math.max(afterOne, await longestBlockOf(answered));
  }
  for (let nth = 0; nth < TIMES; nth++) {
    await rename(nth);
    afterRename = Math.max(afterRename, await longestBlockOf(answered));
  }
  await change("reset", 0);
  return { first, afterOne, afterRename };
}

/**
 * The longest time between two turns of the event loop, in milliseconds. A busy machine takes the
 * processor away: of time and CPU the smaller one counts.
 */
async function longestBlockOf(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let [cpu, at] = [process.cpuUsage(), performance.now()];
  const tick = (): void => {
    const { user, system } = process.cpuUsage(cpu);
    longest = Math.max(longest, Math.min(performance.now() - at, (user + system) / 1_000));
    [cpu, at] = [process.cpuUsage(), performance.now()];
    if (!isOver) setTimeout(tick, 1);
  };
  setTimeout(tick, 1);
  await run();
  isOver = true;
  return longest;
}

/** Someone gives a transaction another memo. */
async function edit(nth: number): Promise<void> {
  await change("one", nth);
}

/** Someone changes transactions of 240 months, and renames a payee of all of them. */
async function rename(nth: number): Promise<void> {
  await change("months", nth);
}

async function change(kind: string, nth: number): Promise<void> {
  const answer = await fetch(`${url.replace(/\/v1$/u, "")}/change/${kind}/${nth}`, { headers });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.text();
}

function median(costs: readonly Cost[]): Cost {
  return costs.toSorted((one, other) => one.cpuMs - other.cpuMs)[costs.length >> 1] as Cost;
}

function peak(): number {
  return process.resourceUsage().maxRSS * 1_024;
}

const measured = what === "bare" ? bare() : what === "blocks" ? blocks() : server();
console.log(JSON.stringify(await measured));
