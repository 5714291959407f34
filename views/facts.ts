import type { ChangeCard } from "../domain/changes/change_card.ts";
import { type MoneyFormat, UNKNOWN_MONEY_FORMAT } from "../domain/base/money_format.ts";
import type { ToolResult } from "./host.ts";

/** What the page is for. */
export interface PageFacts {
  readonly tool: string;
  readonly view: string;
  /** Whether the card decides, or only shows. */
  readonly decides: boolean;
  /** Whether nothing but the card can decide, as with `--confirm user`. */
  readonly isCardOnly: boolean;
  /** With which the page asks the server; empty where it can't. */
  readonly key: string;
}

/** What only a person's eye needs. */
export interface ViewFacts {
  readonly money: MoneyFormat;
  /** `YYYY-MM-DD`; absent where nobody said. */
  readonly today?: string;
  readonly card?: ChangeCard;
}

/** Reads what the server has written into the root element. */
export function pageFacts({ dataset }: HTMLElement): PageFacts {
  const { tool = "", view = "", decides = "", key = "" } = dataset;
  return { tool, view, decides: decides !== "", isCardOnly: decides === "only", key };
}

/** Reads what an answer carries; `null` where the host has taken it away. */
export function viewFacts({ _meta }: ToolResult): ViewFacts | null {
  return (_meta?.["budget-tool-server/view"] ?? null) as ViewFacts | null;
}

/** Stands for what a host has taken away: figures without their currency. */
export const NO_FACTS: ViewFacts = { money: UNKNOWN_MONEY_FORMAT };

/** The text of an answer, as the model reads it. */
export function textOf({ content = [] }: ToolResult): string {
  return content.flatMap(({ text }) => text ?? []).join("\n");
}

/** Says an error to a person: without its code, which is for programs. */
export function errorWords(result: ToolResult): string {
  const words = textOf(result).replace(/^[a-z_]+: /u, "");
  return words === "" ? "The server gave no answer." : words[0]?.toUpperCase() + words.slice(1);
}
