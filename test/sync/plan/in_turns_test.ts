import { assertEquals, assertRejects } from "@std/assert";
import { inTurns } from "../../../sync/plan/in_turns.ts";

function* steps(done: number[]): Generator<void, number> {
  for (let step = 0; step < 3; step++) {
    done.push(step);
    yield;
  }
  return done.length;
}

Deno.test("inTurns() lets others have their turn after each step", async () => {
  const done: number[] = [];
  const turns: number[] = [];
  const nextTurn = (): Promise<void> => {
    turns.push(done.length);
    return Promise.resolve();
  };
  assertEquals(await inTurns(steps(done), { nextTurn }), 3);
  assertEquals(turns, [1, 2, 3]);
});

Deno.test("inTurns() ends between two steps when it is given up", async () => {
  const done: number[] = [];
  const stop = new AbortController();
  const nextTurn = (): Promise<void> => {
    if (done.length === 2) stop.abort(new Error("Enough"));
    return Promise.resolve();
  };
  const work = inTurns(steps(done), { nextTurn, signal: stop.signal });
  await assertRejects(() => Promise.resolve(work), Error, "Enough");
  assertEquals(done, [0, 1]);
});

Deno.test("inTurns() does a single step at once", () => {
  // deno-lint-ignore require-yield
  function* oneStep(): Generator<void, string> {
    return "done";
  }
  const nextTurn = (): Promise<void> => Promise.reject(new Error("Nobody has a turn"));
  assertEquals(inTurns(oneStep(), { nextTurn }), "done");
});
