import type { ServerOptions } from "./server_options.ts";
import type { CallerSession, Session } from "./open_session.ts";

/** Scope for reading; every HTTP call needs it. */
export const READ_SCOPE = "budget:read";

/** Scope for changing the plan, if the server allows changes. */
export const WRITE_SCOPE = "budget:write";

/** The MCP SDK's server; see `@modelcontextprotocol/server`. */
export type McpServer = InstanceType<typeof import("@modelcontextprotocol/server")["McpServer"]>;

/** The caller that a server is created for; the SDK's entry points pass it to the factory. */
export interface ServedCaller {
  /** The authenticated HTTP caller; absent over stdio, which has only one caller. */
  readonly authInfo?: {
    readonly clientId: string;
    /** The caller's scopes; without `budget:write`, no tool that changes the plan is offered. */
    readonly scopes: readonly string[];
    /** `principal` identifies the caller if the client's id doesn't. */
    readonly extra?: Readonly<Record<string, unknown>>;
  };
}

/** Creates one server per connection or request. All these servers share one local copy. */
export interface ServerFactory {
  /** Creates a server, ready to be connected to a transport. */
  readonly create: (caller?: ServedCaller) => McpServer;
  /**
   * Loads the modules needed for calls and opens the store, without making a request to YNAB. Call
   * this function after the first response, so that startup isn't delayed. The first tool call
   * reports any failure.
   */
  readonly prepare: () => Promise<void>;
  /** Whether the server is set up and its store responds. */
  readonly isReady: () => Promise<boolean>;
  /**
   * Shuts down cleanly; new changes are refused. Resolves when all changes in progress are in the
   * journal, the data is in the store, and the store's files are closed. Calls made after the store
   * is closed keep their data only in memory.
   */
  readonly close: () => Promise<void>;
}

/** Whether a caller has permission to change the plan. The server must also allow changes. */
export function mayWrite({ authInfo }: ServedCaller): boolean {
  return authInfo === undefined || authInfo.scopes.includes(WRITE_SCOPE);
}

/** Returns the caller's id; `null` if there is only one caller. */
export function principalOf({ authInfo }: ServedCaller): string | null {
  if (authInfo === undefined) return null;
  const { principal } = authInfo.extra ?? {};
  return typeof principal === "string" ? principal : authInfo.clientId;
}

/** Opens the session that all calls to a server share. */
export interface Opening extends Omit<ServerFactory, "create"> {
  /** Opens the session for a caller, or returns the open one. Sends no request to YNAB. */
  readonly open: (caller: CallerSession) => Promise<Session>;
}

/** Prepares to open a session; no modules are loaded until it is opened. */
export function openingOf(options: ServerOptions): Opening {
  let opening: Promise<Session> | null = null;
  let isClosed = false;
  const openNow = async (): Promise<Session> => {
    const { openSession } = await import("./open_session.ts");
    const session = openSession(options);
    if (isClosed) await closeSession(session);
    return session;
  };
  const opened = (): Promise<Session> =>
    opening ??= openNow().catch((error: unknown) => {
      // A module that couldn't be loaded may load on the next try.
      opening = null;
      throw error;
    });
  return {
    open: async (caller) => ({ ...await opened(), ...caller }),
    prepare: async () => {
      try {
        const { copy } = await opened();
        await import("./serve_requests.ts");
        // The first read opens the store.
        await copy?.lastListedPlans();
        // Node loads its HTTP client when one of the client's classes is first used.
        new Headers();
      } catch {
        // The call that needs the module will also fail, and report the failure.
      }
    },
    isReady: async () => {
      const changes = (await opened()).copy?.changes;
      if (changes === undefined || await changes.refusal() !== null) return false;
      // The result doesn't matter, only whether the store responds.
      return await changes.findConfirmation("").then(() => true, () => false);
    },
    close: async () => {
      isClosed = true;
      const session = await opening?.catch(() => null);
      if (session) await closeSession(session);
    },
  };
}

/** Stops accepting changes and resolves once all changes in progress are saved. */
async function closeSession({ inFlight, journalResolved, copy }: Session): Promise<void> {
  await inFlight.end();
  await journalResolved();
  await copy?.close();
}
