import { assertEquals, assertRejects } from "@std/assert";
import { decorated, deferred } from "../../../sync/store/decorated_methods.ts";

interface Counter {
  add(one: number, other: number): Promise<number>;
  fail(): Promise<never>;
}

const counter: Counter = {
  add: (one, other) => Promise.resolve(one + other),
  fail: () => Promise.reject(new Error("full")),
};

Deno.test("decorated() passes arguments, results and failures through", async () => {
  let calls = 0;
  const counted = decorated(counter, async (call) => {
    calls += 1;
    return await call();
  });
  const { add } = { ...counted };
  assertEquals(await add(1, 2), 3);
  await assertRejects(() => counted.fail(), Error, "full");
  assertEquals(calls, 2);
});

Deno.test("deferred() opens with the first call, and passes everything through", async () => {
  let opened = 0;
  const lazy = deferred<Counter>(() => {
    opened += 1;
    return Promise.resolve(counter);
  });
  assertEquals(opened, 0);
  const { add } = lazy;
  assertEquals(await add(1, 2), 3);
  await assertRejects(() => lazy.fail(), Error, "full");
});

Deno.test("deferred() gives its members without opening, and can itself be awaited", async () => {
  const members = { name: "kept" };
  const lazy = deferred<Counter, typeof members>(() => Promise.reject(new Error("shut")), members);
  assertEquals((await Promise.resolve(lazy)).name, "kept");
  await assertRejects(() => lazy.add(1, 1), Error, "shut");
});

Deno.test("deferred() gives nothing for a method that the object does not have", async () => {
  const lazy = deferred<Counter & { reset?(): Promise<void> }>(() => Promise.resolve(counter));
  assertEquals(await lazy.reset?.(), undefined);
});
