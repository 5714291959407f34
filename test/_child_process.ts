import { withinDeadline } from "./protocol/_deadline.ts";

/** How a program ended, and what it printed. */
export interface Ended {
  readonly code: number;
  /** The lines of standard output. */
  readonly lines: readonly string[];
  readonly stderr: string;
}

/** A running program and what it has printed so far. */
export class ChildProcess implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: string[] = [];
  readonly #checks: (() => void)[] = [];
  /** Resolves when the program has closed its output. */
  protected readonly outputEnded: Promise<unknown>;
  readonly #ended: Promise<Deno.CommandStatus>;
  #stderr = "";

  constructor(
    [program = "", ...args]: readonly string[],
    options: Pick<Deno.CommandOptions, "clearEnv" | "cwd" | "env" | "gid" | "uid"> = {},
  ) {
    const piped = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;
    this.#child = new Deno.Command(program, { ...options, ...piped, args }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.outputEnded = this.#readLines();
    const read = Promise.all([this.outputEnded, this.#readErrors()]);
    this.#ended = read.then(() => this.#child.status);
  }

  get pid(): number {
    return this.#child.pid;
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  get stderr(): string {
    return this.#stderr;
  }

  async write(line: string): Promise<void> {
    await this.#input.write(new TextEncoder().encode(`${line}\n`));
  }

  async closeInput(): Promise<void> {
    await this.#input.close().catch(() => {});
  }

  signal(name: Deno.Signal): void {
    try {
      this.#child.kill(name);
    } catch (error) {
      // Ignore the error if the process has already ended.
      if (!(error instanceof TypeError)) throw error;
    }
  }

  /** Waits until the given function accepts what the program has printed to standard error. */
  async says(isSaid: (stderr: string) => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const check = (): void => {
      if (isSaid(this.#stderr)) resolve();
    };
    this.#checks.push(check);
    check();
    this.#ended.then(() => reject(new Error(`The program ended: ${this.#stderr}`)));
    await withinDeadline(promise, "the program's start");
  }

  /** Waits until the process exits by itself. */
  async ended(longestMs?: number): Promise<Ended> {
    const { code } = await withinDeadline(this.#ended, "the end of the program", longestMs);
    return { code, lines: this.#lines, stderr: this.#stderr };
  }

  /** Kills the process if it is still running. */
  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.ended();
    await this.closeInput();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  /** Receives each line of standard output. */
  protected onLine(_line: string): void {}

  async #readLines(): Promise<void> {
    let rest = "";
    for await (const text of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#take(line);
    }
    if (rest !== "") this.#take(rest);
  }

  #take(line: string): void {
    this.#lines.push(line);
    this.onLine(line);
  }

  async #readErrors(): Promise<void> {
    for await (const text of this.#child.stderr.pipeThrough(new TextDecoderStream())) {
      this.#stderr += text;
      for (const check of this.#checks) check();
    }
  }
}
