import {
  errorWords,
  NO_FACTS,
  type PageFacts,
  textOf,
  type ViewFacts,
  viewFacts,
} from "./facts.ts";
import {
  CHECK_MS,
  connectHost,
  type Host,
  type HostContext,
  type ToolResult,
  within,
} from "./host.ts";
import { answerForPeople } from "../domain/base/for_people.ts";
import { isolated, withTexts } from "../domain/base/clean_text.ts";
import { setWording, WORKING } from "./words.ts";

/** How long the page waits for an answer, in milliseconds. */
const PATIENCE_MS = 10_000;

/** Current content of the page. */
export type Shown =
  | { readonly kind: "working" | "error" | "cancelled" | "nothing"; readonly words: string }
  | Answered;

interface Answered {
  readonly kind: "answer";
  readonly structured: Readonly<Record<string, unknown>>;
  readonly facts: ViewFacts;
  readonly args: Readonly<Record<string, unknown>>;
  readonly host: Host;
  /** Number of answers so far. A new answer is rendered from scratch. */
  readonly serial: number;
}

const AT_FIRST: Shown = { kind: "working", words: WORKING };
const NOTHING = "No answer arrived. Ask again to see it here.";
const NO_CHANGE = "Nothing has arrived yet. If the app is asking you about a change, answer " +
  "there. Otherwise, ask whether the change was made before you request it again.";
const NO_HOST =
  "The app isn't responding to this view. Read the answer as text in the conversation.";

/** Connects the page to its host. Passes on the current content and all later content. */
export function openPage(
  facts: PageFacts,
  { root, onShown }: { readonly root: HTMLElement; readonly onShown: (shown: Shown) => void },
): void {
  // Use the browser's preferred theme until the host sends one.
  dress(document.documentElement, {});
  let shown: Shown = AT_FIRST;
  let frame: HostContext["containerDimensions"];
  let report = (): void => {};
  let args: Readonly<Record<string, unknown>> | null = null;
  let serial = 0;
  const show = (next: Shown): void => {
    shown = next;
    onShown(shown);
  };
  show(AT_FIRST);
  const take = async (result: ToolResult): Promise<void> => {
    const host = await connected;
    const whole = await wholeResult(result, { facts, args: args ?? {}, host });
    const { structuredContent: structured } = whole;
    if (structured === undefined) {
      const words = whole.isError === true ? errorWords(whole) : textOf(whole);
      return show({ kind: "error", words });
    }
    serial += 1;
    show({
      kind: "answer",
      structured,
      facts: viewFacts(whole) ?? NO_FACTS,
      args: args ?? {},
      host,
      serial,
    });
  };
  const connected = connectHost({
    "tool-input": ({ arguments: given = {} }) => {
      args = given;
      connected.then(beginWaiting);
    },
    "tool-result": (result) => void take(forEyes(result)),
    // Some hosts report a lost call from the page as canceled, so keep an answer that is already
    // shown.
    "tool-cancelled": () => {
      if (shown.kind !== "answer") show({ kind: "cancelled", words: "This was canceled." });
    },
    "host-context-changed": (context) => {
      ({ containerDimensions: frame = frame } = context);
      const locale = knownLocale(context.locale);
      if (locale !== undefined) setWording({ locale });
      dress(document.documentElement, context);
      report();
      if (shown.kind === "answer") show({ ...shown });
    },
  }).then((host): Host => ({
    ...host,
    call: async (name, args) => forEyes(await host.call(name, args)),
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
      // When a host shows an old conversation, it may send only the arguments, or nothing.
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

/** Returns the complete answer. Some hosts pass only the answer's text to the page. */
async function wholeResult(result: ToolResult, asking: Asking): Promise<ToolResult> {
  const isWhole = result.structuredContent !== undefined && viewFacts(result) !== null;
  const isError = result.isError === true && result.structuredContent === undefined;
  if (isWhole || isError) return result;
  return await askAgain(result, asking) ?? result;
}

/**
 * Asks the server for the answer. Returns `null` if the page may not make calls or the server has
 * no answer.
 */
async function askAgain(
  result: ToolResult,
  { facts: { tool, key, view }, args, host }: Asking,
): Promise<ToolResult | null> {
  if (!host.canCall || key === "") return null;
  const named = result.structuredContent?.["preview"];
  const preview = typeof named === "string"
    ? named
    : /^preview: (?<name>[0-9a-z]{12})$/mu.exec(textOf(result))?.groups?.["name"];
  // An answer without a preview needs no decision, so it is shown unchanged.
  const isAnswered = result.content !== undefined;
  if (view === "change" && preview === undefined && isAnswered) return null;
  const asked = { tool, arguments: args, key, ...(preview === undefined ? {} : { preview }) };
  const again = await within(host.call("show_again", asked), CHECK_MS).catch(() => null);
  return again === null || again.isError === true && again.structuredContent === undefined
    ? null
    : again;
}

/** Applies the host's theme and colors. */
function dress(element: HTMLElement, { theme, styles }: HostContext): void {
  const { matches: isDark } = matchMedia("(prefers-color-scheme: dark)");
  element.dataset["theme"] = theme ?? element.dataset["theme"] ?? (isDark ? "dark" : "light");
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith("--") && value !== undefined) element.style.setProperty(name, value);
  }
}

/** Returns a locale; `undefined` if the host sends none or an invalid one. */
function knownLocale(locale: string | undefined): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}

/**
 * Reports every new height to the host. If the frame's height is full or fixed, the page scrolls
 * instead.
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

/** Prepares an answer's data for display, and remembers its currency. The text stays unchanged. */
function forEyes(result: ToolResult): ToolResult {
  const { structuredContent: structured, _meta } = result;
  const facts = viewFacts(result);
  const written = <Value>(value: Value): Value =>
    withTexts(facts === null ? value : answerForPeople(value, facts.money), isolated) as Value;
  if (facts !== null) setWording({ money: written(facts.money) });
  return {
    ...result,
    ...(structured === undefined ? {} : { structuredContent: written(structured) }),
    ...(_meta === undefined ? {} : { _meta: written(_meta) }),
  };
}
