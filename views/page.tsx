import { h, render, type VNode } from "preact";
import { useEffect, useErrorBoundary, useState } from "preact/hooks";
import { answerForPeople } from "../domain/base/for_people.ts";
import { isolated, withTexts } from "../domain/base/clean_text.ts";
import { UNKNOWN_MONEY_FORMAT } from "../domain/base/money_format.ts";
import { AffordView } from "./afford.tsx";
import { BreakdownView } from "./breakdown.tsx";
import { ChangeView } from "./change.tsx";
import { ForecastView } from "./forecast.tsx";
import {
  CHECK_MS,
  connectHost,
  type Host,
  type HostContext,
  type PageFacts,
  pageFacts,
  type ToolResult,
  type ViewFacts,
  viewFacts,
  within,
} from "./host.ts";
import { MoneyHistoryView } from "./money_history.tsx";
import { MonthView } from "./month.tsx";
import { OverviewView } from "./overview.tsx";
import { ReviewView } from "./review.tsx";
import { isAboutStatement, StatementView } from "./statement.tsx";
import { TrendsView } from "./trends.tsx";
import { errorWords, setWording, textOf, type ViewProps, WORKING } from "./words.ts";

type View = (props: ViewProps<never>) => VNode;

// Views by name. The server writes the name of the requested view into the page.
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

/** How long the page waits for an answer from the host, in milliseconds. */
const PATIENCE_MS = 10_000;

/** Current content of the page: an answer, or a message that explains why there is none. */
type Shown = Answered | {
  readonly kind: "working" | "error" | "cancelled" | "nothing";
  readonly words: string;
};

interface Answered {
  readonly kind: "answer";
  /**
   * Text to show if the page can't render the answer (for example, because the answer came from an
   * older server).
   */
  readonly words: string;
  readonly structured: Readonly<Record<string, unknown>>;
  readonly facts: ViewFacts;
  readonly args: Readonly<Record<string, unknown>>;
  readonly host: Host;
  /** Number of answers that the page has received. Every new answer is rendered from scratch. */
  readonly serial: number;
}

const AT_FIRST: Shown = { kind: "working", words: WORKING };
const NOTHING = "The answer didn't arrive. Ask again to see it here.";
const NO_CHANGE = "Nothing has arrived yet. If the app shows a confirmation form, use it. " +
  "Otherwise, before repeating a change, ask the assistant if it was made.";
const NO_HOST = "This view can't reach the app. Read the answer in the conversation.";

/** Sum of the page's left and right margins, in CSS pixels. */
const MARGIN = 32;

function availableWidth(): number {
  return document.documentElement.clientWidth - MARGIN;
}

function Root({ facts, shown }: { readonly facts: PageFacts; readonly shown: Shown }): VNode {
  const [width, setWidth] = useState(availableWidth);
  useEffect(() => {
    const observer = new ResizeObserver(() => setWidth(availableWidth()));
    observer.observe(document.documentElement);
    return () => observer.disconnect();
  }, []);
  return shown.kind === "answer"
    ? <Drawn key={shown.serial} facts={facts} shown={shown} width={width} />
    : <Words {...shown} />;
}

function Words({ kind, words }: Pick<Shown, "kind" | "words">): VNode {
  return (
    <div class={kind} role={kind === "error" ? "alert" : "status"}>
      <h1 class="hidden">Budget Tool Server</h1>
      <p class="state">{words}</p>
    </div>
  );
}

function Drawn(
  { facts, shown, width }: {
    readonly facts: PageFacts;
    readonly shown: Answered;
    readonly width: number;
  },
): VNode {
  const [problem] = useErrorBoundary();
  if (problem) return <Words kind="error" words={shown.words || NOTHING} />;
  const { structured, host } = shown;
  const canAsk = host.canCall && facts.key !== "";
  // Until an import has the statement and the user's answers, there is no change to show.
  const View = isAboutStatement(structured) ? StatementView : VIEWS[facts.view] ?? ChangeView;
  return (
    <View
      answer={structured as never}
      facts={shown.facts}
      page={{ ...facts, decides: facts.decides && canAsk }}
      args={shown.args}
      width={Math.max(200, width)}
      call={host.canCall ? host.call : null}
      canAsk={canAsk}
      tellModel={host.tellModel}
    />
  );
}

/** Connects the page to its host, and renders the answers that the host sends. */
function openPage(root: HTMLElement): void {
  const facts = pageFacts(root);
  // Until the host sends a theme, use the one set in the browser.
  applyTheme({});
  let shown: Shown = AT_FIRST;
  let frame: HostContext["containerDimensions"];
  let report = (): void => {};
  let args: Readonly<Record<string, unknown>> | null = null;
  let [serial, last] = [0, ""];
  const show = (next: Shown): void => {
    shown = next;
    render(<Root facts={facts} shown={shown} />, root);
  };
  show(AT_FIRST);
  const take = async (result: ToolResult): Promise<void> => {
    // If the host sends the same answer again, keep what the user has entered in the meantime.
    const text = JSON.stringify(result);
    if (shown.kind === "answer" && text === last) return;
    last = text;
    const turn = serial += 1;
    const host = await connected;
    const whole = await wholeResult(result, { facts, args: args ?? {}, host });
    if (turn !== serial) return;
    const { structuredContent: structured } = whole;
    if (structured === undefined) {
      const words = whole.isError === true ? errorWords(whole) : textOf(whole);
      return show({ kind: "error", words: words || NOTHING });
    }
    show({
      kind: "answer",
      words: textOf(whole),
      structured,
      facts: viewFacts(whole) ?? { money: UNKNOWN_MONEY_FORMAT },
      args: args ?? {},
      host,
      serial,
    });
  };
  const connected = connectHost({
    "tool-input": ({ arguments: given }) => {
      args = given ?? {};
      connected.then(beginWaiting);
    },
    "tool-result": (result) => void take(forDisplay(result)),
    // Keep an answer that is already shown, because some hosts also send `tool-cancelled` when a
    // call from the page gets no response.
    "tool-cancelled": () => {
      if (shown.kind !== "answer") show({ kind: "cancelled", words: "This was canceled." });
    },
    "host-context-changed": (context) => {
      ({ containerDimensions: frame = frame } = context);
      const locale = knownLocale(context.locale);
      if (locale !== undefined) setWording({ locale });
      applyTheme(context);
      report();
      if (shown.kind === "answer") show({ ...shown });
    },
  }).then((host): Host => ({
    ...host,
    call: async (name, args) => forDisplay(await host.call(name, args)),
  }));
  connected.then((host) => {
    report = reportHeight(root, { host, room: () => frame });
    beginWaiting(host);
  });
  const say = (words: string): void => {
    if (shown.kind === "working") show({ kind: "nothing", words });
  };
  let waiting = setTimeout(() => say(NO_HOST), PATIENCE_MS);
  const beginWaiting = (host: Host): void => {
    clearTimeout(waiting);
    if (shown.kind === "nothing") show(AT_FIRST);
    waiting = setTimeout(async () => {
      if (shown.kind !== "working") return;
      // When a host shows an old conversation, it may send only the call's arguments, or nothing.
      const again = args === null ? null : await askAgain({}, { facts, args, host });
      if (again !== null && shown.kind === "working") await take(again);
      else say(facts.view === "change" ? NO_CHANGE : NOTHING);
    }, PATIENCE_MS);
  };
}

interface Asking {
  readonly facts: PageFacts;
  readonly args: Readonly<Record<string, unknown>>;
  readonly host: Host;
}

/** Returns the complete answer, requesting it if the host passed only the answer's text. */
async function wholeResult(result: ToolResult, asking: Asking): Promise<ToolResult> {
  const isWhole = result.structuredContent !== undefined && viewFacts(result) !== null;
  const isError = result.isError === true && result.structuredContent === undefined;
  if (isWhole || isError) return result;
  return await askAgain(result, asking) ?? result;
}

/** Asks the server for the whole answer; `null` if there is none or the page can't call tools. */
async function askAgain(
  result: ToolResult,
  { facts: { tool, key, view }, args, host }: Asking,
): Promise<ToolResult | null> {
  if (!host.canCall || key === "") return null;
  const named = result.structuredContent?.["preview"];
  const preview = typeof named === "string"
    ? named
    : /^preview: (?<name>[0-9a-z]{12})$/mu.exec(textOf(result))?.groups?.["name"];
  // If a tool that changes the plan returns no preview, show the answer as is, because the user has
  // nothing to decide.
  if (view === "change" && preview === undefined && result.content) return null;
  const asked = { tool, arguments: args, key, ...(preview === undefined ? {} : { preview }) };
  const again = await within(host.call("show_again", asked), CHECK_MS).catch(() => null);
  return again?.isError === true && again.structuredContent === undefined ? null : again;
}

function applyTheme({ theme, styles }: HostContext): void {
  const { dataset, style } = document.documentElement;
  const { matches: isDark } = matchMedia("(prefers-color-scheme: dark)");
  dataset["theme"] = theme ?? dataset["theme"] ?? (isDark ? "dark" : "light");
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith("--") && value !== undefined) style.setProperty(name, value);
  }
}

/** Returns the host's locale; `undefined` if it is missing or invalid. */
function knownLocale(locale: string | undefined): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}

/**
 * Reports every change in the page's height to the host. Reports nothing if the frame has a fixed
 * height or fills the screen; the page then scrolls inside the frame.
 */
function reportHeight(
  root: HTMLElement,
  { host, room }: { readonly host: Host; readonly room: () => HostContext["containerDimensions"] },
): () => void {
  let last = 0;
  const report = (): void => {
    const { height: fixed, maxHeight = Infinity } = room() ?? {};
    const height = Math.min(maxHeight, Math.ceil(root.getBoundingClientRect().height));
    if (fixed !== undefined || height === last) return;
    last = height;
    host.resized(height);
  };
  new ResizeObserver(report).observe(root);
  report();
  return report;
}

/**
 * Prepares the data in an answer (but not the text) for display, and remembers the answer's
 * currency format.
 */
function forDisplay(result: ToolResult): ToolResult {
  // Leave out `null`, which some hosts send for absent values.
  const { structuredContent: structured, _meta, ...rest } = result;
  const facts = viewFacts(result);
  const written = <Value,>(value: Value): Value =>
    withTexts(facts === null ? value : answerForPeople(value, facts.money), isolated) as Value;
  if (facts !== null) setWording({ money: written(facts.money) });
  return {
    ...rest,
    ...(structured && { structuredContent: written(structured) }),
    ...(_meta && { _meta: written(_meta) }),
  };
}

const root = document.getElementById("view");
if (root !== null) openPage(root);
