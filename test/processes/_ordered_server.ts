import { type ClientParts, openSession } from "../../server/open_session.ts";
import type { ServerOptions } from "../../server/server_options.ts";
import type { ToolReply } from "../../server/run_tool.ts";
import { openPostgres } from "../../remote/postgres/open_postgres.ts";
import { TODAY } from "../tools/_plan.ts";
import { type Ask, askSession } from "./_asking.ts";

/** A tool call for a server to execute, with the environment in which the server runs. */
export interface Order {
  readonly url: string;
  /** Token for the upstream; by default, the embedded upstream's token. */
  readonly token?: string;
  readonly folder: string;
  /** Database to use instead of the folder. The database's leases also use the time in `now`. */
  readonly database?: string | undefined;
  /**
   * Two calls share a session if they have the same folder and the same value for this field. A new
   * value restarts the server.
   */
  readonly life: number;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Executes calls, either in this process or in another process. */
export interface OrderedServer {
  follow(order: Order): Promise<ToolReply>;
  /**
   * Closes the server's databases. A server in a separate process doesn't have this method, because
   * tests stop the whole process instead.
   */
  close?(): Promise<void>;
}

/** Creates a server that opens a new session after each restart. */
export function anOrderedServer(
  reach: (order: Order) => Pick<ServerOptions, "apiUrl" | "fetch">,
  parts: ClientParts = {},
): OrderedServer {
  const lives = new Map<string, Promise<Life>>();
  const begun = async (order: Order): Promise<Life> => {
    const clock = { now: order.now };
    const database = order.database === undefined ? undefined : await openPostgres(order.database, {
      clock: () => `CAST(${parts.clocks?.monotonicMs() ?? clock.now} AS bigint)`,
    });
    const session = openSession({
      ...reach(order),
      ...(database === undefined ? {} : { database }),
      token: order.token ?? "demo-token",
      checksAnswers: true,
      storeFolder: order.folder,
      today: TODAY,
      // Every read of the clock returns a different time.
      now: () => clock.now++,
      profile: "complete",
      write: true,
      fullIds: true,
    }, { delay: () => Promise.resolve(), random: () => 0, ...parts });
    const close = async (): Promise<void> => {
      await session.copy?.close();
      await database?.close();
    };
    return { ask: askSession(session), clock, close };
  };
  return {
    async follow(order): Promise<ToolReply> {
      const name = `${order.life} ${order.folder}`;
      const beginning = lives.get(name) ?? begun(order);
      lives.set(name, beginning);
      const life = await beginning;
      life.clock.now = order.now;
      return await life.ask(order);
    },
    async close(): Promise<void> {
      for (const life of lives.values()) await (await life).close();
    },
  };
}

interface Life {
  readonly ask: Ask;
  readonly clock: { now: number };
  readonly close: () => Promise<void>;
}
