import * as check from "./check.ts";

/** A payee. Each account has a payee for transfers to it. */
export const payee = check.record({
  id: check.id,
  name: check.text,
  transfer_account_id: check.orNone(check.id),
  deleted: check.flag,
});
export type Payee = check.TypeOf<typeof payee>;

/** Body for creating or updating a payee. The name has at most 500 characters. */
export interface SavePayee {
  readonly name: string;
}

/** Location where a payment was entered on a phone. Coordinates are strings. */
export interface PayeeLocation {
  readonly id: string;
  readonly payee_id: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly deleted: boolean;
}
