import type { BlobBackend } from "./sealing/blob_store.ts";
import type { SignInRows } from "../sign_in/sign_in_rows.ts";

/** A database that was opened: whoever opened it closes it, after all that works with it. */
export interface StoreDatabase extends BlobBackend {
  /** Gives the state of the sign-in of one owner. */
  signIns(owner: string): SignInRows;
}
