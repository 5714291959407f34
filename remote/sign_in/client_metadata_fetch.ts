import type { AllowedHosts } from "./allowed_hosts.ts";

/** Reads from the network. */
export type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

/** Makes what the provider reads with. */
export function clientMetadataFetch(
  { mayReadFrom }: AllowedHosts,
  read: Fetch = (address, init) => fetch(address, init),
): Fetch {
  return async (address, init = {}) => {
    if (!mayReadFrom(address)) throw new Error("Nothing is read from this host");
    return await read(address, { ...init, redirect: "manual" });
  };
}
