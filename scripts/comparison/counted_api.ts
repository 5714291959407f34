/**
 * The embedded YNAB over loopback as servers of all ages know it: with the older paths
 * below `/budgets` and their field names, and counting what it is asked.
 *
 * @module
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { DemoUpstream } from "../../demo/upstream.ts";

/** What was asked since counting began. */
export interface Asked {
  readonly requests: number;
  readonly bytes: number;
}

/** An API that counts. */
export interface CountedApi extends AsyncDisposable {
  /** Base address, with `/v1`. */
  readonly url: string;
  /** Gives what was asked since the last time. */
  take(): Asked;
}

/** New names of fields, by old; they stand right below `data`. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  plans: "budgets",
  plan: "budget",
  default_plan: "default_budget",
};

/** Serves an embedded YNAB until it is disposed of. */
export async function countedApi(upstream: Pick<DemoUpstream, "fetch">): Promise<CountedApi> {
  let [requests, bytes] = [0, 0];
  const server = createServer((request, response) => {
    void (async (): Promise<void> => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = await new Blob(chunks as BlobPart[]).text();
      const isOld = /^\/v1\/budgets(?=[/?]|$)/u.test(request.url ?? "");
      const path = (request.url ?? "").replace(/^\/v1\/budgets(?=[/?]|$)/u, "/v1/plans");
      const answer = await upstream.fetch(`http://ynab.invalid${path}`, {
        method: request.method ?? "GET",
        headers: { authorization: request.headers.authorization ?? "" },
        ...(body === "" ? {} : { body }),
      });
      const text = await answer.text();
      const sent = new TextEncoder().encode(isOld ? withOldNames(text) : text);
      requests += 1;
      bytes += sent.length;
      response.writeHead(answer.status, { "content-type": "application/json; charset=utf-8" });
      response.end(sent);
    })().catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    take(): Asked {
      const asked = { requests, bytes };
      [requests, bytes] = [0, 0];
      return asked;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function withOldNames(text: string): string {
  const body = JSON.parse(text);
  if (typeof body.data !== "object" || body.data === null) return text;
  const data = Object.fromEntries(
    Object.entries(body.data).map(([name, value]) => [OLD_NAMES[name] ?? name, value]),
  );
  return JSON.stringify({ ...body, data });
}
