import type { ServerOptions } from "./server_options.ts";
import type { Session } from "./session.ts";

/** What all calls of a server share, opened once. */
export interface Opening {
  /** Opens the session, or gives the open one. Makes no request to YNAB. */
  readonly open: () => Promise<Session>;
  /** Loads what calls need and opens the store; the first call reports what fails here. */
  readonly prepare: () => Promise<void>;
  /** Tells whether the server is set up and its store answers. */
  readonly isReady: () => Promise<boolean>;
  /** Waits for what has begun, and closes the store; a later session works in memory. */
  readonly close: () => Promise<void>;
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
