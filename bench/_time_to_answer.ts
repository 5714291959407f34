/**
 * Measures how long a server takes from its start to its first answer.
 *
 * @module
 */

const INITIALIZE = `${
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "bench", version: "1.0.0" },
    },
  })
}\n`;

/** A process to start. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Starts a server, asks it to initialize and ends it.
 *
 * @param command The server.
 * @returns Milliseconds from the start of the process to the end of the answer.
 * @throws {Error} When it answers anything else.
 */
export async function timeToAnswer({ command, args }: Command): Promise<number> {
  const began = performance.now();
  const child = new Deno.Command(command, {
    args: [...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  try {
    const input = child.stdin.getWriter();
    await input.write(new TextEncoder().encode(INITIALIZE));
    const line = await firstLine(child.stdout);
    const took = performance.now() - began;
    if (JSON.parse(line).result?.serverInfo === undefined) throw new Error(`Not served: ${line}`);
    await input.close();
    return took;
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const end = text.indexOf("\n");
    if (end >= 0) return text.slice(0, end);
  }
  throw new Error("The server ended before it answered");
}
