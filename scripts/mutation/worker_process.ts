/**
 * A worker from the outside: asked one thing at a time, and ended with all that it started when
 * it is not heard of for longer than it said.
 *
 * @module
 */

import { type ChildProcessByStdio, spawn } from "node:child_process";
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { MARK, type Message, type Request } from "./worker_protocol.ts";

/** An answer; `late` where a worker had to be ended, `ended` where it has ended by itself. */
export type Answer = Exclude<Message, { says: "busy" }> | { readonly says: "late" | "ended" };

const FIRST_MS = 120_000;
const GRACE_MS = 5_000;

/** One worker in the instrumented checkout. */
export class WorkerProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  #text = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #answer: ((answer: Answer) => void) | null = null;
  /** Whether it can be asked something. */
  isAlive = true;

  /** @param folder The instrumented checkout. */
  constructor(folder: string) {
    this.#child = spawn(
      Deno.execPath(),
      ["run", "-A", "--no-check", "scripts/mutation/worker.ts"],
      // A group of its own, so that what tests started ends with them.
      { cwd: folder, stdio: ["pipe", "pipe", "ignore"], detached: true },
    );
    this.#child.stdin.on("error", () => {});
    this.#child.stdout.setEncoding("utf8").on("data", (part: string) => this.#hear(part));
    this.#child.once("close", () => {
      this.isAlive = false;
      this.#give({ says: "ended" });
    });
  }

  /** Asks, and waits for the answer. */
  ask(request: Request): Promise<Answer> {
    if (!this.isAlive) return Promise.resolve({ says: "ended" });
    this.#waitFor(FIRST_MS);
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    });
  }

  /** Ends it and what it has started. */
  end(): void {
    clearTimeout(this.#timer);
    this.isAlive = false;
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
  }

  #hear(part: string): void {
    const lines = (this.#text + part).split("\n");
    this.#text = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.startsWith(MARK)) continue;
      const message: Message = JSON.parse(line.slice(MARK.length));
      if (message.says === "busy") this.#waitFor(message.withinMs + GRACE_MS);
      else this.#give(message);
    }
  }

  #waitFor(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.end();
      this.#give({ says: "late" });
    }, ms);
  }

  #give(answer: Answer): void {
    clearTimeout(this.#timer);
    this.#answer?.(answer);
    this.#answer = null;
  }
}
