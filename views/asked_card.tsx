import { h, type VNode } from "preact";
import { ChangeView, type WithinView } from "./change.tsx";
import { viewFacts } from "./facts.ts";
import type { Answered } from "./use_asking.ts";
import type { Change } from "./use_card.ts";
import type { ViewProps } from "./words.ts";

/** A change whose preview was requested by a click in a view. */
export interface AskedChange extends Answered<Change> {
  readonly tool: string;
  readonly args: ViewProps<unknown>["args"];
}

interface AskedCardProps extends ViewProps<unknown> {
  readonly asked: AskedChange;
  readonly within: WithinView;
}

/** The card of such a change, below the view. */
export function AskedCard(
  { asked: { result, answer, tool, args }, ...props }: AskedCardProps,
): VNode {
  return (
    <ChangeView
      {...props}
      answer={answer}
      facts={viewFacts(result) ?? props.facts}
      page={{ ...props.page, tool }}
      args={args}
    />
  );
}
