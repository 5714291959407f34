import { h, render, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { AffordView } from "./afford.tsx";
import { BreakdownView } from "./breakdown.tsx";
import { ChangeView } from "./change.tsx";
import { type PageFacts, pageFacts } from "./facts.ts";
import { ForecastView } from "./forecast.tsx";
import { MoneyHistoryView } from "./money_history.tsx";
import { MonthView } from "./month.tsx";
import { OverviewView } from "./overview.tsx";
import { openPage, type Shown } from "./page_state.ts";
import { ReviewView } from "./review.tsx";
import { StatementView } from "./statement.tsx";
import { isAboutStatement } from "./statement_answer.ts";
import { TrendsView } from "./trends.tsx";
import type { ViewProps } from "./words.ts";

type View = (props: ViewProps<never>) => VNode;

// Views by name. The server writes the name of the view into the page.
const VIEWS: Readonly<Record<string, View>> = {
  forecast: ForecastView,
  history: MoneyHistoryView,
  overview: OverviewView,
  breakdown: BreakdownView,
  afford: AffordView,
  trends: TrendsView,
  month: MonthView,
  statement: StatementView,
  review: ReviewView,
};

/** Sum of the left and right margins, in CSS pixels. */
const MARGIN = 32;

function roomOf(): number {
  return document.documentElement.clientWidth - MARGIN;
}

interface RootProps {
  readonly facts: PageFacts;
  readonly shown: Shown;
}

function Root({ facts, shown }: RootProps): VNode {
  const [width, setWidth] = useState(roomOf);
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
  const { structured, host, serial } = shown;
  // An import that still needs a statement or an answer isn't a change yet.
  const View = isAboutStatement(structured) ? StatementView : VIEWS[facts.view] ?? ChangeView;
  return (
    <View
      key={serial}
      answer={structured as never}
      facts={shown.facts}
      page={facts}
      args={shown.args}
      width={Math.max(200, width)}
      call={host.canCall ? host.call : null}
      tellModel={host.tellModel}
    />
  );
}

const root = document.getElementById("view");
if (root !== null) {
  const facts = pageFacts(root);
  openPage(facts, {
    root,
    onShown: (shown) => render(<Root facts={facts} shown={shown} />, root),
  });
}
