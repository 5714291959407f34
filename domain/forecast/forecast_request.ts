import { cleanText } from "../base/clean_text.ts";
import { lastOfMonth, monthsBetween, parseMonth } from "../base/month.ts";
import { type AccountRecord, isCashAccount } from "../base/plan_records.ts";
import { type MoneyFormat, refuseFiner } from "../base/money_format.ts";
import { ToolError } from "../base/tool_error.ts";

/** Arguments of a forecast; amounts in milliunits. */
export interface ForecastArguments {
  /** `YYYY-MM`, `YYYY-MM-01` or `current`. */
  readonly until: string;
  readonly monthly_income?: number | undefined;
  readonly variable_monthly?: number | undefined;
  readonly one_offs?: readonly { readonly date: string; readonly label: string }[] | undefined;
}

const MOST_MONTHS = 24;

/** Refuses what can't be forecast, before any request to YNAB; gives the last month. */
export function checkedHorizon(args: ForecastArguments, today: string): string {
  const until = parseMonth(args.until, today) ?? args.until;
  const ahead = monthsBetween(today, until);
  if (ahead < 0) {
    throw refusal(`until (${args.until}) is in the past: use this month or a later one`);
  }
  if (ahead > MOST_MONTHS) {
    throw refusal(`until (${args.until}) is more than ${MOST_MONTHS} months ahead: ask for less`);
  }
  const { monthly_income: income = 0, variable_monthly: variable = 0 } = args;
  if (income < 0 || variable < 0) {
    const name = income < 0 ? "monthly_income" : "variable_monthly";
    throw refusal(`${name} must be at least 0: it is a monthly total`);
  }
  const last = lastOfMonth(until);
  const outside = args.one_offs?.filter(({ date }) => date < today || date > last) ?? [];
  if (outside.length > 0) {
    throw refusal(
      `one_offs must lie between today (${today}) and the end of until (${last})`,
      outside.map(({ date, label }) => `${date} ${cleanText(label)}`),
    );
  }
  return until;
}

/** Refuses single payments with more decimals than the plan's currency. */
export function refuseUnpayableOneOffs(
  oneOffs: readonly { readonly label: string; readonly amount: number }[],
  format: MoneyFormat,
): void {
  const named = oneOffs.map(({ label, amount }) => ({ label: cleanText(label), amount }));
  refuseFiner(named, format);
}

/** The accounts that hold cash: open, on budget, and no credit. */
export function cashAccountIds(accounts: readonly AccountRecord[]): ReadonlySet<string> {
  const cash = accounts.filter((account) => !account.closed && isCashAccount(account));
  if (cash.length > 0) return new Set(cash.map(({ id }) => id));
  throw new ToolError(
    "not_found",
    "the plan has no open on-budget cash account: name accounts in account_ids",
  );
}

function refusal(message: string, rows: readonly string[] = []): ToolError {
  return new ToolError("invalid_input", message, { rows });
}
