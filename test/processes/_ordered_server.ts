/**
 * A server that takes orders about any number of stores: whoever gives them holds its
 * clock.
 *
 * @module
 */

import { type ClientParts, openSession } from "../../server/open_session.ts";
import type { ServerOptions } from "../../server/server_options.ts";
import type { ToolReply } from "../../server/run_tool.ts";
import { TODAY } from "../tools/_plan.ts";
import { type Ask, askSession } from "./_asking.ts";

/** What a server is told to do. */
export interface Order {
  /** Base address of upstream. */
  readonly url: string;
  /** Folder of the store. */
  readonly folder: string;
  /** Orders of one life share a session; another life over the same folder is a restart. */
  readonly life: number;
  /** The time in milliseconds since 1970. */
  readonly now: number;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What takes orders: a process, or a server in this one. */
export interface OrderedServer {
  follow(order: Order): Promise<ToolReply>;
}

/**
 * Makes a server that opens a session for every life.
 *
 * @param reach How it reaches upstream.
 * @param parts Parts of its client; nobody waits between tries.
 */
export function anOrderedServer(
  reach: (order: Order) => Pick<ServerOptions, "apiUrl" | "fetch">,
  parts: ClientParts = {},
): OrderedServer {
  const lives = new Map<string, Life>();
  const begun = (order: Order): Life => {
    const clock = { now: order.now };
    const session = openSession({
      ...reach(order),
      token: "demo-token",
      checksAnswers: true,
      storeFolder: order.folder,
      today: TODAY,
      // No two moments of a call are the same.
      now: () => clock.now++,
      profile: "complete",
      write: true,
      fullIds: true,
    }, { delay: () => Promise.resolve(), random: () => 0, ...parts });
    return { ask: askSession(session), clock };
  };
  return {
    follow(order): Promise<ToolReply> {
      const name = `${order.life} ${order.folder}`;
      const life = lives.get(name) ?? begun(order);
      lives.set(name, life);
      life.clock.now = order.now;
      return life.ask(order);
    },
  };
}

interface Life {
  readonly ask: Ask;
  readonly clock: { now: number };
}
