import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { anOrderedServer, type OrderedServer } from "./_ordered_server.ts";
import type { PlacedUpstream } from "./_placed_upstream.ts";

/** Makes a server that works on an upstream of this process. */
export function aMortalServer(upstream: PlacedUpstream): OrderedServer {
  const fetch = mortalFetch(() => upstream);
  // No timeouts: a call without a response waits forever.
  return anOrderedServer(({ url }) => ({ apiUrl: url, fetch }), {
    after: () => () => {},
  });
}

/** A way to an upstream that gives a dead sender no answer, so that it sends nothing more. */
export function mortalFetch(current: () => PlacedUpstream): typeof fetch {
  return async (...request) => {
    const upstream = current();
    const { deaths } = upstream;
    const answer = await upstream.fetch(...request).then(
      (response) => () => response,
      (error) => () => {
        throw error;
      },
    );
    if (upstream.deaths !== deaths) await new Promise(() => {});
    return answer();
  };
}

/** What a server that can die works on. */
export interface Mortal {
  /** Folder of its store. */
  folder: string;
  readonly upstream: Pick<PlacedUpstream, "noteDeath">;
  /** From here on another server works on the store. */
  restart(): void;
}

/** Lets the server die: the next one finds what the disk has now. */
export function die(mortal: Mortal): void {
  const remains = Deno.makeTempDirSync({ dir: join(mortal.folder, "..") });
  copyFolder(mortal.folder, remains);
  mortal.folder = remains;
  mortal.upstream.noteDeath();
  mortal.restart();
}

/** Copies all that is in a folder into another one. */
export function copyFolder(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isFile()) copyFileSync(source, target);
    if (!entry.isDirectory()) continue;
    mkdirSync(target, { mode: 0o700 });
    copyFolder(source, target);
  }
}
