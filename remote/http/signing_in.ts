/** One request. */
export interface SigningIn {
  /** Whom it came from. */
  readonly address: string;
  /** Counts it; gives the refusal where there are too many. */
  readonly begin: () => Response | null;
  /** Tells that it is over, once or more often. */
  readonly leave: () => void;
}

/** Makes a request that does not count yet. */
export function signingIn(address: string, enter: () => Response | (() => void)): SigningIn {
  let end = (): void => {};
  let isOver = false;
  return {
    address,
    begin(): Response | null {
      const leave = enter();
      if (leave instanceof Response) return leave;
      end = leave;
      // Who sent it may have gone already.
      if (isOver) leave();
      return null;
    },
    leave(): void {
      isOver = true;
      end();
    },
  };
}
