/**
 * Compares servers: the same household and questions, each over stdio, against the
 * embedded YNAB over loopback.
 *
 * Usage: deno task compare --server CONFIG.json [--server CONFIG.json ...]
 *   [--folder FOLDER] [--install] [--runs N] [--node PROGRAM] [--spec FILE] [--write]
 *
 * A configuration names a command and an environment; scripts/comparison/servers has some.
 * `--folder` is where packages of npm stand, each in a folder of its own, and `--install`
 * puts them there; use one outside the repository. `--spec` is YNAB's OpenAPI description,
 * for servers that are made from one. `--write` puts the tables into docs/comparison.md.
 *
 * @module
 */

// deno-lint-ignore-file no-console
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { householdPlan } from "../demo/household.ts";
import { DemoUpstream } from "../demo/upstream.ts";
import { Household } from "../evals/household.ts";
import { monthsOf } from "../evals/months_of.ts";
import { ROOT, run } from "./_run.ts";
import { countedApi } from "./comparison/counted_api.ts";
import { measureAll } from "./comparison/measure.ts";
import { PAYEE } from "./comparison/questions.ts";
import { readConfig, type ServerConfig, type Words } from "./comparison/server_config.ts";
import { comparisonTables, notesOf } from "./comparison/table.ts";

/** How servers are compared. */
export interface CompareOptions {
  readonly configs: readonly ServerConfig[];
  /** Where packages stand. */
  readonly folder: string;
  readonly runs: number;
  readonly node: string;
  readonly spec: string;
  /** UTC day of the household; servers go by the machine's clock. */
  readonly today: string;
  readonly env: Readonly<Record<string, string>>;
  readonly progress: (words: string) => void;
}

const TOKEN = "demo-token";
const PAGE = new URL("docs/comparison.md", ROOT);
const BEGIN = "<!-- figures: written by deno task compare --write -->";
const END = "<!-- figures: end -->";

/**
 * Compares.
 *
 * @returns The tables and what has to be known of them.
 */
export async function compare(options: CompareOptions): Promise<string> {
  const plan = householdPlan({ today: options.today });
  const upstream = new DemoUpstream({ plans: [plan], token: TOKEN });
  const month = options.today.slice(0, 7);
  const before = new Date(Date.parse(`${month}-01`) - 1).toISOString().slice(0, 10);
  const household = new Household(plan, await monthsOf(upstream.fetch, [month]));
  await using api = await countedApi(upstream);
  const words: Words = {
    api: api.url,
    token: TOKEN,
    folder: options.folder,
    node: options.node,
    deno: Deno.execPath(),
    root: fileURLToPath(ROOT),
    spec: options.spec,
    plan: plan.id,
    month,
    month_day: `${month}-01`,
    since: `${before.slice(0, 7)}-01`,
    until: before,
    before: before.slice(0, 7),
    payee: PAYEE,
    payee_id: household.payeeId(PAYEE),
  };
  const { configs, runs, env, progress } = options;
  const measured = await measureAll(configs, { api, household, words, runs, env, progress });
  return [comparisonTables(measured), notesOf(measured)].join("\n");
}

/** Installs the packages that configurations name, each into a folder of its own. */
async function install(configs: readonly ServerConfig[], folder: string): Promise<void> {
  for (const { name, package: wanted, version } of configs) {
    if (wanted === undefined) continue;
    const place = `${folder}/${name}`;
    await Deno.mkdir(place, { recursive: true });
    const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    await run("npm", ["install", "--prefix", place, ...quiet, `${wanted}@${version}`]);
  }
}

async function writePage(figures: string): Promise<void> {
  const page = await Deno.readTextFile(PAGE);
  const [before = "", rest = ""] = page.split(BEGIN);
  const [, after = ""] = rest.split(END);
  const guarded = `<!-- deno-fmt-ignore-start -->\n\n${figures}\n<!-- deno-fmt-ignore-end -->`;
  await Deno.writeTextFile(PAGE, `${before}${BEGIN}\n\n${guarded}\n\n${END}${after}`);
}

if (import.meta.main) {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      server: { type: "string", multiple: true },
      folder: text,
      install: { type: "boolean" },
      runs: text,
      node: text,
      spec: text,
      write: { type: "boolean" },
    },
  });
  const files = values.server ?? [];
  const runs = Number(values.runs ?? 5);
  if (files.length === 0 || !(Number.isInteger(runs) && runs > 0)) {
    console.error("Say --server CONFIG.json once or more; --runs is a whole number");
    Deno.exit(2);
  }
  const configs = await Promise.all(
    files.map(async (file) => readConfig(await Deno.readTextFile(file))),
  );
  const folder = values.folder ?? await Deno.makeTempDir();
  if (values.install === true) await install(configs, folder);
  const { PATH = "", HOME = "", DENO_DIR = `${HOME}/.cache/deno` } = Deno.env.toObject();
  const figures = await compare({
    configs,
    folder,
    runs,
    node: values.node ?? "node",
    spec: values.spec ?? "",
    today: new Date().toISOString().slice(0, 10),
    env: { PATH, DENO_DIR },
    progress: (words) => console.error(words),
  });
  if (values.write === true) await writePage(figures);
  else console.log(figures);
}
