import { PACKAGE, PROGRAM } from "./_project.ts";

/** A program to start, as the settings of a host name it. */
export interface StartCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Where the copy and the journal are kept when nothing else is said, on each system. */
export const EXAMPLE_STATE_FOLDERS = {
  Linux: `/home/you/.local/state/${PROGRAM}`,
  macOS: `/Users/you/Library/Application Support/${PROGRAM}`,
  Windows: `C:\\Users\\you\\AppData\\Local\\${PROGRAM}`,
} as const;

const REACHES = ["--allow-net=api.ynab.com", "--allow-env=HOME,XDG_STATE_HOME,BUDGET_*"] as const;

/** What has Deno read a file when it is first needed; an environment, as any Deno takes it. */
export const LAZY_IMPORTS = "DENO_UNSTABLE_LAZY_DYNAMIC_IMPORTS";

/** With Node, from npm. */
export const onNode: StartCommand = { command: "npx", args: ["-y", PACKAGE] };

/** With Deno, from JSR; the copy is in memory, as no folder may be touched. */
export const onDeno: StartCommand = denoCommand([]);

/** The same, without the network: for the demo. */
export const demoOnDeno: StartCommand = {
  command: "deno",
  args: [...onDeno.args.filter((arg) => !arg.startsWith("--allow-net")), "--demo"],
};

/** The binary, at an absolute path. */
export const binary: StartCommand = { command: `/home/you/bin/${PROGRAM}`, args: [] };

/**
 * With Deno, from JSR; the copy and the journal outlive the process. The folder is named
 * to Deno and to the server, so that the two can't differ.
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
