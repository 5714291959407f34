import { assertEquals, assertRejects } from "@std/assert";
import { singleFlight } from "../../../sync/store/single_flight.ts";

Deno.test("singleFlight() does its work once for callers who wait together and later ones", async () => {
  let runs = 0;
  const once = singleFlight(() => Promise.resolve(void runs++));
  await Promise.all([once(), once()]);
  await once();
  assertEquals(runs, 1);
});

Deno.test("singleFlight() tells a failure to all who wait", async () => {
  let runs = 0;
  const once = singleFlight(() => {
    runs++;
    return Promise.reject(new Error("store is busy"));
  });
  const [first, second] = [once(), once()];
  await assertRejects(() => first, Error, "store is busy");
  await assertRejects(() => second, Error, "store is busy");
  assertEquals(runs, 1);
});

Deno.test("singleFlight() tries again after a failure, once for all", async () => {
  let runs = 0;
  const once = singleFlight(() =>
    ++runs === 1 ? Promise.reject(new Error("store is busy")) : Promise.resolve()
  );
  await assertRejects(() => once());
  await Promise.all([once(), once()]);
  await once();
  assertEquals(runs, 2);
});
