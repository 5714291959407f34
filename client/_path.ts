import { UpstreamError } from "./upstream_error.ts";

const LONGEST_SEGMENT = 100;
/** Separators, escapes, control characters and halves of characters. */
const NEVER_IN_SEGMENT = /[/\\?#%\p{Cc}\p{Cs}]/u;
const MONTH = /^(\d{4}-(0[1-9]|1[0-2])-01|current)$/;
/** Words that upstream takes for a plan; which one they mean can change any time. */
const PLAN_ALIASES: readonly string[] = ["last-used", "default"];

/**
 * Puts the parameters into a path template.
 *
 * @throws {UpstreamError} `rejected`, when a value is none that upstream could know.
 */
export function fillPath(template: string, parameters: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name] ?? "";
    refuseUnusable(name, value);
    return encodeURIComponent(value);
  });
}

function refuseUnusable(name: string, value: string): void {
  const words = name.replaceAll("_", " ");
  const isSegment = value.length > 0 && value.length <= LONGEST_SEGMENT &&
    !NEVER_IN_SEGMENT.test(value) && !/^\.+$/.test(value);
  if (!isSegment) {
    throw refusal(`Cannot use this ${words}: it is empty, too long or holds odd characters`);
  }
  if (name === "plan_id" && PLAN_ALIASES.includes(value)) {
    throw refusal(`Cannot use ${value} as a plan id: take the plan's own id from the plan list`);
  }
  if (name === "month" && !MONTH.test(value)) {
    throw refusal("Cannot use this month: write its first day, such as 2026-07-01");
  }
}

function refusal(message: string): UpstreamError {
  return new UpstreamError(message, { code: "rejected" });
}
