import { isChanging, type Tool } from "../../tools/_tool.ts";

/** The views that the page can draw. */
export type ViewName = "forecast" | "trends" | "month" | "review" | "change";

const OF_READING: Readonly<Partial<Record<string, ViewName>>> = {
  forecast_balance: "forecast",
  get_spending_trends: "trends",
  get_budget_vs_actual: "month",
  suggest_categories: "review",
};

/** Gives the view of a tool's answers: every tool that changes the plan has the card. */
export function viewOf(tool: Pick<Tool, "name" | "writes">): ViewName | null {
  return isChanging(tool) ? "change" : OF_READING[tool.name] ?? null;
}
