import type { ConfirmMode } from "../../changes/change_request.ts";
import { hexOf } from "../../domain/base/hex.ts";
import { DEFAULT_API_URL, type ServerOptions } from "../server_options.ts";
import { LastAnswers } from "./last_answers.ts";

/** Bytes of a key. */
const KEY_BYTES = 16;

/** What the calls of a server share for its views. */
export interface ViewSupport {
  /**
   * Gives the key of the pages of one caller: only they know it. With a store it is derived
   * from the store's secret, the token: it outlives the process, and all replicas share it.
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
  { token, apiUrl = DEFAULT_API_URL, storeFolder, database }: Pick<
    ServerOptions,
    "token" | "apiUrl" | "storeFolder" | "database"
  >,
): ViewSupport {
  let secret: Promise<CryptoKey> | null = null;
  const isKept = token !== null && (storeFolder !== undefined || database !== undefined);
  const derived = async (whose: string): Promise<string> => {
    // Without a store it ends with the process, as all that it could decide does.
    secret ??= hmacKey(isKept ? utf8(token) : crypto.getRandomValues(new Uint8Array(32)));
    const what = utf8(["budget-tool-server page key", apiUrl, whose].join("\n"));
    const tag = new Uint8Array(await crypto.subtle.sign("HMAC", await secret, what));
    return hexOf(tag.subarray(0, KEY_BYTES));
  };
  return {
    keyOf: (principal) => derived(principal ?? ""),
    lastAnswers: new LastAnswers(),
  };
}

function hmacKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
