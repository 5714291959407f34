import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { IdIndex, SHORTEST_PREFIX } from "../../../domain/references/id_index.ts";

const ONE = "0a1b2c3d-0000-4000-8000-000000000001";

/** An index of some ids. */
function indexOf(...ids: readonly string[]): IdIndex {
  const index = new IdIndex();
  for (const id of ids) index.add(id);
  return index;
}

Deno.test("shorten() gives the first eight characters of an id that shares them with none", () => {
  assertEquals(SHORTEST_PREFIX, 8);
  assertEquals(indexOf(ONE, "ffffffff-0000-4000-8000-000000000001").shorten(ONE), "0a1b2c3d");
});

Deno.test("shorten() gives one character more than another id shares", () => {
  const other = "0a1b2c3d-0000-4000-9000-000000000001";
  assertEquals(indexOf(ONE, other).shorten(ONE), "0a1b2c3d-0000-4000-8");
  assertEquals(indexOf(ONE, other).shorten(other), "0a1b2c3d-0000-4000-9");
});

Deno.test("shorten() gives the whole id where only its last character differs", () => {
  const other = "0a1b2c3d-0000-4000-8000-000000000002";
  assertEquals(indexOf(ONE, other).shorten(ONE), ONE);
});

Deno.test("shorten() heeds the longest of several shared beginnings", () => {
  const index = indexOf(
    ONE,
    "0a1b2c3d-f000-4000-8000-000000000001",
    "0a1b2c3d-0000-4000-9000-000000000001",
  );
  assertEquals(index.shorten(ONE), "0a1b2c3d-0000-4000-8");
});

Deno.test("shorten() takes an id that was added twice for one", () => {
  assertEquals(indexOf(ONE, ONE, ONE).shorten(ONE), "0a1b2c3d");
  const other = "0a1b2c3d-f000-4000-8000-000000000001";
  assertEquals(indexOf(ONE, other, ONE, other).shorten(ONE), "0a1b2c3d-0");
});

Deno.test("shorten() gives a row that a schedule entered its whole id", () => {
  const id = `${ONE}_2024-03-01`;
  assertEquals(indexOf(id).shorten(id), id);
});

Deno.test("shorten() gives the whole id of a schedule that has entered rows", () => {
  assertEquals(indexOf(ONE, `${ONE}_2024-03-01`, `${ONE}_2024-04-01`).shorten(ONE), ONE);
});

Deno.test("shorten() gives every id that is no plain UUID whole", () => {
  for (const id of ["short", ONE.toUpperCase(), `${ONE}0`, ONE.replaceAll("-", ""), ""]) {
    assertEquals(indexOf(id).shorten(id), id);
  }
});

Deno.test("shorten() gives an id whole that was never added: nobody would remember it", () => {
  assertEquals(indexOf("0a1b2c3d-f000-4000-8000-000000000001").shorten(ONE), ONE);
  assertEquals(indexOf().shorten(ONE), ONE);
});

Deno.test("sharing() gives every id that begins with a prefix", () => {
  const other = "0a1b2c3d-f000-4000-8000-000000000001";
  const index = indexOf(ONE, other, "ffffffff-0000-4000-8000-000000000001");
  assertEquals(index.sharing("0a1b2c3d"), [ONE, other]);
  assertEquals(index.sharing("0a1b2c3d-f"), [other]);
  assertEquals(index.sharing("0a1b2c3e"), []);
});

// Few different digits, so that many ids share long beginnings.
const digits = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom("0", "1"), minLength: length, maxLength: length });
const someUuid = fc.tuple(
  fc.constantFrom("00000000", "00000001"),
  fc.constantFrom("0000", "0001"),
  fc.constantFrom("4000", "4001"),
  fc.constantFrom("8000", "8001"),
  digits(2).map((end) => `0000000000${end}`),
).map((parts) => parts.join("-"));
const someId = fc.oneof(
  { weight: 4, arbitrary: someUuid },
  someUuid.map((id) => `${id}_2024-03-01`),
  fc.constantFrom("a", "checking-account", "00000000"),
);

Deno.test("shorten() gives a beginning that no other id ever added shares", () => {
  fc.assert(fc.property(fc.uniqueArray(someId, { maxLength: 20 }), (ids) => {
    const index = indexOf(...ids);
    for (const id of ids) {
      const short = index.shorten(id);
      assert(id.startsWith(short));
      const isWhole = short === id;
      const sharing = ids.filter((other) => other !== id && other.startsWith(short));
      assert(isWhole || sharing.length === 0, `${short} of ${id}: ${sharing}`);
    }
  }));
});

Deno.test("shorten() gives no more characters than it must", () => {
  fc.assert(fc.property(fc.uniqueArray(someUuid, { maxLength: 20 }), (ids) => {
    const index = indexOf(...ids);
    for (const id of ids) {
      const short = index.shorten(id);
      const shorter = short.slice(0, -1);
      const isNeeded = ids.some((other) => other !== id && other.startsWith(shorter));
      assert(short.length === 8 || isNeeded);
    }
  }));
});

Deno.test("shorten() gives the same whatever the order in which ids were added", () => {
  fc.assert(fc.property(fc.uniqueArray(someId, { maxLength: 10 }), (ids) => {
    const [forward, backward] = [indexOf(...ids), indexOf(...ids.toReversed())];
    for (const id of ids) assertEquals(forward.shorten(id), backward.shorten(id));
  }));
});

const DIGITS = "0123456789abcdef";

/** Ids whose first eight characters are all different: counted up, and spread by a factor. */
function manyIds(count: number, factor = 1): readonly string[] {
  return Array.from({ length: count }, (_, at) => {
    const number = (at * factor) % 2 ** 32;
    return `${number.toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`;
  });
}

Deno.test("an index tells thousands of ids apart, with room made for them or without", () => {
  for (const all of [manyIds(3_000), manyIds(3_000, 2_654_435_761)]) {
    for (const room of [0, 1, 600, 3_000, 10_000]) {
      const index = indexOf(all[0] as string);
      index.expect(room);
      for (const id of all) index.add(id);
      assertEquals(all.filter((id) => index.shorten(id) !== id.slice(0, 8)), []);
      assertEquals(all.filter((id) => index.sharing(id.slice(0, 8)).join() !== id), []);
    }
  }
});

Deno.test("an index makes room again after it was full, and keeps what it had", () => {
  const [first, second] = [manyIds(2_000), manyIds(4_000).slice(2_000)];
  const index = indexOf(...first);
  index.expect(second.length);
  for (const id of second) index.add(id);
  const all = [...first, ...second];
  assertEquals(all.filter((id) => index.sharing(id.slice(0, 8)).join() !== id), []);
});

Deno.test("an index tells each of the first eight digits apart", () => {
  for (let place = 0; place < 8; place++) {
    const all = [...DIGITS].map((digit) =>
      `${"7".repeat(place)}${digit}${"7".repeat(7 - place)}-0000-4000-8000-000000000000`
    );
    const index = indexOf(...all);
    assertEquals(all.map((id) => index.sharing(id.slice(0, 8))), all.map((id) => [id]));
  }
});

Deno.test("sharing() finds ids that are no number, of any kind, and nothing beside digits", () => {
  const odd = ["0000000:-1", "0000000/-1", "0000000g-1", "0000000`-1", "0000000A-1"];
  const index = indexOf(...odd, "0000000a-0000-4000-8000-000000000000");
  assertEquals(odd.map((id) => index.sharing(id.slice(0, 8))), odd.map((id) => [id]));
  assertEquals(index.sharing("0000000a"), ["0000000a-0000-4000-8000-000000000000"]);
});

Deno.test("a source's ids are as good as the index's own", () => {
  const other = "0a1b2c3d-f000-4000-8000-000000000001";
  const asked: string[] = [];
  const index = indexOf(ONE);
  index.alsoIn({
    idsSharing: (prefix) => {
      asked.push(prefix);
      return [ONE, other].filter((id) => id.startsWith(prefix));
    },
  });
  assertEquals(index.shorten(other), "0a1b2c3d-f");
  assertEquals(index.shorten(ONE), "0a1b2c3d-0");
  assertEquals(index.sharing("0a1b2c3d"), [ONE, other]);
  assertEquals(index.sharing("0a1b2c3d-f"), [other]);
  // A source is asked by eight characters, and not at all by fewer.
  assertEquals(new Set(asked), new Set(["0a1b2c3d"]));
  asked.length = 0;
  assertEquals([index.sharing("0a1b2c3"), asked], [[], []]);
});
