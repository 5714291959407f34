/** Runs synchronous code with UUIDs generated from a seed. */
export function withCountedIds<Result>(seed: number, run: () => Result): Result {
  const random = Object.getOwnPropertyDescriptor(crypto, "randomUUID");
  let count = 0;
  Object.defineProperty(crypto, "randomUUID", {
    configurable: true,
    value: () => madeUpId(seed * MAX_IDS + count++),
  });
  try {
    return run();
  } finally {
    if (random === undefined) Reflect.deleteProperty(crypto, "randomUUID");
    else Object.defineProperty(crypto, "randomUUID", random);
  }
}

/** Number of UUIDs available to each request; none generates as many. */
const MAX_IDS = 1000;

/** Varies the first eight characters, because short ids contain only those. */
function madeUpId(number: number): string {
  const spread = Math.imul(number, 0x9e3779b1) >>> 0;
  return `${spread.toString(16).padStart(8, "0")}-1d1d-4000-8000-${
    number.toString(16).padStart(12, "0")
  }`;
}
