import type { Derived } from "./_derived.ts";
import { installLinks, lineOf, SERVER_NAME, type Setup, setups } from "./_hosts.ts";
import { block, tableText, WRITTEN } from "./_markdown.ts";
import { PACKAGE, PROGRAM } from "./_project.ts";
import { LAZY_IMPORTS, onDeno } from "./_start_commands.ts";

/** Writes the page with every host. */
export function hostsPage(): Derived {
  const compile = ["deno", "compile", ...onDeno.args.slice(1, -1), "--output", PROGRAM];
  const parts = [
    "# Hosts",
    WRITTEN,
    "What to paste where. Each of these starts a server that only reads; add `--write` to its " +
    'arguments, or `"BUDGET_WRITE": "1"` to its environment, to offer the tools that change the ' +
    "plan. To look around first, add `--demo` to the arguments and leave the token out. " +
    "`BUDGET_ACCESS_TOKEN_FILE`, with the path of a file that only you can read, takes the place " +
    "of the token itself.",
    linksText(),
    "Claude Desktop also takes the `.mcpb` file of a release: open it, and it asks for the token " +
    "(kept as a secret) and whether changes are allowed; it offers the demo, too. By hand: Settings, " +
    "Developer, Edit Config opens `claude_desktop_config.json`:",
    tableText(["System", "`claude_desktop_config.json` is in"], [
      ["macOS", "`~/Library/Application Support/Claude`"],
      ["Windows", "`%APPDATA%\\Claude`"],
      ["Linux", "`~/.config/Claude`"],
    ]),
    ...Object.values(setups).flatMap(setupText),
    "## ChatGPT and claude.ai",
    "They start no program on your machine: they reach servers by a public https address only, " +
    "over [HTTP](http.md), and sign in with OAuth, which this server offers with " +
    "`--sign-in owner`. OpenAI's Codex and Claude Desktop do start it (above), as does every " +
    "other host that takes `mcpServers`.",
    "## If your system refuses to open the binary",
    "The binaries of a release are not signed by Apple or Microsoft (on macOS they carry an ad-hoc " +
    "signature). Check first that the file is the one that was built: its SHA-256 stands in " +
    "`SHA256SUMS` of the release, and its attestation names the workflow and commit it comes from:",
    block("sh", `gh attestation verify ${PROGRAM}-linux-x64 --repo budget-tools/server`),
    "Then, once:",
    '- **macOS** ("can\'t be opened", "is damaged"): ' +
    `\`xattr -d com.apple.quarantine ${PROGRAM}-darwin-arm64\`, or System Settings, Privacy & ` +
    "Security, Open Anyway.\n" +
    '- **Windows** (SmartScreen, "protected your PC"): More info, Run anyway; or Properties, ' +
    "Unblock.\n" +
    `- **Linux** ("Permission denied"): \`chmod +x ${PROGRAM}-linux-x64\`.`,
    "## A faster start on Deno",
    "Deno reads every file of a program before it runs the first, and this one has some " +
    `seven hundred. With \`"${LAZY_IMPORTS}": "1"\` beside the token in \`env\`, it reads each when ` +
    "it is first needed: the server is there after two thirds of the time " +
    "([performance](performance.md)). The setting is one of Deno's unstable features, and a Deno " +
    "that doesn't know it starts as before. The first call of each tool after an update then " +
    "needs the network for the tool's own files.",
    "## A binary made by Deno",
    "On a machine that can download Deno's runtime, this makes an executable that holds the " +
    "permissions of the first entry for Deno, and so keeps nothing beyond a start:",
    block(
      "sh",
      lineOf({ command: compile[0] ?? "", args: [...compile.slice(1), `jsr:${PACKAGE}`] }),
    ),
    "## Names",
    `The server calls itself \`${PROGRAM}\`; the entry above is called \`${SERVER_NAME}\`, and may ` +
    "be called anything.",
  ];
  return { path: "docs/hosts.md", text: `${parts.join("\n\n")}\n` };
}

function linksText(): string {
  const links = Object.entries(installLinks).map(([host, url]) => `[${host}](${url})`);
  return `Add it by a link: ${links.join(", ")}. Or paste:`;
}

function setupText({ title, where, language, text }: Setup): readonly string[] {
  return [`**${title}.** ${where}:`, block(language, text)];
}
