import { WRITE_SCOPE } from "./scopes.ts";
import type { ServerOptions } from "./server_options.ts";
import type { Session } from "./session.ts";

/** A server of the MCP SDK, `@modelcontextprotocol/server`, which documents it. */
export type McpServer = InstanceType<typeof import("@modelcontextprotocol/server")["McpServer"]>;

/** Who a server is made for; the SDK's entries give it to a factory. */
export interface ServedCaller {
  /** Who has been let in over HTTP; absent on stdio, where there is but one. */
  readonly authInfo?: {
    readonly clientId: string;
    /** What the caller may do: without `budget:write` no changing tool is offered. */
    readonly scopes: readonly string[];
    /** `principal` names who it is where that is not the client. */
    readonly extra?: Readonly<Record<string, unknown>>;
  };
}

/** Makes one server per connection or request; all of them share one local copy. */
export interface ServerFactory {
  /** Makes a server, to be connected to a transport. */
  readonly create: (caller?: ServedCaller) => McpServer;
  /**
   * Loads the modules that calls need and opens the store, without a request to YNAB. Call it
   * after the first answer, so that the start doesn't wait for it. The first call reports any
   * failure.
   */
  readonly prepare: () => Promise<void>;
  /** Whether the server is set up and its store answers. */
  readonly isReady: () => Promise<boolean>;
  /**
   * Shuts down cleanly: no new change starts. Resolves when all running changes are
   * in the journal, the data is in the store, and the store's files are closed. Later
   * calls are answered from memory.
   */
  readonly close: () => Promise<void>;
}

/** Whether a caller may change the plan, where the server allows it. */
export function mayWrite({ authInfo }: ServedCaller): boolean {
  return authInfo === undefined || authInfo.scopes.includes(WRITE_SCOPE);
}

/** Returns the caller; `null` if there is only one. */
export function principalOf({ authInfo }: ServedCaller): string | null {
  if (authInfo === undefined) return null;
  const { principal } = authInfo.extra ?? {};
  return typeof principal === "string" ? principal : authInfo.clientId;
}

/** What all calls of a server share, opened once. */
export interface Opening extends Omit<ServerFactory, "create"> {
  /** Opens the session, or gives the open one. Makes no request to YNAB. */
  readonly open: () => Promise<Session>;
}

/** Makes an opening: nothing is loaded before it is used. */
export function openingOf(options: ServerOptions): Opening {
  let opened: Promise<Session> | null = null;
  let isClosed = false;
  const openNow = async (): Promise<Session> => {
    const { openSession } = await import("./open_session.ts");
    const session = openSession(options);
    if (isClosed) await closeSession(session);
    return session;
  };
  const open = (): Promise<Session> =>
    opened ??= openNow().catch((error: unknown) => {
      // A module that couldn't be fetched may load on the next try.
      opened = null;
      throw error;
    });
  return {
    open,
    prepare: async () => {
      try {
        const { copy } = await open();
        await import("./serve_requests.ts");
        // The first read opens the store.
        await copy?.lastListedPlans();
        // Node loads its HTTP client with the first of its classes.
        new Headers();
      } catch {
        // The call that needs it fails again and reports it.
      }
    },
    isReady: async () => {
      const changes = (await open()).copy?.changes;
      if (changes === undefined || await changes.refusal() !== null) return false;
      // Any query will do; only a response matters.
      return await changes.findConfirmation("").then(() => true, () => false);
    },
    close: async () => {
      isClosed = true;
      const session = await opened?.catch(() => null) ?? null;
      if (session !== null) await closeSession(session);
    },
  };
}

/** Resolves when no change begins any more, and what has begun is kept. */
async function closeSession({ underWay, unsent, journalResolved, copy }: Session): Promise<void> {
  await underWay.end();
  await unsent?.close();
  await journalResolved();
  await copy?.close();
}
