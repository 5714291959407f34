import type { LogEntry } from "../server/log_entry.ts";
import type { GivenValue } from "./_parse.ts";
import type { Terminal } from "./_terminal.ts";
import { UsageError } from "./_usage_error.ts";

const LEVELS = ["error", "warn", "info", "debug"] as const;

/**
 * Makes a log.
 *
 * @throws {UsageError} For a level that is none.
 */
export function logTo(
  { err }: Terminal,
  level: GivenValue | undefined,
): (entry: LogEntry) => void {
  const most = LEVELS.findIndex((name) => name === (level?.value ?? "warn"));
  if (most < 0) throw new UsageError(`${level?.name} must be error, warn, info or debug`);
  return (entry) => {
    if (LEVELS.indexOf(entry.level) > most) return;
    err(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
  };
}
