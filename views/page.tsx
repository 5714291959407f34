import { type ComponentType, h, render, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { AffordView } from "./afford.tsx";
import { BreakdownView } from "./breakdown.tsx";
import { ChangeView } from "./change.tsx";
import { NO_FACTS, pageFacts } from "./facts.ts";
import { ForecastView } from "./forecast.tsx";
import { MoneyHistoryView } from "./money_history.tsx";
import { MonthView } from "./month.tsx";
import { OverviewView } from "./overview.tsx";
import { openPage, type Page, type Shown } from "./page_state.ts";
import { ReviewView } from "./review.tsx";
import { StatementView } from "./statement.tsx";
import { isAboutStatement } from "./statement_answer.ts";
import { TrendsView } from "./trends.tsx";
import type { Change } from "./use_card.ts";
import type { ViewProps } from "./words.ts";

// The server writes the name of the view into the page.
const VIEWS: Readonly<Record<string, ComponentType<ViewProps<never>>>> = {
  forecast: ForecastView as ComponentType<ViewProps<never>>,
  history: MoneyHistoryView as ComponentType<ViewProps<never>>,
  overview: OverviewView as ComponentType<ViewProps<never>>,
  breakdown: BreakdownView as ComponentType<ViewProps<never>>,
  afford: AffordView as ComponentType<ViewProps<never>>,
  trends: TrendsView as ComponentType<ViewProps<never>>,
  month: MonthView as ComponentType<ViewProps<never>>,
  statement: StatementView as ComponentType<ViewProps<never>>,
  review: ReviewView as ComponentType<ViewProps<never>>,
  change: ChangeView as ComponentType<ViewProps<Change>> as ComponentType<ViewProps<never>>,
};

/** Sum of both side margins, in CSS pixels. */
const MARGIN = 32;

function roomOf(): number {
  return document.documentElement.clientWidth - MARGIN;
}

function Root({ page }: { readonly page: Page }): VNode {
  const [shown, show] = useState<Shown>(page.shown);
  const [width, setWidth] = useState(roomOf);
  useEffect(() => page.listen(show), []);
  useEffect(() => {
    const observer = new ResizeObserver(() => setWidth(roomOf()));
    observer.observe(document.documentElement);
    return () => observer.disconnect();
  }, []);
  if (shown.kind !== "answer") {
    return (
      <div class={shown.kind} role={shown.kind === "error" ? "alert" : "status"}>
        <h1 class="hidden">Budget Tool Server</h1>
        <p class="state">{shown.words}</p>
      </div>
    );
  }
  // An import without its statement, or without an answer, is not a change yet.
  const View = isAboutStatement(shown.structured)
    ? StatementView as ComponentType<ViewProps<never>>
    : VIEWS[page.facts.view];
  if (View === undefined) return <pre>{shown.words}</pre>;
  const { facts = NO_FACTS, args, host, serial } = shown;
  return (
    <View
      key={serial}
      answer={shown.structured as never}
      facts={facts}
      page={page.facts}
      args={args}
      width={Math.max(200, width)}
      call={host.canCall ? host.call : null}
      tellModel={host.tellModel}
      onResult={page.take}
    />
  );
}

const root = document.getElementById("view");
if (root !== null) {
  const page = openPage(pageFacts(root), root);
  render(<Root page={page} />, root);
}
