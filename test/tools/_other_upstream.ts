import { household, householdSchedules } from "./_plan.ts";
import { aWorld, type World } from "./_world.ts";

/** The data of a request or a response. */
// deno-lint-ignore no-explicit-any
export type Held = Record<string, any>;

/** A write sent to the upstream. */
export interface SentWrite {
  readonly method: string;
  readonly path: string;
  readonly body: Held;
  /** Sends the write, optionally with a different body or method. Returns the response's data. */
  carryOut(instead?: { readonly body?: Held; readonly method?: string }): Promise<Held>;
  /** Reads the plan's data from the upstream; `path` is relative to the plan's path. */
  read(path: string): Promise<Held>;
}

/** Creates a `fetch` that passes reads to the upstream and lets `answer` respond to writes. */
export function otherUpstream(
  world: () => World,
  answer: (write: SentWrite) => Promise<Held>,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const { method = "GET", headers = {}, body = null } = init;
    if (method === "GET") return await world().upstream.fetch(input, init);
    const text = await new Response(body).text();
    const url = String(input);
    const [plan = ""] = /^.*\/plans\/[^/]+/.exec(url) ?? [];
    const dataOf = async (address: string, options: RequestInit): Promise<Held> =>
      (await (await world().upstream.fetch(address, { headers, ...options })).json()).data;
    const data = await answer({
      method,
      path: url.slice(plan.length),
      body: text === "" ? {} : JSON.parse(text),
      carryOut: (instead = {}) => {
        const sent = instead.body === undefined ? text : JSON.stringify(instead.body);
        const how = instead.method ?? method;
        const isRead = how === "GET" || sent === "";
        return dataOf(url, { method: how, ...(isRead ? {} : { body: sent }) });
      },
      read: (path) => dataOf(plan + path, {}),
    });
    return new Response(JSON.stringify({ data }), { status: method === "POST" ? 201 : 200 });
  };
}

/** Creates a world with schedules and all tools, where YNAB responds to writes with `answer`. */
export async function aWorldThat(
  answer: (write: SentWrite) => Promise<Held>,
  options: Parameters<typeof aWorld>[0] = {},
): Promise<World> {
  const world: World = await aWorld({
    write: true,
    profile: "complete",
    plans: [household({ scheduled: [...householdSchedules] })],
    fetch: otherUpstream(() => world, answer),
    ...options,
  });
  return world;
}
