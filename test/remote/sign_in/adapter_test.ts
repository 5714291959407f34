import { assertEquals, assertRejects } from "@std/assert";
import { createAdapter } from "../../../remote/sign_in/adapter.ts";
import type { ProviderAdapter } from "../../../remote/sign_in/provider_shape.ts";
import { createMemorySignIns } from "../../../remote/sign_in_store/open_sign_ins.ts";

const START = 1_790_000_000;
const DAY = 86_400;

/** Adapters over one store, and a clock in seconds. */
function adapters(): {
  readonly of: (kind: string) => ProviderAdapter;
  readonly pass: (seconds: number) => void;
} {
  let now = START * 1000;
  const store = createMemorySignIns(() => now);
  const options = {
    store,
    now: () => now,
    checkClient: () => {},
    usedError: () => new Error("used"),
  };
  return {
    of: (kind) => createAdapter(kind, options),
    pass: (seconds) => void (now += seconds * 1000),
  };
}

Deno.test("createAdapter() keeps a grant and its client as long as there is a refresh token", async () => {
  const { of, pass } = adapters();
  await of("Client").upsert("c", { client_id: "c" });
  await of("Grant").upsert("g", { clientId: "c", exp: START + 90 * DAY }, 90 * DAY);
  pass(80 * DAY);
  const token = { clientId: "c", grantId: "g", exp: START + 170 * DAY };
  await of("RefreshToken").upsert("r", token, 90 * DAY);
  // The provider looks at this itself.
  assertEquals((await of("Grant").find("g"))?.["exp"], START + 170 * DAY);
  pass(89 * DAY);
  assertEquals(await of("Client").find("c"), { client_id: "c" });
  pass(2 * DAY);
  assertEquals([await of("Grant").find("g"), await of("Client").find("c")], [undefined, undefined]);
});

Deno.test("createAdapter() tells what was used up, and ends its grant when it comes again", async () => {
  const { of } = adapters();
  await of("Grant").upsert("g", { clientId: "c" }, DAY);
  await of("AccessToken").upsert("a", { grantId: "g" }, DAY);
  await of("AuthorizationCode").upsert("code", { grantId: "g" }, DAY);
  await of("AuthorizationCode").consume("code");
  assertEquals((await of("AuthorizationCode").find("code"))?.["consumed"], START);
  await assertRejects(() => of("AuthorizationCode").consume("code"), Error, "used");
  assertEquals([await of("AccessToken").find("a"), await of("Grant").find("g")], [
    undefined,
    undefined,
  ]);
});

Deno.test("createAdapter() finds a session by its other name", async () => {
  const { of } = adapters();
  await of("Session").upsert("s", { uid: "u" }, DAY);
  assertEquals(await of("Session").findByUid("u"), { uid: "u" });
  await of("Session").destroy("s");
  assertEquals(await of("Session").findByUid("u"), undefined);
  assertEquals(await of("Session").findByUserCode("u"), undefined);
});

Deno.test("createAdapter() ends with a grant all that was given for it, and nothing else", async () => {
  const { of } = adapters();
  const kinds = ["AccessToken", "AuthorizationCode", "RefreshToken", "Interaction"];
  for (const kind of kinds) {
    await of(kind).upsert("ended", { grantId: "g" }, DAY);
    await of(kind).upsert("other", { grantId: "h" }, DAY);
  }
  await of("AccessToken").revokeByGrantId("g");
  const left = async (id: string): Promise<readonly string[]> => {
    const found = await Promise.all(kinds.map((kind) => of(kind).find(id)));
    return kinds.filter((_, at) => found[at] !== undefined);
  };
  assertEquals([await left("ended"), await left("other")], [["Interaction"], kinds]);
});
