/** Somebody who is paid or pays; one per account stands for transfers to it. */
export interface Payee {
  readonly id: string;
  readonly name: string;
  readonly transfer_account_id?: string | null;
  readonly deleted: boolean;
}

/** Body of a payee create or update; at most 500 characters. */
export interface SavePayee {
  readonly name: string;
}

/** Where a payment was entered on a phone; coordinates are strings. */
export interface PayeeLocation {
  readonly id: string;
  readonly payee_id: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly deleted: boolean;
}

/** The user behind the token. */
export interface User {
  readonly id: string;
}
