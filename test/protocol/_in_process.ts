import { InMemoryTransport } from "@modelcontextprotocol/client";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { DEMO_TOKEN, demoFetch } from "../../demo/demo_fetch.ts";
import { createServerFactory, type ServerOptions } from "../../mod.ts";
import type { AskedUser, Host } from "./_host.ts";
import { connectHost2025 } from "./_host_2025.ts";
import { connectHost2026 } from "./_host_2026.ts";
import { TODAY } from "./_server_command.ts";

/**
 * A transport to an in-process server that serves the demo household and supports every protocol
 * version.
 */
export function transportHere(options: Partial<ServerOptions> = {}): InMemoryTransport {
  const { create, close } = createServerFactory({
    ...{ token: DEMO_TOKEN, fetch: demoFetch({ today: TODAY }), today: TODAY, write: true },
    ...options,
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  serveStdio(create, { transport: far });
  const closeTransport = near.close.bind(near);
  near.close = async () => {
    await closeTransport();
    await close();
  };
  return near;
}

export async function hostHere(
  year: 2025 | 2026,
  { user, ...options }: Partial<ServerOptions> & { readonly user?: AskedUser | undefined } = {},
): Promise<Host> {
  const transport = transportHere(options);
  if (year === 2026) return await connectHost2026(transport, { user });
  let version: string | undefined;
  Object.assign(transport, { setProtocolVersion: (told: string) => void (version = told) });
  return await connectHost2025(transport as Parameters<typeof connectHost2025>[0], {
    user,
    version: () => version,
  });
}
