/**
 * Measures servers side by side: in turns, so that a slow moment of the machine hits all.
 *
 * @module
 */

import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Household } from "../../evals/household.ts";
import type { CountedApi } from "./counted_api.ts";
import { type MeasuredServer, measuredServer, type Told } from "./measured_server.ts";
import { comparedQuestions, isShown } from "./questions.ts";
import { redirectingEnv } from "./redirect.ts";
import { filledIn, type ServerConfig, type Words } from "./server_config.ts";

/** What a server's answer to a question costs. */
export interface AnswerCost {
  readonly calls: number;
  readonly textTokens: number;
  /** 0 where there is no structured form. */
  readonly structuredTokens: number;
  readonly bytes: number;
  /** Whether the figures stand in it, so that nobody has to add up. */
  readonly isShown: boolean;
  readonly isError: boolean;
}

/** What was measured of a server. */
export interface Measured {
  readonly config: ServerConfig;
  readonly tools: number;
  /** Tokens of names, descriptions and input schemas, of output schemas, of instructions. */
  readonly definitions: { readonly input: number; readonly output: number; readonly told: number };
  /** By question; `null` where the server has no way to answer. */
  readonly answers: ReadonlyMap<string, AnswerCost | null>;
  /** Requests: all questions on nothing, again at once, and in a new process later. */
  readonly requests: { readonly cold: number; readonly again: number; readonly anew: number };
  /** Medians over the runs. */
  readonly times: {
    readonly initialized: number;
    readonly listed: number;
    readonly cold: number;
    readonly again: number;
  };
  /** Highest peak over the runs, in MiB. */
  readonly memory: number | null;
}

/** What everything is measured with. */
export interface Bench {
  readonly api: CountedApi;
  readonly household: Household;
  readonly words: Words;
  readonly runs: number;
  /** What processes inherit, such as PATH. */
  readonly env: Readonly<Record<string, string>>;
  readonly progress: (words: string) => void;
}

interface Run {
  readonly told: Told;
  readonly initialized: number;
  readonly listed: number;
  readonly cold: Asked;
  readonly again: Asked;
  readonly anew: number;
  readonly memory: number | null;
}

interface Asked {
  readonly milliseconds: number;
  readonly requests: number;
  readonly answers: ReadonlyMap<string, AnswerCost | null>;
}

/** Measures servers, one run of each in turn; the order is reversed every other time. */
export async function measureAll(
  configs: readonly ServerConfig[],
  bench: Bench,
): Promise<readonly Measured[]> {
  const runs = new Map<ServerConfig, Run[]>(configs.map((config) => [config, []]));
  for (let run = 0; run < bench.runs; run += 1) {
    for (const config of run % 2 === 0 ? configs : configs.toReversed()) {
      runs.get(config)?.push(await runOf(config, bench));
      bench.progress(`${config.name}: run ${run + 1} of ${bench.runs}`);
    }
  }
  return configs.map((config) => summary(config, runs.get(config) ?? []));
}

async function runOf(config: ServerConfig, bench: Bench): Promise<Run> {
  const home = await Deno.makeTempDir();
  try {
    const start = (): Promise<MeasuredServer> => started(config, home, bench);
    const first = await withServer(await start(), async (server) => {
      bench.api.take();
      const cold = await askAll(server, config, bench);
      const again = await askAll(server, config, bench);
      const { initializedMs: initialized, listedMs: listed, told } = server;
      return { told, initialized, listed, cold, again, memory: await server.peakMemory() };
    });
    bench.api.take();
    const { requests: anew } = await withServer(
      await start(),
      (server) => askAll(server, config, bench),
    );
    return { ...first, anew };
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

function started(config: ServerConfig, home: string, bench: Bench): Promise<MeasuredServer> {
  const words = { ...bench.words, home };
  return measuredServer({
    command: filledIn(config.command, words),
    cwd: home,
    env: {
      ...bench.env,
      HOME: home,
      XDG_STATE_HOME: home,
      XDG_CONFIG_HOME: home,
      ...(config.redirect ? redirectingEnv(bench.api.url) : {}),
      ...filledIn(config.env, words),
    },
  });
}

async function withServer<Value>(
  server: MeasuredServer,
  use: (server: MeasuredServer) => Promise<Value>,
): Promise<Value> {
  await using _ = server;
  return await use(server);
}

async function askAll(
  server: MeasuredServer,
  config: ServerConfig,
  { api, household, words }: Bench,
): Promise<Asked> {
  const answers = new Map<string, AnswerCost | null>();
  let milliseconds = 0;
  for (const { id, shows } of comparedQuestions) {
    const calls = config.questions[id];
    if (calls === undefined) {
      answers.set(id, null);
      continue;
    }
    const given = [];
    for (const { tool, args } of calls) given.push(await server.call(tool, filledIn(args, words)));
    milliseconds += given.reduce((sum, one) => sum + one.milliseconds, 0);
    const text = given.map((one) => one.text).join("\n");
    const structured = given.map((one) => one.structured).join("\n").trim();
    answers.set(id, {
      calls: calls.length,
      textTokens: countTokens(text),
      structuredTokens: structured === "" ? 0 : countTokens(structured),
      bytes: new TextEncoder().encode(text).length,
      isShown: isShown(`${text}\n${structured}`, shows(household, words)),
      isError: given.some(({ isError }) => isError),
    });
  }
  return { milliseconds, requests: api.take().requests, answers };
}

function summary(config: ServerConfig, runs: readonly Run[]): Measured {
  const [first] = runs;
  if (first === undefined) throw new Error("Nothing was measured");
  const { tools, instructions } = first.told;
  const seen = tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  const outputs = tools.flatMap(({ outputSchema }) =>
    outputSchema === undefined ? [] : [outputSchema]
  );
  const memories = runs.flatMap(({ memory }) => memory ?? []);
  return {
    config,
    tools: tools.length,
    definitions: {
      input: countTokens(JSON.stringify(seen)),
      output: outputs.length === 0 ? 0 : countTokens(JSON.stringify(outputs)),
      told: instructions === "" ? 0 : countTokens(instructions),
    },
    answers: first.cold.answers,
    requests: {
      cold: first.cold.requests,
      again: first.again.requests,
      anew: first.anew,
    },
    times: {
      initialized: median(runs.map(({ initialized }) => initialized)),
      listed: median(runs.map(({ listed }) => listed)),
      cold: median(runs.map(({ cold }) => cold.milliseconds)),
      again: median(runs.map(({ again }) => again.milliseconds)),
    },
    memory: memories.length === 0 ? null : Math.max(...memories),
  };
}

/** Gives the middle; of an even number the upper of the two. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
