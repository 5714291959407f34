/**
 * Fingerprints a text with the 64-bit FNV-1a hash
 * (Fowler, Noll, Vo: http://www.isthe.com/chongo/tech/comp/fnv/).
 */
export function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(36);
}
