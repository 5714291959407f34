import type { ChangeCard } from "../domain/changes/change_card.ts";
import { type MoneyFormat, UNKNOWN_MONEY_FORMAT } from "../domain/base/money_format.ts";
import type { ToolResult } from "./host.ts";

/** Facts that the server wrote into the page. */
export interface PageFacts {
  readonly tool: string;
  readonly view: string;
  /** Whether the user can decide on the card instead of only seeing the change. */
  readonly decides: boolean;
  /** Whether the user can decide only on the card, as with `--confirm user`. */
  readonly isCardOnly: boolean;
  /** Key for the page's calls to the server; empty if the page can't call it. */
  readonly key: string;
}

/** Data for display only, which the model doesn't receive. */
export interface ViewFacts {
  readonly money: MoneyFormat;
  /** `YYYY-MM-DD`; absent if unknown. */
  readonly today?: string;
  readonly card?: ChangeCard;
}

/** Reads the server's attributes from the root element. */
export function pageFacts({ dataset }: HTMLElement): PageFacts {
  const { tool = "", view = "", decides = "", key = "" } = dataset;
  return { tool, view, decides: decides !== "", isCardOnly: decides === "only", key };
}

/** Reads the facts of an answer; `null` if the host removed them. */
export function viewFacts({ _meta }: ToolResult): ViewFacts | null {
  return (_meta?.["budget-tool-server/view"] ?? null) as ViewFacts | null;
}

/** Facts to use if a host removed them: amounts without a currency. */
export const NO_FACTS: ViewFacts = { money: UNKNOWN_MONEY_FORMAT };

/** Returns the text of an answer, as the model receives it. */
export function textOf({ content = [] }: ToolResult): string {
  return content.flatMap(({ text }) => text ?? []).join("\n");
}

/** Returns an error's message for the user, without the code, which is for programs. */
export function errorWords(result: ToolResult): string {
  const words = textOf(result).replace(/^[a-z_]+: /u, "");
  return words === "" ? "The server didn't answer." : capitalized(words);
}

/** Capitalizes the first letter of a text. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
