import { assert, assertEquals } from "@std/assert";
import { seededRandom } from "../../../domain/base/statistics.ts";
import { times } from "../../_runs.ts";
import { messageRequest } from "../http/_asking_handler.ts";
import { KNOWN_CLIENT } from "../sign_in/_client_documents.ts";
import { hostedTest, signedIn } from "./_hosted_world.ts";
import { MCP, post } from "../sign_in/_household.ts";

/** Number of times that YNAB's tokens expire. */
const ROUNDS = times(12);
/** Longer than the lifetime of YNAB's access tokens. */
const ROUND_MS = 7_260_000;
/** Tools that read different collections, so that no call waits for another call's read. */
const TOOLS = ["list_accounts", "list_payees", "get_category_balances"];

const random = seededRandom(41);
let refreshes = 0;
let lost = 0;
let isLosing = false;

hostedTest(
  "three replicas refresh a vault's tokens once, and lost responses sign no user out",
  async (world) => {
    const replicas = [0, await world.addReplica(), await world.addReplica()];
    const form = new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: (await signedIn(world, "ana")).tokens()?.refresh_token ?? "",
      client_id: KNOWN_CLIENT,
    });
    for (let round = 0; round < ROUNDS; round++) {
      world.clock.ms += ROUND_MS;
      const { body } = await post(world, "/token", form);
      form.set("refresh_token", String(body["refresh_token"]));
      const failed = async (replica: number): Promise<boolean> => {
        const params = { name: TOOLS[replica], arguments: {} };
        const request = messageRequest(String(body["access_token"]), {
          method: "tools/call",
          params,
        }, { url: MCP });
        const response = await world.ask(request, replica);
        assertEquals(response.status, 200);
        return /"isError":true/u.test(await response.text());
      };
      const before = refreshes;
      // Every second round, no response is lost.
      isLosing = round % 2 === 1;
      let open = [...replicas, ...replicas];
      for (let tries = 0; open.length > 0; tries++) {
        assert(tries < 20, "a replica never got an answer");
        const outcomes = await Promise.all(open.map(failed));
        open = open.filter((_, at) => outcomes[at]);
      }
      if (!isLosing) assertEquals(refreshes - before, 1);
    }
    assert(lost > 2, String(lost));
  },
  {
    fetch: (ynab) => async (input, init) => {
      const response = await ynab.fetch(input, init);
      if (!String(input).endsWith("/oauth/token")) return response;
      refreshes += 1;
      if (!isLosing || random() < 0.4) return response;
      lost += 1;
      throw new TypeError("The response was lost");
    },
  },
);
