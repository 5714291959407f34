import { assertEquals, assertMatch } from "@std/assert";
import { postgresForTests } from "../_postgres_server.ts";
import type { ToolResult } from "../remote/http/_asking_handler.ts";
import { Clients } from "./_clients.ts";
import { aHousehold } from "./_topology.ts";
import { HTTP_TOKEN } from "../remote/http/_demo_options.ts";

const url = await postgresForTests("a replica that is killed in a change");
const NOTE = "A change to this plan may be in progress; these figures may not include it";

const textOf = ({ content: [block] }: ToolResult): string => block?.text ?? "";

Deno.test({
  name: "a replica killed during a change is replaced by another's cache and answer to the code",
  ignore: url === null,
  fn: async () => {
    await using household = await aHousehold(url ?? "");
    await using victim = await household.startReplica("replica-1");
    await using other = await household.startReplica("replica-2");
    const clients = new Clients(HTTP_TOKEN);
    const search = { limit: 5 };
    const before = await clients.call(other.url, "find_transactions", search);
    const [row] = (before.structuredContent as {
      readonly transactions: readonly { readonly transaction_id: string }[];
    }).transactions;
    const flags = [{ transaction_id: row?.transaction_id, color: "purple" }];
    const preview = await clients.call(victim.url, "flag_transactions", { flags });
    const { confirmation } = preview.structuredContent ?? {};

    const [reached, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    household.onWrite(async () => {
      reached.resolve();
      await over.promise;
    });
    const change = clients.call(victim.url, "flag_transactions", { flags, confirmation });
    change.catch(() => {});
    await reached.promise;
    victim.signal("SIGKILL");
    await victim.ended();
    household.upstream.clearRequests();

    const again = await clients.call(other.url, "flag_transactions", { flags, confirmation });
    assertMatch(textOf(again), /already used.* started .* may have been interrupted/u);
    const read = await clients.call(other.url, "find_transactions", search);
    assertEquals(read.structuredContent, { ...before.structuredContent, note: NOTE });
    const next = await clients.call(other.url, "find_transactions", { limit: 3 });
    assertEquals(next.structuredContent?.["note"], NOTE);
    assertEquals(household.upstream.requests, []);
    over.resolve();
  },
});
