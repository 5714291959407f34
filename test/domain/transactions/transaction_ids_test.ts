import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  ID_WORDS,
  prefixNumber,
  readId,
  writeId,
} from "../../../domain/transactions/transaction_ids.ts";

const ID = "0a1b2c3d-4e5f-4678-9abc-def012345678";

Deno.test("writeId() and readId() give every UUID back, beside others", () => {
  fc.assert(fc.property(fc.array(fc.uuid(), { maxLength: 5 }), (ids) => {
    const words = new Uint32Array(ids.length * ID_WORDS);
    for (const [at, id] of ids.entries()) assertEquals(writeId(id, words, at * ID_WORDS), true);
    assertEquals(ids.map((_, at) => readId(words, at * ID_WORDS)), ids);
  }));
  for (const id of [ID, ID.replaceAll(/[0-9a-f]/gu, "0"), ID.replaceAll(/[0-9a-f]/gu, "f")]) {
    const words = new Uint32Array(ID_WORDS);
    assertEquals([writeId(id, words, 0), readId(words, 0)], [true, id]);
  }
});

Deno.test("ids as numbers sort as their texts do", () => {
  fc.assert(fc.property(fc.uuid(), fc.uuid(), (one, other) => {
    const words = new Uint32Array(2 * ID_WORDS);
    writeId(one, words, 0);
    writeId(other, words, ID_WORDS);
    const differing = [0, 1, 2, 3].find((word) => words[word] !== words[ID_WORDS + word]);
    const isBefore = differing !== undefined &&
      (words[differing] as number) < (words[ID_WORDS + differing] as number);
    assertEquals(isBefore, one < other);
  }));
});

Deno.test("writeId() writes nothing of what is no UUID in small letters, wherever it differs", () => {
  const others = ["", "t1", `${ID}0`, ID.slice(1), ID.toUpperCase(), ID.replaceAll("-", "0")];
  for (let at = 0; at < ID.length; at++) {
    for (const other of ["g", "/", ":", "`", "A", "\u00e9", "-", "_"]) {
      if (ID[at] !== other) others.push(ID.slice(0, at) + other + ID.slice(at + 1));
    }
  }
  for (const other of others) {
    const words = new Uint32Array(ID_WORDS);
    assertEquals([writeId(other, words, 0), [...words]], [false, [0, 0, 0, 0]], other);
  }
});

Deno.test("prefixNumber() reads eight digits, and nothing else", () => {
  assertEquals(prefixNumber(ID), 0x0a1b2c3d);
  assertEquals([prefixNumber("ffffffff"), prefixNumber("00000000-1")], [0xffffffff, 0]);
  for (const none of ["", "0a1b2c3", "0a1b2c3-", "g0000000", "0000000G", "account-1"]) {
    assertEquals(prefixNumber(none), null, none);
  }
});
