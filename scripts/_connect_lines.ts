import { SERVER_NAME, setups } from "./_hosts.ts";
import { jsonText } from "./_json_text.ts";
import { demoOnDeno, onNode } from "./_start_commands.ts";

/**
 * Writes the lines that connect a client, over npm and over JSR, with a token and
 * with the demo.
 */
export function connectLines(): readonly string[] {
  return [
    "To connect an assistant, paste one of these into the settings of your MCP client.",
    "They work from the first release on. Until then start this clone instead:",
    '"command": "npx", "args": ["-y", "deno@2.9.6", "run", "-A", "/path/to/the/clone/mod.ts"]',
    "",
    "With Node 22.13 or later:",
    ...setups.usual.text.split("\n"),
    "",
    "With Deno:",
    ...setups.deno.text.split("\n"),
    "",
    "The same with this made-up household, without a token:",
    ...demoText().split("\n"),
    "",
    "BUDGET_ACCESS_TOKEN is a personal access token of your own, made in YNAB's Developer Settings",
    "(https://app.ynab.com/settings/developer). To keep it out of the client's settings, put it into",
    "a file that only you can read and set BUDGET_ACCESS_TOKEN_FILE to the file's path instead.",
    "The server only reads; add --write to offer the tools that change the plan.",
  ];
}

function demoText(): string {
  return jsonText({
    mcpServers: {
      [`${SERVER_NAME}-demo`]: { ...onNode, args: [...onNode.args, "--demo"] },
      [`${SERVER_NAME}-demo-deno`]: demoOnDeno,
    },
  });
}
