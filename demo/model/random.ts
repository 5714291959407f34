export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  fraction(): number;
  /** Returns an integer from `lowest` to `highest`, inclusive. */
  integer(lowest: number, highest: number): number;
  /** Returns `true` with the given probability. */
  chance(probability: number): boolean;
  /** Returns a random element of a list, which must not be empty. */
  pick<Item>(items: readonly Item[]): Item;
  uuid(): string;
}

/** Creates a pseudo-random sequence from a key. The generator is sfc32 by Chris Doty-Humphrey. */
export function randomFrom(key: string): Random {
  return generator(mixed(OFFSETS, key));
}

type Words = readonly [number, number, number, number];

const OFFSETS: Words = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35];

function generator(words: Words): Random {
  let [a, b, c, counter] = words;
  const word = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum | 0;
    return sum >>> 0;
  };
  // Discard the first few numbers, because they aren't random enough yet.
  for (let round = 0; round < 12; round++) word();
  const fraction = (): number => word() / 0x1_0000_0000;
  return {
    fraction,
    integer: (lowest, highest) => lowest + Math.floor(fraction() * (highest - lowest + 1)),
    chance: (probability) => fraction() < probability,
    pick: <Item>(items: readonly Item[]): Item => {
      if (items.length === 0) throw new RangeError("Cannot pick from an empty list");
      return items[Math.floor(fraction() * items.length)] as Item;
    },
    uuid: () => uuidOf([word(), word(), word(), word()]),
  };
}

/** Formats 128 bits as a version 4, variant 1 UUID. */
function uuidOf([first, second, third, fourth]: Words): string {
  const hex = (value: number): string => value.toString(16).padStart(8, "0");
  const middle = hex(((second & 0xffff0fff) | 0x4000) >>> 0);
  const tail = hex(((third & 0x3fffffff) | 0x80000000) >>> 0);
  return `${hex(first)}-${middle.slice(0, 4)}-${middle.slice(4)}-${tail.slice(0, 4)}-${
    tail.slice(4)
  }${hex(fourth)}`;
}

/** Hashes a string into four words with a variant of FNV-1a that uses four offsets. */
function mixed(words: Words, text: string): Words {
  let [first, second, third, fourth] = words;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca77) ^ (first >>> 13);
    third = Math.imul(third ^ code, 0xc2b2ae3d) ^ (second >>> 15);
    fourth = Math.imul(fourth ^ code, 0x27d4eb2f) ^ (third >>> 16);
  }
  return [first | 0, second | 0, third | 0, fourth | 0];
}
