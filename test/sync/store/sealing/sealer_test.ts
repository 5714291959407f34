import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import {
  associatedWithCollection,
  associatedWithMonth,
  associatedWithReservedIds,
  collectionPseudonym,
  monthPseudonyms,
  planPseudonym,
} from "../../../../sync/store/sealing/pseudonyms.ts";
import { createSealer, type Sealer, SealError } from "../../../../sync/store/sealing/sealer.ts";

const mine = { secret: "a-token", baseUrl: "https://api.example.com" };
const bytes = new TextEncoder().encode("rent");

/** Sealers that must have nothing in common with mine. */
const others = [
  { ...mine, secret: "other" },
  { ...mine, baseUrl: "https://other.example.com" },
  { ...mine, subject: "me" },
  { ...mine, subject: "you" },
  { ...mine, subject: "" },
];

Deno.test("what is sealed can be opened by whoever has the same secret, and was written by it", async () => {
  const sealed = await (await createSealer(mine)).seal(bytes, "memo");
  assertEquals(sealed.length, 12 + bytes.length + 16);
  assertEquals(await (await createSealer(mine)).open(sealed, "memo"), bytes);
});

Deno.test("nothing is sealed alike twice", async () => {
  const sealer = await createSealer(mine);
  assertNotEquals(await sealer.seal(bytes, "memo"), await sealer.seal(bytes, "memo"));
});

Deno.test("what is sealed opens to nobody else, as nothing else and not when it was changed", async () => {
  const sealer = await createSealer(mine);
  const sealed = await sealer.seal(bytes, "memo");
  const failing: (readonly [Sealer, Uint8Array<ArrayBuffer>, string])[] = [
    [sealer, sealed, "note"],
    [sealer, sealed.slice(0, -1), "memo"],
    [sealer, sealed.slice(0, 5), "memo"],
  ];
  for (const at of [0, 12, sealed.length - 1]) {
    failing.push([sealer, sealed.map((byte, nth) => nth === at ? byte ^ 1 : byte), "memo"]);
  }
  for (const other of others) failing.push([await createSealer(other), sealed, "memo"]);
  for (const [opener, what, as] of failing) {
    const error = await assertRejects(() => opener.open(what, as), SealError);
    assertEquals(`${error}`, "SealError: What was kept can't be opened");
    assert(error.cause instanceof Error);
  }
});

Deno.test("owners and names are the same for one secret, and of no use to others", async () => {
  const sealers = await Promise.all([mine, ...others].map(createSealer));
  const again = await createSealer(mine);
  assertEquals(again.owner, sealers[0]?.owner);
  assertEquals(await again.pseudonymOf("x"), await sealers[0]?.pseudonymOf("x"));
  const names = await Promise.all(sealers.flatMap((one) => [
    Promise.resolve(one.owner),
    one.pseudonymOf("x"),
    one.pseudonymOf("y"),
    one.tagOf("x"),
    one.tagOf("y"),
  ]));
  assertEquals(new Set(names).size, names.length);
  assertEquals(names.filter((name) => !/^[0-9a-f]{32}$/u.test(name)), []);
});

Deno.test("plans, collections and months have names of their own", async () => {
  const sealer = await createSealer(mine);
  const named = await Promise.all([
    planPseudonym(sealer, "p"),
    planPseudonym(sealer, "q"),
    collectionPseudonym(sealer, { planId: "p", name: "accounts" }),
    collectionPseudonym(sealer, { planId: "p", name: "payees" }),
    collectionPseudonym(sealer, { planId: "q", name: "accounts" }),
    ...["2026-03-01", "2026-04-01"].map(async (month) =>
      (await monthPseudonyms(sealer, { planId: "p", month })).name
    ),
    monthPseudonyms(sealer, { planId: "q", month: "2026-03-01" }).then(({ name }) => name),
  ]);
  assertEquals(new Set(named).size, named.length);
  const { plan } = await monthPseudonyms(sealer, { planId: "p", month: "2026-03-01" });
  assertEquals(plan, named[0]);
});

Deno.test("what is sealed of a plan is bound to what it is", () => {
  const bound = [
    associatedWithCollection({ planId: "p", name: "accounts" }, "state"),
    associatedWithCollection({ planId: "p", name: "accounts" }, "part"),
    associatedWithCollection({ planId: "p", name: "payees" }, "state"),
    associatedWithCollection({ planId: "q", name: "accounts" }, "state"),
    associatedWithMonth({ planId: "p", month: "2026-03-01" }),
    associatedWithMonth({ planId: "p", month: "2026-04-01" }),
    associatedWithMonth({ planId: "q", month: "2026-03-01" }),
    associatedWithReservedIds("p"),
    associatedWithReservedIds("q"),
  ];
  assertEquals(new Set(bound).size, bound.length);
});
