const ROOT = new URL("../../", import.meta.url);

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The date that every child process uses as today. */
export const TODAY = "2026-11-20";

/**
 * Arguments that make the server serve the demo household, with a freshness window longer than the
 * test.
 */
export const SERVE_DEMO: readonly string[] = [
  "serve",
  "--demo",
  "--today",
  TODAY,
  "--max-age",
  "3600",
];

/**
 * Returns the command that starts the server from source with Deno, with only the necessary
 * permissions.
 */
export function fromSource(
  args: readonly string[],
  { env = {}, root = ROOT }: {
    readonly env?: Readonly<Record<string, string>>;
    readonly root?: URL;
  } = {},
): ServerCommand {
  const entry = new URL("mod.ts", root).href;
  const permissions = [
    "--no-prompt",
    "--allow-env=HOME,XDG_STATE_HOME,BUDGET_*",
    "--allow-net=127.0.0.1",
  ];
  return {
    command: Deno.execPath(),
    args: ["run", "--quiet", ...permissions, entry, ...args],
    env: childEnvironment(env),
  };
}

/** Returns this process's environment without the server's settings, plus the given variables. */
export function childEnvironment(
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const own = Object.entries(Deno.env.toObject()).filter(([name]) => !name.startsWith("BUDGET_"));
  return { ...Object.fromEntries(own), ...env };
}
