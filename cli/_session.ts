import { openSession } from "../server/open_session.ts";
import type { Session } from "../server/session.ts";
import type { CommandLine } from "./_parse.ts";
import { type CommandOptions, serverOptions } from "./_settings.ts";
import { openedDatabase } from "./_store_place.ts";
import { type Terminal, UsageError } from "./_terminal.ts";

/**
 * Runs a command with an open session and closes it afterwards.
 *
 * @throws {UsageError} If the settings are incomplete or invalid.
 */
export async function withSession(
  line: CommandLine,
  terminal: Terminal,
  run: (session: Session, options: CommandOptions) => Promise<number>,
): Promise<number> {
  const options = serverOptions(line, terminal);
  const database = await openedDatabase(options, terminal);
  const session = openSession({ ...options, database });
  try {
    if (session.setupError !== null) throw new UsageError(session.setupError.message);
    return await run(session, options);
  } finally {
    if (database !== undefined) {
      // Release its leases first.
      await session.copy?.close();
      await database.close();
    }
  }
}
