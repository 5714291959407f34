/** What the proxy does with an SQL statement: passes it on, drops it, or drops its response. */
export type Verdict = "pass" | "unheard" | "unanswered";

export interface DatabaseProxy extends AsyncDisposable {
  readonly url: string;
  /** Decides what to do with each statement, given its raw text and its connection number. */
  onStatement: (text: string, connection: number) => Verdict;
  /** Called when the proxy cuts a connection, before either side notices. */
  onCut: () => Promise<void>;
}

const SOCKET = ".s.PGSQL.5432";
const [QUERY, SYNC, READY] = [..."QSZ"].map((letter) => letter.charCodeAt(0));

export async function databaseProxy(url: string): Promise<DatabaseProxy> {
  const folder = await Deno.makeTempDir();
  const { pathname, searchParams } = new URL(url);
  const target = `${searchParams.get("host")}/${SOCKET}`;
  const listener = Deno.listen({ transport: "unix", path: `${folder}/${SOCKET}` });
  const open = new Set<Deno.Conn>();
  const close = (connection: Deno.Conn): void => {
    if (open.delete(connection)) connection.close();
  };
  const closeAll = (): void => [...open].forEach(close);
  let count = 0;
  const connected = async (near: Deno.Conn): Promise<void> => {
    open.add(near);
    count += 1;
    const nth = count;
    try {
      const far = await Deno.connect({ transport: "unix", path: target });
      open.add(far);
      await between({ near, far, nth }, proxy);
      close(far);
    } catch {
      // If one side is gone or never connected, close the other.
    }
    close(near);
  };
  const accepting = (async () => {
    const all: Promise<void>[] = [];
    for await (const near of listener) all.push(connected(near));
    await Promise.all(all);
  })();
  const proxy: DatabaseProxy = {
    url: `postgres://owner@localhost${pathname}?host=${encodeURIComponent(folder)}`,
    onStatement: () => "pass",
    onCut: () => Promise.resolve(),
    async [Symbol.asyncDispose](): Promise<void> {
      listener.close();
      closeAll();
      await accepting;
      await Deno.remove(folder, { recursive: true });
    },
  };
  return proxy;
}

interface Connection {
  readonly near: Deno.Conn;
  readonly far: Deno.Conn;
  readonly nth: number;
}

/** Resolves when the connection has been closed by either side or cut by the proxy. */
async function between({ near, far, nth }: Connection, proxy: DatabaseProxy): Promise<void> {
  let isCut = false;
  const answered = Promise.withResolvers<void>();
  const forth = (async () => {
    let isFirst = true;
    for await (const statement of statementsFrom(near)) {
      // Always forward the first message, which names the user and establishes the connection.
      const verdict = isFirst
        ? "pass"
        : proxy.onStatement(new TextDecoder().decode(statement), nth);
      isFirst = false;
      isCut = verdict !== "pass";
      if (verdict !== "unheard") await writeAll(far, statement);
      if (verdict === "unanswered") await answered.promise;
      if (!isCut) continue;
      await proxy.onCut();
      return;
    }
  })();
  const back = (async () => {
    let tail = new Uint8Array();
    for await (const chunk of chunksFrom(far)) {
      if (!isCut) await writeAll(near, chunk);
      tail = joined(tail, chunk).slice(-6);
      if (isCut && tail[0] === READY) answered.resolve();
    }
  })().finally(answered.resolve);
  // If either direction fails, close both.
  back.catch(() => {});
  forth.catch(() => {});
  await Promise.race([forth, back]);
  if (isCut) await forth;
}

async function* chunksFrom(connection: Deno.Conn): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(65_536);
  for (;;) {
    const count = await connection.read(buffer);
    if (count === null) return;
    yield buffer.slice(0, count);
  }
}

/** For each statement, yields the bytes of its messages, the last of which requests a response. */
async function* statementsFrom(connection: Deno.Conn): AsyncGenerator<Uint8Array> {
  let held = new Uint8Array();
  let isStarted = false;
  for await (const chunk of chunksFrom(connection)) {
    held = joined(held, chunk);
    let from = 0;
    for (;;) {
      // A PostgreSQL client's first message has no type byte.
      const letters = isStarted ? 1 : 0;
      if (held.length < from + letters + 4) break;
      const length = new DataView(held.buffer).getUint32(from + letters);
      if (held.length < from + letters + length) break;
      const letter = held[from];
      from += letters + length;
      if (isStarted && letter !== QUERY && letter !== SYNC) continue;
      isStarted = true;
      yield held.slice(0, from);
      held = held.slice(from);
      from = 0;
    }
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}
