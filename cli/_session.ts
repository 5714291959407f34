import { assertCoverage } from "../server/offered_tools.ts";
import { openSession, type Session } from "../server/open_session.ts";
import { COMMAND, noTokenForCommand } from "../server/advice.ts";
import type { FlagName } from "./_flags.ts";
import type { CommandLine, GivenValue } from "./_parse.ts";
import { type CommandOptions, serverOptions } from "./_settings.ts";
import { openedDatabase } from "./_store_place.ts";
import { type Terminal, UsageError } from "./_terminal.ts";
import { say } from "./_text.ts";

/**
 * Runs a command with an open session and closes it afterward.
 *
 * @throws {UsageError} If the settings are incomplete or invalid.
 */
export async function withSession(
  line: CommandLine,
  terminal: Terminal,
  run: (session: Session, options: CommandOptions) => Promise<number>,
): Promise<number> {
  const options = serverOptions(line, terminal);
  for (const notice of options.notices) say(notice, terminal);
  const database = await openedDatabase(options, terminal);
  const session = openSession({
    ...options,
    settingsForm: options.settingsForm ?? COMMAND,
    database,
  });
  try {
    if (session.setupError !== null) {
      // Unlike a server's message about a missing token, a command's message doesn't mention a
      // restart.
      throw new UsageError(options.problems?.join("; ") || noTokenForCommand(options));
    }
    const status = await run(session, options);
    // Save data for the next process only after printing the answer, because saving may be slow.
    await session.copy?.written();
    return status;
  } finally {
    if (database !== undefined) {
      // Close the local copy first, because closing it releases its leases in the database.
      await session.copy?.close();
      await database.close();
    }
  }
}

/** Adds flags that the command always implies. */
export function withFlags(
  line: CommandLine,
  flags: Partial<Readonly<Record<FlagName, string>>>,
): CommandLine {
  const added = Object.entries(flags).map(([name, value]): [string, GivenValue] => [
    name,
    { value, source: "flag", name: `--${name}` },
  ]);
  return { ...line, given: { ...line.given, ...Object.fromEntries(added) } };
}

/** What a command needs to make calls. */
export interface Calling {
  readonly line: CommandLine;
  readonly terminal: Terminal;
  readonly options: CommandOptions;
}

/** Runs a command that makes calls; on a signal, finishes any change in progress before exiting. */
export async function withCalls(
  line: CommandLine,
  terminal: Terminal,
  run: (session: Session, calling: Calling) => Promise<number>,
): Promise<number> {
  const ended = Promise.withResolvers<number>();
  try {
    const status = await withSession(line, terminal, async (session, options) => {
      terminal.onStop?.(async () => {
        await session.inFlight.end();
        // Pending reads can be abandoned, but the result of a change must still be printed.
        return session.inFlight.hasBegun ? await ended.promise : null;
      });
      assertCoverage(session.profile);
      return await run(session, { line, terminal, options });
    });
    ended.resolve(status);
    return status;
  } finally {
    ended.resolve(1);
  }
}
