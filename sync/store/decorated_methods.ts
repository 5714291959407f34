/**
 * Decorators of whole interfaces: something runs around every method, so that nobody lists
 * the methods by hand.
 *
 * @module
 */

/** Methods that each give a promise, or may give one. */
export type Methods<Interface> = {
  readonly [Name in keyof Interface]: (...args: never[]) => unknown;
};

/** Runs a call, and gives its result. */
export type Around = <Result>(call: () => Result | Promise<Result>) => Promise<Result>;

type Method = (...args: readonly unknown[]) => unknown;

/**
 * Decorates every method of an object: each gives a promise then.
 *
 * @param methods An object that holds its methods itself.
 * @param around Runs around every call.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * let calls = 0;
 * const maths = { double: (of: number): Promise<number> => Promise.resolve(2 * of) };
 * const counted = decorated(maths, async (call) => (calls++, await call()));
 * assertEquals([await counted.double(4), calls], [8, 1]);
 * ```
 */
export function decorated<Interface extends Methods<Interface>>(
  methods: Interface,
  around: Around,
): Interface {
  const each = Object.entries<Method>(methods as object as Readonly<Record<string, Method>>).map((
    [name, method],
  ) => [
    name,
    (...args: readonly unknown[]) => around(() => method(...args)),
  ]);
  return Object.fromEntries(each);
}

/**
 * Defers an object until one of its methods is called: a lazy proxy. It has no keys, so it
 * can't be spread into another object.
 *
 * @param open Gives the object, the same each time.
 * @param members What is there before the object is.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const open = () => Promise.resolve({ double: (of: number) => Promise.resolve(2 * of) });
 * assertEquals(await deferred(open).double(4), 8);
 * ```
 */
export function deferred<Interface extends Methods<Interface>, Members extends object = object>(
  open: () => Promise<Interface>,
  members: Members = {} as Members,
): Interface & Members {
  const get = (held: object, name: string | symbol): unknown => {
    if (Object.hasOwn(held, name)) return Reflect.get(held, name);
    // Whoever awaits the object itself must not find a promise.
    if (name === "then" || typeof name === "symbol") return undefined;
    return async (...args: readonly unknown[]): Promise<unknown> => {
      const methods = await open() as unknown as Readonly<Record<string, Method>>;
      return await methods[name]?.(...args);
    };
  };
  return new Proxy(members, { get }) as Interface & Members;
}
