import type { World } from "./_world.ts";

/** A request body or response data. */
// deno-lint-ignore no-explicit-any
export type Held = Record<string, any>;

/** A write sent to upstream. */
export interface SentWrite {
  readonly method: string;
  readonly path: string;
  readonly body: Held;
  /** Applies it, optionally with another body or method; returns the data. */
  carryOut(instead?: { readonly body?: Held; readonly method?: string }): Promise<Held>;
  /** Reads stored data below the plan. */
  read(path: string): Promise<Held>;
}

/** Creates a proxy between server and upstream. */
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
