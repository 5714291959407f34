import { NO_PAYMENTS } from "../server/about.ts";
import { VERSION } from "../server/version.ts";
import { type Derived, jsonText } from "./_derived.ts";
import {
  AUTHOR,
  ICON_FILE,
  KEYWORDS,
  PACKAGE,
  PROGRAM,
  REPOSITORY,
  SUMMARY,
  TITLE,
} from "./_project.ts";
import { choices } from "./_server_json.ts";

/** A command that starts the server, as written in a host's settings. */
export interface StartCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Default folder of the cache and the journal, by operating system. */
export const EXAMPLE_STATE_FOLDERS = {
  Linux: `/home/you/.local/state/${PROGRAM}`,
  macOS: `/Users/you/Library/Application Support/${PROGRAM}`,
  Windows: `C:\\Users\\you\\AppData\\Local\\${PROGRAM}`,
} as const;

const REACHES = ["--allow-net=api.ynab.com", "--allow-env=HOME,XDG_STATE_HOME,BUDGET_*"] as const;

/**
 * Makes Deno load modules lazily. Unlike a flag, an environment variable works with every version.
 */
export const LAZY_IMPORTS = "DENO_UNSTABLE_LAZY_DYNAMIC_IMPORTS";

/** Command for Node, from npm. */
export const onNode: StartCommand = { command: "npx", args: ["-y", PACKAGE] };

/**
 * Command for Deno, from JSR. It caches data in memory, because it has no permission to use a
 * folder.
 */
export const onDeno: StartCommand = denoCommand([]);

/** Command for the binary, with an absolute path. */
export const binary: StartCommand = { command: `/home/you/bin/${PROGRAM}`, args: [] };

/**
 * Command for Deno, from JSR, with a cache and journal that outlive the process. Deno's permissions
 * and the server use the same folder.
 */
export function onDenoKeeping(stateFolder: string): StartCommand {
  const { command, args } = denoCommand([
    `--allow-read=${stateFolder}`,
    `--allow-write=${stateFolder}`,
  ]);
  return { command, args: [...args, "--store", `sqlite:${stateFolder}`] };
}

function denoCommand(further: readonly string[]): StartCommand {
  const permissions = [...REACHES, ...further];
  return { command: "deno", args: ["run", "--no-prompt", ...permissions, `jsr:${PACKAGE}`] };
}

/** Name under which hosts list the server. */
export const SERVER_NAME = "budget";

/** Settings of a host, as text. */
export interface Setup {
  /** Names of the hosts, or what the settings are for. */
  readonly title: string;
  /** File or place for the settings. */
  readonly where: string;
  readonly language: "json" | "sh" | "toml";
  readonly text: string;
}

const VARIABLE = "BUDGET_ACCESS_TOKEN";
const TOKEN = { [VARIABLE]: "your token" } as const;
/** A link must contain neither a token nor a placeholder, so that the host shows an empty field. */
const TO_FILL_IN = { [VARIABLE]: "" } as const;
const INPUT = {
  type: "promptString",
  id: "budget-token",
  description: "YNAB personal access token",
  password: true,
} as const;
const ASKED = { [VARIABLE]: `\${input:${INPUT.id}}` } as const;

export const setups = {
  usual: {
    title: "Claude Desktop, Cursor, Windsurf, Gemini CLI, LM Studio and others",
    where: "`mcpServers` in the host's JSON file",
    ...json(servers({ ...onNode, env: TOKEN })),
  },
  deno: {
    title: "Deno, with exactly the permissions it needs",
    where: "The copy and the journal are in memory and lost on restart, as `list_plans` warns",
    ...json(servers({ ...onDeno, env: TOKEN })),
  },
  denoKeeping: keepingOn("Linux"),
  denoKeepingOnMac: keepingOn("macOS"),
  denoKeepingOnWindows: keepingOn("Windows"),
  binary: {
    title: "The binary, which needs neither Node nor Deno",
    where: "Use your own absolute path",
    ...json(servers({ ...binary, env: TOKEN })),
  },
  vsCode: {
    title: "VS Code",
    where: "`.vscode/mcp.json`. VS Code asks for the token and keeps it out of this file",
    ...json({
      inputs: [INPUT],
      servers: { [SERVER_NAME]: { type: "stdio", ...onNode, env: ASKED } },
    }),
  },
  claudeCode: {
    title: "Claude Code",
    where: "In a terminal",
    language: "sh",
    text: `claude mcp add ${SERVER_NAME} --env ${VARIABLE}=your-token -- ${lineOf(onNode)}`,
  },
  claudeCodeProject: {
    title: "Claude Code, for everyone on a project",
    where: "`.mcp.json` in the project; each person's token comes from their environment",
    ...json(servers({ ...onNode, env: { [VARIABLE]: `\${${VARIABLE}}` } })),
  },
  codex: {
    title: "Codex",
    where: "`~/.codex/config.toml`",
    language: "toml",
    text: [
      `[mcp_servers.${SERVER_NAME}]`,
      `command = ${JSON.stringify(onNode.command)}`,
      `args = ${jsonText(onNode.args)}`,
      `env = { ${VARIABLE} = ${JSON.stringify(TOKEN[VARIABLE])} }`,
    ].join("\n"),
  },
} as const satisfies Readonly<Record<string, Setup>>;

/** Links that make a host offer to add the server. */
export const installLinks = {
  "VS Code": `https://insiders.vscode.dev/redirect?url=${
    encodeURIComponent(`vscode:mcp/install?${encodeURIComponent(JSON.stringify(vsCodeServer()))}`)
  }`,
  Cursor: `https://cursor.com/install-mcp?name=${SERVER_NAME}&config=${
    encodeURIComponent(btoa(JSON.stringify({ ...onNode, env: TO_FILL_IN })))
  }`,
} as const;

/** Formats a command for a shell. */
export function lineOf({ command, args }: StartCommand): string {
  return [command, ...args.map((arg) => arg.includes("*") ? `'${arg}'` : arg)].join(" ");
}

function keepingOn(system: keyof typeof EXAMPLE_STATE_FOLDERS): Setup {
  return {
    title: `Deno on ${system}, keeping the copy and the journal`,
    where:
      "Use your own absolute path in all three places, because hosts don't expand `~` or `$HOME`",
    ...json(servers({ ...onDenoKeeping(EXAMPLE_STATE_FOLDERS[system]), env: TOKEN })),
  };
}

function vsCodeServer(): unknown {
  return { name: SERVER_NAME, ...onNode, env: ASKED, inputs: [INPUT] };
}

function servers(entry: StartCommand & { readonly env?: unknown }): unknown {
  return { mcpServers: { [SERVER_NAME]: entry } };
}

function json(value: unknown): { readonly language: "json"; readonly text: string } {
  return { language: "json", text: jsonText(value) };
}

const DESCRIPTION = `${SUMMARY} ${NO_PAYMENTS}`;
const PLUGIN = "ynab-budget";
/** Settings that an installer asks for. All others have suitable defaults. */
const INSTALLER_KEYS = ["access_token", "write", "profile"];

const about = {
  name: PLUGIN,
  version: VERSION,
  description: DESCRIPTION,
  author: { name: AUTHOR, url: REPOSITORY },
  homepage: `${REPOSITORY}#readme`,
  repository: REPOSITORY,
  license: "MIT",
  keywords: KEYWORDS,
};

/** Files read by server directories and plugin installers. */
export function directoryFiles(): readonly Derived[] {
  const files: Readonly<Record<string, unknown>> = {
    ".claude-plugin/plugin.json": claudePlugin(),
    ".claude-plugin/marketplace.json": {
      name: "budget-tools",
      owner: { name: AUTHOR, url: REPOSITORY },
      description: DESCRIPTION,
      plugins: [{ name: PLUGIN, source: "./", description: DESCRIPTION }],
    },
    ".codex-plugin/plugin.json": codexPlugin(),
    "gemini-extension.json": geminiExtension(),
    // https://glama.ai/mcp/schemas/server.json: GitHub accounts that may edit the listing.
    "glama.json": {
      $schema: "https://glama.ai/mcp/schemas/server.json",
      maintainers: ["budget-tools"],
    },
  };
  return [
    ...Object.entries(files).map(([path, value]) => ({ path, text: `${jsonText(value)}\n` })),
    { path: "smithery.yaml", text: smitheryText() },
  ];
}

const SENSITIVE = { sensitive: true };

const asked = choices.filter(({ key }) => INSTALLER_KEYS.includes(key));

/**
 * https://code.claude.com/docs/en/plugins-reference: secrets are stored in the system's keychain.
 */
function claudePlugin(): unknown {
  const env = asked.map(({ key, variable }) => [variable, `\${user_config.${key}}`]);
  const userConfig = asked.map(({ key, type, title, description, isSecret, fallback }) => [
    key,
    { type, title, description, ...(isSecret ? SENSITIVE : {}), default: fallback },
  ]);
  return {
    ...about,
    icon: ICON_FILE,
    network: { hosts: ["api.ynab.com", "registry.npmjs.org"] },
    userConfig: Object.fromEntries(userConfig),
    mcpServers: { [SERVER_NAME]: { ...onNode, env: Object.fromEntries(env) } },
  };
}

/** Codex passes on only the variables listed here. */
function codexPlugin(): unknown {
  return {
    ...about,
    mcpServers: { [SERVER_NAME]: { ...onNode, env_vars: asked.map(({ variable }) => variable) } },
    interface: {
      displayName: TITLE,
      shortDescription: SUMMARY,
      longDescription: DESCRIPTION,
      developerName: AUTHOR,
      category: "Productivity",
      websiteURL: REPOSITORY,
    },
  };
}

/** https://geminicli.com/docs/extensions/reference: the installer asks for these settings. */
function geminiExtension(): unknown {
  return {
    name: PLUGIN,
    version: VERSION,
    description: DESCRIPTION,
    mcpServers: { [SERVER_NAME]: onNode },
    settings: asked.map(({ title, description, variable, isSecret }) => ({
      ...{ name: title, description, envVar: variable },
      ...(isSecret ? SENSITIVE : {}),
    })),
  };
}

/** https://smithery.ai/docs/build/project-config: the file is YAML, of which JSON is a subset. */
function smitheryText(): string {
  const properties = asked.map(({ key, type, title, description, values, fallback }) => [
    key,
    { type, title, description, ...(values && { enum: values }), default: fallback },
  ]);
  const example = asked.map(({ key, isSecret, fallback }) => [
    key,
    isSecret ? "your token" : fallback,
  ]);
  const schema = { type: "object", required: [], properties: Object.fromEntries(properties) };
  const env = asked.map(({ variable, key }) => `${variable}: String(config.${key} ?? "")`).join(
    ", ",
  );
  return [
    "# Written by `deno task docs`.",
    "startCommand:",
    "  type: stdio",
    `  configSchema: ${JSON.stringify(schema)}`,
    "  commandFunction: |-",
    `    (config) => ({ command: ${JSON.stringify(onNode.command)}, ` +
    `args: ${JSON.stringify(onNode.args)}, env: { ${env} } })`,
    `  exampleConfig: ${JSON.stringify(Object.fromEntries(example))}`,
    "",
  ].join("\n");
}
