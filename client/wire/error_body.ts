/** What every 4xx answer carries. */
export interface ErrorBody {
  readonly error: {
    /** Such as `404.2`; always a string. */
    readonly id: string;
    readonly name: string;
    readonly detail: string;
  };
}
