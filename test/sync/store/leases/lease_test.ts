import { assertEquals, assertRejects } from "@std/assert";
import { type Lease, type LeaseRows, Leases } from "../../../../sync/store/lease.ts";
import { VirtualTime } from "../../backends/_virtual_time.ts";

/** Fake lease rows, which record renewals and can make renewals fail or be rejected. */
interface ScriptedRows extends LeaseRows {
  readonly renewedAt: readonly number[];
  renewing: "works" | "fails" | "is refused";
}

function scripted(time: VirtualTime): ScriptedRows {
  const renewedAt: number[] = [];
  const began = time.now();
  return {
    renewedAt,
    renewing: "works",
    tryTake: () => Promise.resolve(7),
    renew(): Promise<boolean> {
      if (this.renewing === "fails") return Promise.reject(new Error("away"));
      renewedAt.push((time.now() - began) / 1_000);
      return Promise.resolve(this.renewing === "works");
    },
    release: () => Promise.resolve(),
  };
}

async function taken(): Promise<{
  readonly time: VirtualTime;
  readonly rows: ScriptedRows;
  readonly lease: Lease;
}> {
  const time = new VirtualTime();
  const rows = scripted(time);
  const leases = new Leases(rows, time.process());
  const lease = await leases.take("change", { ttlMs: 90_000, maxWaitMs: 0 });
  if (lease === null) throw new Error("It was not given");
  return { time, rows, lease };
}

Deno.test("Lease.holdsFor() renews only if the remaining time is too short", async () => {
  const { time, rows, lease } = await taken();
  await time.pass(29_000);
  assertEquals([await lease.holdsFor(60_000), rows.renewedAt], [true, []]);
  assertEquals([await lease.holdsFor(62_000), rows.renewedAt], [true, [29]]);
  assertEquals(await lease.holdsFor(91_000), false);
  await lease.release();
  assertEquals(await lease.holdsFor(1), false);
});

Deno.test("Leases.close() waits until ongoing releases finish, and a lease granted later is released at once", async () => {
  const time = new VirtualTime();
  const [given, back] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
  const returned: number[] = [];
  const tokens = [Promise.resolve(1), given.promise];
  const rows: LeaseRows = {
    ...scripted(time),
    tryTake: () => tokens.shift() ?? Promise.resolve(null),
    release: async (_, token) => {
      await back.promise;
      returned.push(token);
    },
  };
  const leases = new Leases(rows, time.process());
  const wanted = { ttlMs: 90_000, maxWaitMs: 0 };
  const lease = await leases.take("load", wanted);
  const late = assertRejects(() => leases.take("change", wanted), DOMException, "close()");
  const releasing = lease?.release();
  const closing = leases.close().then(() => returned.push(0));
  given.resolve(2);
  await time.pass(0);
  assertEquals(returned, []);
  back.resolve();
  await Promise.all([releasing, closing, late]);
  assertEquals(returned.toSorted(), [0, 1, 2]);
  assertEquals(returned.indexOf(0) > returned.indexOf(1), true);
});

Deno.test("a lease survives a store outage that ends before the lease expires", async () => {
  const { time, rows, lease } = await taken();
  rows.renewing = "fails";
  await time.pass(80_000);
  assertEquals(await lease.holdsFor(35_000), false);
  rows.renewing = "works";
  assertEquals(await lease.holdsFor(35_000), true);
  await lease.release();
});

Deno.test("a lease is lost if a store outage lasts until the lease expires", async () => {
  const { time, rows, lease } = await taken();
  rows.renewing = "fails";
  await time.pass(90_000);
  rows.renewing = "works";
  assertEquals(await lease.holdsFor(1), false);
});
