/**
 * What to paste into an MCP client.
 *
 * @module
 */

const NPM = { command: "npx", args: ["-y", "@budget-tools/server"] } as const;
const JSR = {
  command: "deno",
  args: [
    "run",
    "--allow-env=HOME,XDG_STATE_HOME,BUDGET_*",
    "--allow-net=api.ynab.com",
    "jsr:@budget-tools/server",
  ],
} as const;
const TOKEN = { BUDGET_ACCESS_TOKEN: "your personal access token" } as const;

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Writes the lines that connect a client, over npm and over JSR, with a token and
 * with the demo.
 *
 * @returns Lines of text.
 */
export function connectLines(): readonly string[] {
  return [
    "To connect an assistant, paste one of these into the settings of your MCP client.",
    "",
    "With Node 22 or later:",
    ...block({ budget: { ...NPM, env: TOKEN } }),
    "",
    "With Deno:",
    ...block({ budget: { ...JSR, env: TOKEN } }),
    "",
    "The same with this invented household, without a token:",
    ...block({
      "budget-demo": { ...NPM, args: [...NPM.args, "--demo"] },
      "budget-demo-deno": { command: JSR.command, args: demoArgs() },
    }),
    "",
    "BUDGET_ACCESS_TOKEN is a personal access token of your own: in YNAB, under Account Settings,",
    "Developer Settings, New Token. To keep it out of the client's settings, put it into a file that",
    "only you can read and set BUDGET_ACCESS_TOKEN_FILE to the file's path instead.",
    "The server only reads; add --write to offer the tools that change the plan.",
  ];
}

function demoArgs(): readonly string[] {
  return [...JSR.args.filter((arg) => !arg.startsWith("--allow-net")), "--demo"];
}

/** Arguments in one line where they fit, else a line each. */
function listText(args: readonly string[]): string {
  const texts = args.map((arg) => JSON.stringify(arg));
  const line = `[${texts.join(", ")}]`;
  return line.length <= 80 ? line : `[\n        ${texts.join(",\n        ")}\n      ]`;
}

/** JSON as a person would write it. */
function block(servers: Readonly<Record<string, Entry>>): readonly string[] {
  const entries = Object.entries(servers).map(([name, { command, args, env }]) => {
    const fields = [
      `"command": ${JSON.stringify(command)}`,
      `"args": ${listText(args)}`,
      ...(env === undefined ? [] : [`"env": ${envText(env)}`]),
    ];
    return `    ${JSON.stringify(name)}: {\n      ${fields.join(",\n      ")}\n    }`;
  });
  return `{\n  "mcpServers": {\n${entries.join(",\n")}\n  }\n}`.split("\n");
}

function envText(env: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(env).map(([name, value]) =>
    `${JSON.stringify(name)}: ${JSON.stringify(value)}`
  );
  return `{ ${pairs.join(", ")} }`;
}
