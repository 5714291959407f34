import { assertEquals, assertThrows } from "@std/assert";
import { SectionReader, SectionWriter } from "../../../sync/sealing/byte_sections.ts";

function written(): { readonly bytes: Uint8Array<ArrayBuffer>; readonly head: Head } {
  const writer = new SectionWriter();
  const head = {
    name: writer.text("caf\u00e9"),
    small: writer.numbers(Uint16Array.of(1, 65_535)),
    empty: writer.text(""),
    large: writer.numbers(Uint32Array.of(4_294_967_295)),
    signed: writer.numbers(Int32Array.of(-5, 7, -2_147_483_648)),
    real: writer.numbers(Float64Array.of(0.1, -1e300)),
    raw: writer.numbers(Uint8Array.of(9, 8, 7)),
  };
  return { bytes: writer.joined(head), head };
}

type Head = Readonly<Record<string, readonly [number, number]>>;

function assertRead(bytes: Uint8Array<ArrayBuffer>, head: Head): void {
  const reader = new SectionReader<Head>(bytes);
  const section = (name: string): readonly [number, number] => reader.head[name] ?? [0, 0];
  assertEquals(reader.head, head);
  assertEquals(reader.text(section("name")), "caf\u00e9");
  assertEquals([...reader.uint16(section("small"))], [1, 65_535]);
  assertEquals(reader.text(section("empty")), "");
  assertEquals([...reader.uint32(section("large"))], [4_294_967_295]);
  assertEquals([...reader.int32(section("signed"))], [-5, 7, -2_147_483_648]);
  assertEquals([...reader.float64(section("real"))], [0.1, -1e300]);
  assertEquals([...reader.bytes(section("raw"))], [9, 8, 7]);
}

Deno.test("sections read as they were written, wherever their bytes lie", () => {
  const { bytes, head } = written();
  assertRead(bytes, head);
  for (const from of [1, 8]) {
    const shifted = new Uint8Array(bytes.length + from);
    shifted.set(bytes, from);
    assertRead(shifted.subarray(from), head);
  }
});

Deno.test("sections begin where numbers of any size can be read", () => {
  const { bytes, head } = written();
  assertEquals(Object.values(head).filter(([from]) => from % 8 !== 0), []);
  assertEquals(bytes.length % 8, 0);
  assertEquals(head["name"], [0, 5]);
  assertEquals(head["small"], [8, 4]);
  assertEquals([head["empty"], head["large"]], [[16, 0], [16, 4]]);
});

Deno.test("a view of numbers is written without what lies beside it", () => {
  const writer = new SectionWriter();
  const section = writer.numbers(Uint16Array.of(1, 2, 3, 4).subarray(1, 3));
  const reader = new SectionReader(writer.joined({}));
  assertEquals([...reader.uint16(section)], [2, 3]);
});

Deno.test("sections are told from other bytes", () => {
  assertEquals(SectionReader.areSections(written().bytes), true);
  assertEquals(SectionReader.areSections(new SectionWriter().joined(0)), true);
  assertEquals(SectionReader.areSections(new TextEncoder().encode('{"rows":[]}')), false);
  assertEquals(SectionReader.areSections(written().bytes.slice(0, 7)), false);
  assertEquals(SectionReader.areSections(written().bytes.slice(0, 8)), true);
  assertEquals(SectionReader.areSections(new Uint8Array()), false);
  const cut = written().bytes.slice(0, 8);
  assertThrows(() => new SectionReader(cut), SyntaxError);
});
