/** Methods that each give a promise, or may give one. */
export type Methods<Interface> = {
  readonly [Name in keyof Interface]: (...args: never[]) => unknown;
};

/** Runs a call, and gives its result. */
export type Around = <Result>(call: () => Result | Promise<Result>) => Promise<Result>;

type Method = (...args: readonly unknown[]) => unknown;

/** Decorates every method of an object: each gives a promise then. */
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
