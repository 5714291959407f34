import type { ServerOptions } from "./server_options.ts";
import type { Session } from "./session.ts";

/** A session that opens at most once. */
export interface SessionOpening {
  /** Opens the session, or gives the one that is open. Nothing is asked of YNAB. */
  readonly open: () => Promise<Session>;
  /** Loads what calls need and opens the store; what fails there, the first call tells. */
  readonly prepare: () => Promise<void>;
  /** Ends what has begun; a session that is opened later works in memory. */
  readonly close: () => Promise<void>;
}

/** Makes an opening. */
export function sessionOpening(options: ServerOptions): SessionOpening {
  let opening: Promise<Session> | null = null;
  let isClosed = false;
  const openNow = async (): Promise<Session> => {
    const { openSession } = await import("./open_session.ts");
    const session = openSession(options);
    if (isClosed) await ended(session);
    return session;
  };
  // What failed is tried anew: a module that is fetched when it is needed may come by then.
  const open = (): Promise<Session> =>
    opening ??= openNow().catch((error: unknown) => {
      opening = null;
      throw error;
    });
  let isCalled = false;
  return {
    open: () => {
      isCalled = true;
      return open();
    },
    prepare: async () => {
      try {
        const { copy } = await open();
        await import("./run_tool.ts");
        // The first look opens the store.
        await copy?.lastListedPlans();
        // Node loads its HTTP client with the first of its classes; a call that is there
        // already may need none of it.
        if (!isCalled) new Headers();
      } catch {
        // The call that needs it meets it again, and tells it.
      }
    },
    close: async () => {
      isClosed = true;
      const session = await opening?.catch(() => null);
      if (session !== null && session !== undefined) await ended(session);
    },
  };
}

/** Resolves when no change begins any more, and what has begun is kept. */
async function ended({ underWay, unsent, journalResolved, copy }: Session): Promise<void> {
  await underWay.end();
  await unsent?.close();
  await journalResolved();
  await copy?.close();
}
