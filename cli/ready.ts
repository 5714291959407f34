import { HTTP_ADDRESS } from "./_flags.ts";
import { type ListenAddress, listenAddress, proxyExceptions } from "./_address.ts";
import type { CommandLine } from "./_parse.ts";
import type { Terminal } from "./_terminal.ts";
import { say } from "./_text.ts";

/** Time limit for the server's response, in milliseconds. */
const ANSWERING_MS = 5_000;

/** Loopback addresses to contact when the server listens on all interfaces. */
const EVERY_ADDRESS: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

export async function ready({ given }: CommandLine, terminal: Terminal): Promise<number> {
  const url = readinessUrl(listenAddress(given.http?.value ?? HTTP_ADDRESS));
  for (const [name, value] of proxyExceptions(url, terminal.env)) terminal.setEnv(name, value);
  try {
    const { status, body } = await fetch(url, { signal: AbortSignal.timeout(ANSWERING_MS) });
    await body?.cancel();
    if (status === 200) {
      terminal.out("ready\n");
      return 0;
    }
    say(`the server at ${url} is not ready (${status})`, terminal);
  } catch {
    say(`no server responded at ${url}`, terminal);
  }
  return 1;
}

function readinessUrl({ host, port }: ListenAddress): string {
  const here = EVERY_ADDRESS[host] ?? host;
  return `http://${here.includes(":") ? `[${here}]` : here}:${port}/readyz`;
}
