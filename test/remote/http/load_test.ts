import { assertEquals } from "@std/assert";
import { Load } from "../../../remote/http/load.ts";

const limits = { calls: 3, callsOfOne: 2 };

Deno.test("Load.enter() counts calls of one and of all, and an end only once", () => {
  const load = new Load(limits);
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
  const load = new Load({ ...limits, calls: 9 });
  const [first] = [load.enter("ada"), load.enter("ada")];
  if (typeof first === "function") first();
  assertEquals(typeof load.enter("ada"), "function");
  assertEquals(load.enter("ada"), "callsOfOne");
});

Deno.test("Load.idle() waits for the last call", async () => {
  const load = new Load(limits);
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
