import { assertEquals } from "@std/assert";
import { ProgressRelay } from "../../../sync/plan/cached_read.ts";

Deno.test("all who listen hear how far a read has come, once, and never back", () => {
  const relay = new ProgressRelay();
  const [one, other]: [number[], number[]] = [[], []];
  const listener = ({ bytes }: { readonly bytes: number }): void => void one.push(bytes);
  relay.add(listener);
  relay.add(listener);
  relay.add(undefined);
  for (const bytes of [0, 5, 5, 9]) relay.tell({ bytes, total: null });
  relay.add(({ bytes }) => other.push(bytes));
  for (const bytes of [3, 9, 10]) relay.tell({ bytes, total: null });
  assertEquals([one, other], [[5, 9, 10], [10]]);
});
