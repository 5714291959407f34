/**
 * What the pages of views work with: their keys, and the last answers that were given.
 *
 * @module
 */

import type { ConfirmMode } from "../../changes/change_request.ts";
import { parseBaseUrl } from "../../client/base_url.ts";
import { hexOf } from "../../domain/text/hex.ts";
import { DEFAULT_API_URL, type ServerOptions } from "../server_options.ts";
import { LastAnswers } from "./last_answers.ts";

/** What the calls of a server share for its views. */
export interface ViewSupport {
  /**
   * Gives the key of the pages of one caller: only they know it. With a store it outlives
   * the process, as it is derived from the token.
   *
   * @param principal Who calls; `null` where there is but one.
   */
  readonly keyOf: (principal: string | null) => Promise<string>;
  readonly lastAnswers: LastAnswers;
}

/** What a page may do, and for whom. */
export interface ViewScope {
  readonly views: ViewSupport;
  readonly principal: string | null;
  readonly isWriteAllowed: boolean;
  readonly confirm: ConfirmMode;
}

/** Makes it; nothing is worked out before a page or its address is asked for. */
export function viewSupport(
  { token, apiUrl = DEFAULT_API_URL, storeFolder }: Pick<
    ServerOptions,
    "token" | "apiUrl" | "storeFolder"
  >,
): ViewSupport {
  const secret = token === null || storeFolder === undefined ? randomKey() : token;
  const keys = new Map<string, Promise<string>>();
  const derived = async (whose: string): Promise<string> => {
    const { createSealer } = await import("../../sync/sealing/sealer.ts");
    const sealer = await createSealer({ secret, baseUrl: parseBaseUrl(apiUrl) });
    return await sealer.tagOf(`page key ${whose}`);
  };
  return {
    keyOf: (principal) => {
      const whose = principal ?? "";
      const key = keys.get(whose) ?? derived(whose);
      keys.set(whose, key);
      return key;
    },
    lastAnswers: new LastAnswers(),
  };
}

function randomKey(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(32)));
}
