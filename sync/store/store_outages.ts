/** What the log is told. */
export type OutageEvent = "store_failed" | "store_back";

/**
 * Makes what hears of a store's failures and of the looks at it. A look that is answered ends
 * an outage that looks have met; what can be looked at and not be written, such as a full disk,
 * fails until then as often as it likes.
 */
export function storeOutages(
  tell: (event: OutageEvent) => void,
): {
  readonly onStoreFailure: (error: unknown) => void;
  readonly onStoreLook: (isAnswered: boolean) => void;
} {
  let isAway = false;
  let isFailing = false;
  /** Whether it was told since a look was answered. */
  let isTold = false;
  const tellFailed = (): void => {
    isTold = true;
    tell("store_failed");
  };
  return {
    onStoreFailure(): void {
      if (isAway || isFailing) return;
      isFailing = true;
      tellFailed();
    },
    onStoreLook(isAnswered): void {
      if (!isAnswered) {
        if (!isAway && !isTold) tellFailed();
        isAway = true;
        return;
      }
      isTold = false;
      if (!isAway) return;
      [isAway, isFailing] = [false, false];
      tell("store_back");
    },
  };
}
