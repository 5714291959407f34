import { NO_PAYMENTS } from "../server/about.ts";
import { VERSION } from "../server/version.ts";
import { type Derived, jsonText } from "./_derived.ts";
import { onNode, SERVER_NAME } from "./_hosts.ts";
import { AUTHOR, ICON_FILE, KEYWORDS, REPOSITORY, SUMMARY, TITLE } from "./_project.ts";
import { type Choice, choices } from "./_server_json.ts";

const DESCRIPTION = `${SUMMARY} ${NO_PAYMENTS}`;
const PLUGIN = "ynab-budget";
/** Settings that an installer asks for. All others have suitable defaults. */
const ASKED = ["access_token", "write", "profile"];

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

const asked = choices.filter(({ key }) => ASKED.includes(key));

/**
 * https://code.claude.com/docs/en/plugins-reference: secrets are stored in the system's keychain.
 */
function claudePlugin(): unknown {
  const env = asked.map(({ key, variable }) => [variable, `\${user_config.${key}}`]);
  const userConfig = asked.map((choice) => [choice.key, {
    type: choice.type,
    title: choice.title,
    description: choice.description,
    ...(choice.isSecret ? { sensitive: true } : {}),
    default: choice.fallback,
  }]);
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
      name: title,
      description,
      envVar: variable,
      ...(isSecret ? { sensitive: true } : {}),
    })),
  };
}

/** https://smithery.ai/docs/build/project-config: the file is YAML, of which JSON is a subset. */
function smitheryText(): string {
  const properties = asked.map((choice) => [choice.key, {
    type: choice.type,
    title: choice.title,
    description: choice.description,
    ...(choice.values === undefined ? {} : { enum: choice.values }),
    default: choice.fallback,
  }]);
  const schema = { type: "object", required: [], properties: Object.fromEntries(properties) };
  const env = asked.map(({ variable, key }) => `${variable}: ${envText(key)}`).join(", ");
  return [
    "# Written by `deno task docs`.",
    "startCommand:",
    "  type: stdio",
    `  configSchema: ${JSON.stringify(schema)}`,
    "  commandFunction: |-",
    `    (config) => ({ command: ${JSON.stringify(onNode.command)}, ` +
    `args: ${JSON.stringify(onNode.args)}, env: { ${env} } })`,
    `  exampleConfig: ${JSON.stringify(exampleOf(asked))}`,
    "",
  ].join("\n");
}

function envText(key: string): string {
  return `String(config.${key} ?? "")`;
}

function exampleOf(shown: readonly Choice[]): unknown {
  return Object.fromEntries(shown.map(({ key, isSecret, fallback }) => [
    key,
    isSecret ? "your token" : fallback,
  ]));
}
