import { assertEquals, assertRejects } from "@std/assert";
import { UnverifiableError } from "../../../remote/principal.ts";
import { type OwnSignIn, ownSignIn } from "../../../remote/sign_in/own_sign_in.ts";
import { openSignIns } from "../../../remote/sign_in_store/open_sign_ins.ts";
import type { SignInStore } from "../../../remote/sign_in_store/sign_in_store.ts";

interface Household {
  readonly signIn: OwnSignIn;
  /** How many stores have been opened, and how many of them closed again. */
  readonly counts: { opened: number; closed: number };
  readonly errors: readonly string[];
}

/** A sign-in whose store fails so many times to open, and then as often to give its key. */
function aSignIn(failing: { opens: number; keys: number }): Household {
  const counts = { opened: 0, closed: 0 };
  const errors: string[] = [];
  const signIn = ownSignIn({
    publicUrl: "https://budget.example.com",
    resource: "https://budget.example.com/mcp",
    hosts: [],
    isOwner: () => Promise.resolve(null),
    fail: () => false,
    isWriteAllowed: false,
    openStore: async () => {
      if (failing.opens-- > 0) throw new TypeError("no connection");
      counts.opened += 1;
      const where = { folder: null, secret: "a", baseUrl: "https://api.example.com" };
      const store = await openSignIns({ ...where, now: Date.now, onNote: () => {} });
      const keyless: Partial<SignInStore> = failing.keys-- > 0
        ? { secretFor: () => Promise.reject(new RangeError("no connection")) }
        : {};
      const close = (): Promise<void> => Promise.resolve(void (counts.closed += 1));
      return { ...store, ...keyless, close };
    },
    now: Date.now,
    onError: (name) => errors.push(name),
    onUnreadable: () => {},
  });
  return { signIn, counts, errors };
}

const asked = (): Request => new Request("https://budget.example.com/authorize");

Deno.test("ownSignIn() reopens its store after a failure", async () => {
  const { signIn, counts, errors } = aSignIn({ opens: 2, keys: 0 });
  await assertRejects(() => signIn.answer(asked(), "", "127.0.0.1"), TypeError);
  await assertRejects(() => signIn.verify("a-token"), UnverifiableError);
  assertEquals(await signIn.verify("a-token"), null);
  const { status } = await signIn.answer(asked(), "", "127.0.0.1");
  assertEquals([status, errors, counts.opened], [400, ["TypeError"], 1]);
  await signIn.close();
  assertEquals(counts.closed, 1);
});

Deno.test("ownSignIn() closes a store that returned no key and opens another", async () => {
  const { signIn, counts } = aSignIn({ opens: 0, keys: 1 });
  await assertRejects(() => signIn.verify("a-token"), UnverifiableError);
  assertEquals(counts, { opened: 1, closed: 1 });
  assertEquals(await signIn.verify("a-token"), null);
  await signIn.close();
  assertEquals(counts, { opened: 2, closed: 2 });
});

Deno.test("ownSignIn() closes when its store was never available", async () => {
  const { signIn, counts } = aSignIn({ opens: 2, keys: 0 });
  const preparing = assertRejects(() => signIn.prepare(), TypeError);
  await signIn.close();
  await preparing;
  assertEquals(counts.closed, 0);
  await assertRejects(() => signIn.verify("a-token"), UnverifiableError);
});
