import { assertRejects } from "@std/assert";
// The package exports its types only under the path without `.js`.
// @ts-types="npm:@modelcontextprotocol/sdk@^1.32.2/client/auth"
import { UnauthorizedError } from "npm:@modelcontextprotocol/sdk@^1.32.2/client/auth.js";
// @ts-types="npm:@modelcontextprotocol/sdk@^1.32.2/client/streamableHttp"
import { StreamableHTTPClientTransport } from "npm:@modelcontextprotocol/sdk@^1.32.2/client/streamableHttp.js";
import type { Host } from "../../protocol/_host.ts";
import { connectHost2025 } from "../../protocol/_host_2025.ts";
import type { Page } from "./_browser.ts";
import { OAuthHost } from "./_oauth_host.ts";

/** A host that uses SDK 1.x and its 2025 protocol, and signs in with OAuth. */
export class OAuthHost2025 extends OAuthHost {
  override connect(): Promise<Host> {
    const transport = this.#transport();
    return connectHost2025(transport, { version: () => transport.protocolVersion });
  }

  override async begin(): Promise<URL> {
    await assertRejects(() => this.connect(), UnauthorizedError);
    return this.sentTo;
  }

  override async finish({ url }: Page): Promise<void> {
    await this.#transport().finishAuth(url.searchParams.get("code") ?? "");
  }

  #transport(): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(this.url, { authProvider: this, fetch: this.fetch });
  }
}
