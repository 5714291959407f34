import type { OAuthTokens } from "@modelcontextprotocol/client";
import { assertEquals, assertNotEquals } from "@std/assert";
import { openDatabase } from "../../../postgres.ts";
import type { SqlDatabase } from "../../../sync/store/sql.ts";
import type { SignInDatabase } from "../../../remote/sign_in_store/sign_in_store.ts";
import { ownDatabase } from "../../_own_database.ts";
import { postgresForTests } from "../../_postgres_server.ts";
import { aWorld, refreshed, signedIn, statusWith, type World } from "./_household.ts";

const DAY_MS = 86_400_000;
const server = await postgresForTests("refresh tokens on PostgreSQL");

/** Opens a server with a store of the given kind. The stack closes both. */
async function worldOver(kind: string, stack: AsyncDisposableStack): Promise<World> {
  if (kind === "memory") return stack.use(aWorld());
  if (kind === "a file") {
    const storeFolder = await Deno.makeTempDir();
    stack.defer(() => Deno.remove(storeFolder, { recursive: true }));
    return stack.use(aWorld({ storeFolder }));
  }
  const { url } = stack.use(await ownDatabase(server ?? ""));
  const database = await openDatabase(url);
  stack.defer(() => database.close());
  return stack.use(aWorld({ database }));
}

Deno.test({
  name: "tokens can't be verified while the database is unavailable",
  ignore: server === null,
  fn: async () => {
    await using own = await ownDatabase(server ?? "");
    const database = await openDatabase(own.url);
    const { signIns } = database as unknown as SignInDatabase;
    let isDown = false;
    const { database: shared } = signIns;
    const failing: SqlDatabase = {
      schema: shared.schema,
      now: shared.now,
      all: (statement) =>
        isDown ? Promise.reject(new Error("no connection")) : shared.all(statement),
      transaction: (steps, options) => shared.transaction(steps, options),
    };
    const failingDatabase = { ...database, signIns: { ...signIns, database: failing } };
    {
      await using world = aWorld({ database: failingDatabase });
      const { access_token: access } = await signedIn(world);
      assertEquals(await statusWith(world, access), 200);
      isDown = true;
      assertEquals(await statusWith(world, access), 503);
      isDown = false;
      assertEquals(await statusWith(world, access), 200);
    }
    await database.close();
  },
});

async function mustRefresh(world: World, token: string | undefined): Promise<OAuthTokens> {
  const { answer, tokens } = await refreshed(world, token);
  assertEquals(answer, "200 ok");
  return tokens;
}

for (const kind of ["memory", "a file", ...(server === null ? [] : ["PostgreSQL"])]) {
  Deno.test(`five concurrent refreshes with one token return valid tokens in ${kind}`, async () => {
    await using stack = new AsyncDisposableStack();
    const world = await worldOver(kind, stack);
    const first = await signedIn(world);
    const given = await Promise.all(
      Array.from({ length: 5 }, () => mustRefresh(world, first.refresh_token)),
    );
    assertEquals(new Set(given.map(({ refresh_token: token }) => token)).size, 5);
    // Wait until the first token no longer works, and then use each new token for the first time.
    world.pass(61_000);
    for (const { access_token: access, refresh_token: refresh } of given) {
      assertEquals(await statusWith(world, access), 200);
      const next = await mustRefresh(world, refresh);
      assertEquals(await statusWith(world, next.access_token), 200);
    }
  });

  Deno.test(`a used refresh token works for another 60 seconds, and then its use revokes the grant in ${kind}`, async () => {
    await using stack = new AsyncDisposableStack();
    const world = await worldOver(kind, stack);
    const first = await signedIn(world);
    const lost = await mustRefresh(world, first.refresh_token);
    world.pass(59_999);
    const repeated = await mustRefresh(world, first.refresh_token);
    assertNotEquals(repeated.refresh_token, lost.refresh_token);
    assertEquals(await statusWith(world, repeated.access_token), 200);
    // The minute began with the token's first use, not with its second.
    world.pass(1);
    assertEquals((await refreshed(world, first.refresh_token)).answer, "400 invalid_grant");
    for (const { access_token: access, refresh_token: refresh } of [first, lost, repeated]) {
      assertEquals(await statusWith(world, access), 401);
      assertEquals((await refreshed(world, refresh)).answer, "400 invalid_grant");
    }
  });

  Deno.test(`the replay of a used refresh token is detected for 24 hours in ${kind}`, async () => {
    await using stack = new AsyncDisposableStack();
    const world = await worldOver(kind, stack);
    const [watched, left] = [await signedIn(world), await signedIn(world)];
    const [next, other] = [
      await mustRefresh(world, watched.refresh_token),
      await mustRefresh(world, left.refresh_token),
    ];
    world.pass(DAY_MS - 1);
    assertEquals((await refreshed(world, watched.refresh_token)).answer, "400 invalid_grant");
    assertEquals((await refreshed(world, next.refresh_token)).answer, "400 invalid_grant");
    world.pass(1);
    assertEquals((await refreshed(world, left.refresh_token)).answer, "400 invalid_grant");
    await mustRefresh(world, other.refresh_token);
  });
}
