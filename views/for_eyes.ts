import { withFormattedMoney } from "../domain/base/money_format.ts";
import { isolated, withTexts } from "../domain/base/clean_text.ts";
import { viewFacts } from "./facts.ts";
import type { ToolResult } from "./host.ts";

/** Prepares the data of an answer; its text stays as the model reads it. */
export function forEyes(result: ToolResult): ToolResult {
  const { structuredContent: structured, _meta } = result;
  const facts = viewFacts(result);
  const written = <Value>(value: Value): Value =>
    withTexts(
      facts === null ? value : withFormattedMoney(value, facts.money),
      isolated,
    ) as Value;
  return {
    ...result,
    ...(structured === undefined ? {} : { structuredContent: written(structured) }),
    ...(_meta === undefined ? {} : { _meta: written(_meta) }),
  };
}
