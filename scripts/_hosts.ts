import { jsonText } from "./_json_text.ts";
import {
  binary,
  EXAMPLE_STATE_FOLDERS,
  onDeno,
  onDenoKeeping,
  onNode,
  type StartCommand,
} from "./_start_commands.ts";

/** The name under which hosts list the server. */
export const SERVER_NAME = "budget";

/** A host's settings, as text. */
export interface Setup {
  /** What it is for. */
  readonly title: string;
  /** Where it goes, or what to do with it. */
  readonly where: string;
  readonly language: "json" | "sh" | "toml";
  readonly text: string;
}

const VARIABLE = "BUDGET_ACCESS_TOKEN";
const TOKEN = { [VARIABLE]: "your token" } as const;
/** A link carries no token, nor words that would pass for one: the host shows an empty field. */
const TO_FILL_IN = { [VARIABLE]: "" } as const;
const INPUT = {
  type: "promptString",
  id: "budget-token",
  description: "YNAB personal access token",
  password: true,
} as const;
const ASKED = { [VARIABLE]: `\${input:${INPUT.id}}` } as const;

/** Every host that we write settings for. */
export const setups = {
  usual: {
    title: "Claude Desktop, Cursor, Windsurf, Gemini CLI, LM Studio and others",
    where: "`mcpServers` in the host's JSON file",
    ...json(servers({ ...onNode, env: TOKEN })),
  },
  deno: {
    title: "The same on Deno, with exactly the permissions that it needs",
    where:
      "The copy and the journal are kept in memory and end with each start; `list_plans` says so",
    ...json(servers({ ...onDeno, env: TOKEN })),
  },
  denoKeeping: keepingOn("Linux"),
  denoKeepingOnMac: keepingOn("macOS"),
  denoKeepingOnWindows: keepingOn("Windows"),
  binary: {
    title: "The same with the binary, which needs neither Node nor Deno",
    where: "Write your own path, in full",
    ...json(servers({ ...binary, env: TOKEN })),
  },
  vsCode: {
    title: "VS Code",
    where: "`.vscode/mcp.json`; it asks for the token and keeps it out of the file",
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
    title: "Claude Code, for everybody who works on a project",
    where: "`.mcp.json` in the project; the token comes from each one's own environment",
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

/** Links that have a host ask whether to add the server. */
export const installLinks = {
  "VS Code": `https://insiders.vscode.dev/redirect?url=${
    encodeURIComponent(`vscode:mcp/install?${encodeURIComponent(JSON.stringify(vsCodeServer()))}`)
  }`,
  Cursor: `https://cursor.com/install-mcp?name=${SERVER_NAME}&config=${
    encodeURIComponent(btoa(JSON.stringify({ ...onNode, env: TO_FILL_IN })))
  }`,
} as const;

/** Writes a command as a shell takes it. */
export function lineOf({ command, args }: StartCommand): string {
  return [command, ...args.map((arg) => arg.includes("*") ? `'${arg}'` : arg)].join(" ");
}

function keepingOn(system: keyof typeof EXAMPLE_STATE_FOLDERS): Setup {
  return {
    title: `The same on Deno, keeping the copy and the journal, on ${system}`,
    where:
      "Write your own folder in all three places, in full: hosts expand neither `~` nor `$HOME`",
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
