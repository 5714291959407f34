import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { createSealer, type Sealer, SealError } from "../../../../sync/store/sealer.ts";

const mine = { secret: "a-token", baseUrl: "https://api.example.com" };
const bytes = new TextEncoder().encode("rent");

/** Sealers whose keys must all differ. */
const others = [
  { ...mine, secret: "other" },
  { ...mine, baseUrl: "https://other.example.com" },
];

Deno.test("open() decrypts data that was sealed with the same secret", async () => {
  const sealed = await (await createSealer(mine)).seal(bytes, "memo");
  assertEquals(sealed.length, 12 + bytes.length + 16);
  assertEquals(await (await createSealer(mine)).open(sealed, "memo"), bytes);
});

Deno.test("seal() never returns the same bytes twice for the same data", async () => {
  const sealer = await createSealer(mine);
  assertNotEquals(await sealer.seal(bytes, "memo"), await sealer.seal(bytes, "memo"));
});

Deno.test("open() rejects data that was tampered with, or that was sealed with a different secret or for a different purpose", async () => {
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
    assertEquals(`${error}`, "SealError: The stored data can't be opened");
    assert(error.cause instanceof Error);
  }
});

Deno.test("two sealers have the same owner and pseudonyms if and only if their secrets and base URLs are the same", async () => {
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

Deno.test("createSealer() derives the same keys from a token as version 1.0 did", async () => {
  const { owner } = await createSealer({
    secret: "a-token",
    baseUrl: "https://api.example.com/v1",
  });
  // This is the owner's id in older_store.json, a store that version 1.0 wrote.
  assertEquals(owner, "1026a859ff7a37e6ccbd635f6dc335f1");
});
