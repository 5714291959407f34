import type { SignInStore } from "../sign_in_store/sign_in_store.ts";

/** Ends a program's sign-in: its tokens no longer work. */
export async function endGrant(vault: string, store: SignInStore): Promise<void> {
  await store.revokeByGrant(vault);
  await store.destroy({ kind: "Grant", id: vault });
}
