import { assertEquals } from "@std/assert";
import { Load } from "../../http/load.ts";

const limits = { calls: 3, callsOfOne: 2, failures: 2 };

Deno.test("Load.enter() counts calls of one and of all, and an end only once", () => {
  const load = new Load(limits, () => 0);
  const first = load.enter("ada");
  load.enter("ada");
  assertEquals(load.enter("ada"), "callsOfOne");
  load.enter("grace");
  assertEquals(load.enter("grace"), "calls");
  if (typeof first === "function") [first, first].forEach((leave) => leave());
  assertEquals(typeof load.enter("grace"), "function");
  assertEquals(load.enter("ada"), "calls");
});

Deno.test("Load.enter() goes on counting what is left of one's calls", () => {
  const load = new Load({ ...limits, calls: 9 }, () => 0);
  const [first] = [load.enter("ada"), load.enter("ada")];
  if (typeof first === "function") first();
  assertEquals(typeof load.enter("ada"), "function");
  assertEquals(load.enter("ada"), "callsOfOne");
});

Deno.test("Load.idle() waits for the last call", async () => {
  const load = new Load(limits, () => 0);
  await load.idle();
  const leaves = [load.enter("ada"), load.enter("ada")];
  const seen: string[] = [];
  const idle = load.idle().then(() => seen.push("idle"));
  for (const leave of leaves) {
    seen.push("leaves");
    if (typeof leave === "function") leave();
  }
  await idle;
  assertEquals(seen, ["leaves", "leaves", "idle"]);
});

Deno.test("Load.fail() counts by address and minute", () => {
  let now = 0;
  const load = new Load(limits, () => now);
  assertEquals([1, 2, 3].map(() => load.fail("a")), [false, false, true]);
  assertEquals(load.fail("b"), false);
  now = 60_000;
  assertEquals(load.fail("a"), false);
});

Deno.test("Load.fail() keeps no more addresses than it can hold", () => {
  const load = new Load(limits, () => 0);
  for (let at = 0; at < 10_000; at += 1) load.fail(String(at));
  assertEquals(["x", "y", "z"].map((address) => load.fail(address)), [false, false, true]);
});
