import { assertEquals } from "@std/assert";
import type { PlanRecords } from "../../demo/model/records.ts";
import { DemoUpstream, type DemoUpstreamOptions } from "../../demo/upstream.ts";
import { aPlan, now } from "./_tiny_plan.ts";

/** A response with its parsed JSON body. */
export interface ApiAnswer {
  readonly status: number;
  // deno-lint-ignore no-explicit-any -- tests read what they assert on
  readonly body: any;
}

export interface Api {
  readonly upstream: DemoUpstream;
  /** Requests a path under the plan's URL, or under the API's root if the path starts with `//`. */
  call(method: string, path: string, body?: unknown): Promise<ApiAnswer>;
  /** Reads a path and returns `data`. Fails unless the status is 200. */
  // deno-lint-ignore no-explicit-any -- tests read what they assert on
  get(path: string): Promise<any>;
  /** Sends a write and returns `data`. Fails unless the status is 200 or 201. */
  // deno-lint-ignore no-explicit-any -- tests read what they assert on
  save(method: string, path: string, body?: unknown): Promise<any>;
  /** Sends a write, and fails unless it is rejected with the given status and detail. */
  refused(
    request: readonly [method: string, path: string, body?: unknown],
    status: number,
    detail: string,
  ): Promise<void>;
}

/** Opens an embedded YNAB API with a tiny plan; `change` replaces some of the plan's records. */
export function openApi(
  change: Partial<PlanRecords> = {},
  options: Partial<DemoUpstreamOptions> = {},
): Api {
  const upstream = new DemoUpstream({ plans: [aPlan(change)], now, ...options });
  const call: Api["call"] = async (method, path, body) => {
    const below = path.startsWith("//") ? path.slice(1) : `/plans/last-used${path}`;
    const response = await upstream.fetch(`https://upstream.test/v1${below}`, {
      method,
      headers: { authorization: "Bearer demo-token" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const failure = upstream.requests.at(-1)?.failure;
    if (failure !== undefined) throw failure;
    return { status: response.status, body: await response.json() };
  };
  const succeed = async (
    method: string,
    path: string,
    body: unknown,
  ): Promise<ApiAnswer["body"]> => {
    const answer = await call(method, path, body);
    if (answer.status > 201) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.body.data;
  };
  return {
    upstream,
    call,
    get: (path) => succeed("GET", path, undefined),
    save: succeed,
    async refused([method, path, body], status, detail): Promise<void> {
      const before = upstream.snapshot();
      const answer = await call(method, path, body);
      assertEquals({ status: answer.status, detail: answer.body.error?.detail }, {
        status,
        detail,
      });
      assertEquals(upstream.snapshot(), before);
    },
  };
}
