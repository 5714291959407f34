import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { PlacedUpstream } from "../processes/_placed_upstream.ts";

/** An upstream whose clients can crash. */
export class MortalUpstream extends PlacedUpstream {
  #deaths = 0;

  get deaths(): number {
    return this.#deaths;
  }

  /** Simulates a crash of every server that has sent a request so far. */
  noteDeath(): void {
    this.#deaths += 1;
  }

  /** Stops holding writes. */
  keepNone(): void {
    this.keepWrite(Infinity, "before");
  }
}

/** Never resolves requests from crashed servers, so that these servers send nothing more. */
export function mortalFetch(current: () => MortalUpstream): typeof fetch {
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

/** Copies a folder's contents into another folder. */
export function copyFolder(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isFile()) copyFileSync(source, target);
    if (!entry.isDirectory()) continue;
    mkdirSync(target, { mode: 0o700 });
    copyFolder(source, target);
  }
}
