/** A process to start, and a call to make. */
export interface Contestant {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The first tool call. */
  readonly call: { readonly name: string; readonly arguments: object };
}

/** Milliseconds. */
export interface Times {
  /** From the start of the process to the end of the answer to `initialize`. */
  readonly initialized: number;
  /** From there to the end of the list of tools. */
  readonly listed: number;
  /** From there, after a pause, to the end of the answer to the first tool call. */
  readonly answered: number;
}

const CLIENT = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1.0.0" },
};

/**
 * Starts a server, asks it to initialize, lists its tools, makes one call and ends it.
 *
 * @throws {Error} When it answers anything but results.
 */
export async function timesOf(
  { command, args, env = {}, call }: Contestant,
  pauseMs: number,
): Promise<Times> {
  const began = performance.now();
  const child = new Deno.Command(command, {
    args: [...args],
    env: { ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const input = child.stdin.getWriter();
  const lines = linesOf(child.stdout);
  const send = (message: object): Promise<void> =>
    input.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
  try {
    await send({ id: 1, method: "initialize", params: CLIENT });
    await resultIn(lines);
    const initialized = performance.now();
    await send({ method: "notifications/initialized" });
    await send({ id: 2, method: "tools/list" });
    await resultIn(lines);
    const listed = performance.now();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const asked = performance.now();
    await send({ id: 3, method: "tools/call", params: call });
    await resultIn(lines);
    const answered = performance.now() - asked;
    await input.close();
    return { initialized: initialized - began, listed: listed - initialized, answered };
  } finally {
    child.kill("SIGKILL");
    await lines.return(undefined);
    await child.status;
  }
}

async function resultIn(lines: AsyncGenerator<string>): Promise<void> {
  const { value: line, done } = await lines.next();
  if (done === true) throw new Error("The server ended before it answered");
  const { result } = JSON.parse(line);
  if (result === undefined || result.isError === true) throw new Error(`No result: ${line}`);
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
