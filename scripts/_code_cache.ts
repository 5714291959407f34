import { run } from "./_run.ts";

const PROGRAM = "program.cjs";
const CACHE = "program.cache";
const ANSWERS = 3;

/** How both of them make a script of the program, so that what one compiles fits the other. */
const SCRIPT = `(source, cachedData) => new vm.Script(
  "(function (exports, require, module, __filename, __dirname) {" + source + "\\n})",
  {
    filename: "${PROGRAM}",
    cachedData,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  },
)`;

const QUESTIONS: readonly object[] = [
  {
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "build", version: "1" },
    },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list" },
  { id: 3, method: "tools/call", params: { name: "list_accounts", arguments: {} } },
];

/** Runs the program on a demo, keeps its answers to itself, and writes down what was compiled. */
const MAKER = `const fs = require("node:fs");
const { PassThrough } = require("node:stream");
const vm = require("node:vm");
const script = (${SCRIPT})(fs.readFileSync("${PROGRAM}", "utf8"));
const input = new PassThrough();
Object.defineProperty(process, "stdin", { value: input });
process.argv = [process.argv[0], "${PROGRAM}", "serve", "--demo"];
let answers = 0;
process.stdout.write = (text, ...rest) => {
  answers += 1;
  if (answers === ${ANSWERS}) {
    fs.writeFileSync("${CACHE}", script.createCachedData());
    process.exit(0);
  }
  rest.find((one) => typeof one === "function")?.();
  return true;
};
script.runInThisContext()(exports, require, module, "${PROGRAM}", ".");
input.write(${JSON.stringify(QUESTIONS.map(lineOf).join(""))});
`;

const LOADER = `const sea = require("node:sea");
const vm = require("node:vm");
const cache = Buffer.from(sea.getRawAsset("${CACHE}"));
const script = (${SCRIPT})(sea.getAsset("${PROGRAM}", "utf8"), cache);
script.runInThisContext()(exports, require, module, "${PROGRAM}", ".");
`;

/** What the configuration of an executable says of its program. */
export interface PreparedProgram {
  readonly main: string;
  readonly assets: Readonly<Record<string, string>>;
}

/** Runs a program once and keeps what was compiled. */
export async function withCodeCache(node: string, draft: string): Promise<PreparedProgram> {
  await Deno.writeTextFile(`${draft}/maker.cjs`, MAKER);
  await Deno.writeTextFile(`${draft}/loader.cjs`, LOADER);
  await run(node, ["maker.cjs"], { cwd: draft });
  return { main: "loader.cjs", assets: { [PROGRAM]: PROGRAM, [CACHE]: CACHE } };
}

function lineOf(message: object): string {
  return `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
}
