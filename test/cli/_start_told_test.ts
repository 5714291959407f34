import { assertEquals } from "@std/assert";
import { tellingStart } from "../../cli/_start_told.ts";

interface Started {
  readonly transport: { send(message: string): Promise<void> };
  readonly sent: string[];
  /** Lets the time run out that a client has. */
  readonly runOut: () => void;
  readonly isWaiting: () => boolean;
  readonly starts: () => number;
}

function aStart(): Started {
  const sent: string[] = [];
  const timers = new Set<() => void>();
  let starts = 0;
  const clock = {
    now: () => 0,
    every: (_ms: number, run: () => void): () => void => {
      timers.add(run);
      return () => void timers.delete(run);
    },
  };
  const transport = {
    send: (message: string): Promise<void> => Promise.resolve(void sent.push(message)),
  };
  tellingStart(transport, clock, () => void (starts += 1));
  return {
    transport,
    sent,
    runOut: () => timers.forEach((run) => run()),
    isWaiting: () => timers.size > 0,
    starts: () => starts,
  };
}

Deno.test("tellingStart() tells of a start once the tools are listed", async () => {
  const { transport, sent, isWaiting, starts, runOut } = aStart();
  await transport.send("initialize");
  assertEquals([starts(), isWaiting()], [0, true]);
  await transport.send("tools/list");
  assertEquals([starts(), isWaiting()], [1, false]);
  await transport.send("tools/call");
  runOut();
  assertEquals([starts(), sent.length], [1, 3]);
});

Deno.test("tellingStart() waits for a client that asks for no tools only so long", async () => {
  const { transport, isWaiting, starts, runOut } = aStart();
  assertEquals(isWaiting(), false);
  await transport.send("initialize");
  runOut();
  assertEquals([starts(), isWaiting()], [1, false]);
  await transport.send("tools/list");
  assertEquals(starts(), 1);
});
