import { assert, assertEquals } from "@std/assert";
import { seededRandom } from "../../../domain/base/statistics.ts";
import { times } from "../../_runs.ts";
import { messageRequest, resultOf, type ToolResult } from "../http/_asking_handler.ts";
import { KNOWN_CLIENT } from "../sign_in/_client_documents.ts";
import { MCP, post } from "../sign_in/_household.ts";
import {
  hostedTest,
  type HostedWorld,
  type HostedWorldOptions,
  signedIn,
} from "./_hosted_world.ts";

/** Total number of refreshes. */
const REFRESHES = times(15);
/** Longer than the lifetime of an access token. */
const ROUND_MS = 7_260_000;

/** Sends a program's refresh token. Returns the new tokens. */
async function renewed(
  world: HostedWorld,
  token = "",
): Promise<{ readonly access: string; readonly refresh: string }> {
  const { body } = await post(
    world,
    "/token",
    new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: token,
      client_id: KNOWN_CLIENT,
    }),
  );
  return { access: String(body["access_token"]), refresh: String(body["refresh_token"]) };
}

/** Calls a tool that reads from YNAB. Returns whether YNAB answered. */
async function isAnswered(world: HostedWorld, token: string, replica: number): Promise<boolean> {
  const params = { name: "list_accounts", arguments: {} };
  const request = messageRequest(token, { method: "tools/call", params }, { url: MCP });
  const response = await world.ask(request, replica);
  assertEquals(response.status, 200, "the user was signed out");
  const { isError = false } = await resultOf(response) as unknown as ToolResult;
  return !isError;
}

/** Counts refreshes at YNAB, and passes on only the responses that aren't lost. */
function refreshing(
  exchange: (send: () => Promise<Response>) => Promise<Response>,
): HostedWorldOptions {
  return {
    fetch: (ynab) => async (input, init) => {
      const send = (): Promise<Response> => ynab.fetch(input, init);
      const isRefresh = String(init?.body).includes("grant_type=refresh_token");
      return isRefresh ? await exchange(send) : await send();
    },
  };
}

const random = seededRandom(41);
let [refreshes, lost] = [0, 0];
hostedTest(
  "three replicas refresh a vault's tokens despite lost responses, and no user is signed out",
  async (world) => {
    let { refresh_token: refresh } = (await signedIn(world, "ana")).tokens() ?? {};
    const replicas = [0, await world.addReplica(), await world.addReplica()];
    while (refreshes < REFRESHES) {
      world.clock.ms += ROUND_MS;
      const tokens = await renewed(world, refresh);
      refresh = tokens.refresh;
      for (let open = replicas, tries = 0; open.length > 0; tries++) {
        assert(tries < 20, "a replica never got an answer");
        const ends = await Promise.all(open.map((one) => isAnswered(world, tokens.access, one)));
        open = open.filter((_, at) => !ends[at]);
      }
    }
    assert(lost > 0, `${lost} of ${refreshes} lost`);
  },
  refreshing(async (send) => {
    const [isSent, isLost] = [random() > 0.1, random() < 0.2];
    if (!isSent) throw new TypeError("The connection failed");
    const response = await send();
    refreshes += 1;
    if (!isLost) return response;
    lost += 1;
    throw new TypeError("The response was lost");
  }),
);

let requests = 0;
hostedTest(
  "twelve concurrent calls on three replicas cause only one refresh at YNAB",
  async (world) => {
    const { refresh_token } = (await signedIn(world, "ana")).tokens() ?? {};
    const replicas = [0, await world.addReplica(), await world.addReplica()];
    world.clock.ms += ROUND_MS;
    const { access } = await renewed(world, refresh_token);
    const calls = [...replicas, ...replicas, ...replicas, ...replicas]
      .map((one) => isAnswered(world, access, one));
    assertEquals(new Set(await Promise.all(calls)), new Set([true]));
    assertEquals(requests, 1);
  },
  refreshing(async (send) => {
    requests += 1;
    // Give the other replicas time to find that the token has expired.
    for (let turns = 0; turns < 100; turns++) await new Promise((resolve) => setTimeout(resolve));
    return await send();
  }),
);
