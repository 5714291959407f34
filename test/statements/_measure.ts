import { readStatement } from "../../statements/read_statement.ts";
import type { BankFile } from "./_bank_file.ts";
import { bankFiles } from "./_bank_files.ts";
import { judge, type Verdict } from "./_verdict.ts";

/** Results of reading generated files, mostly as percentages. */
export interface Figures {
  /** Correct without a question. */
  readonly right: number;
  /** Correct after the questions. */
  readonly rightOnceAnswered: number;
  /** Unambiguous files that led to a question. */
  readonly askedNeedlessly: number;
  readonly payees: number;
  /** Misread without a question. */
  readonly wrong: readonly string[];
  /** Unnecessary questions, refusals and misreadings, with their seeds. */
  readonly notRight: readonly string[];
}

/** Reads `count` generated files of one format, starting with the given seed. */
export async function measure(
  kind: BankFile["kind"],
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<Figures> {
  const judged: { readonly file: BankFile; readonly verdict: Verdict }[] = [];
  for (let at = seed; at < seed + count; at += 1) {
    const file = bankFiles[kind](at);
    judged.push({ file, verdict: await judge(file, readStatement) });
  }
  const verdicts = judged.map(({ verdict }) => verdict);
  const share = (isCounted: (verdict: Verdict) => boolean): number =>
    100 * verdicts.filter(isCounted).length / count;
  const sum = (numberOf: (verdict: Verdict) => number): number =>
    verdicts.reduce((total, verdict) => total + numberOf(verdict), 0);
  return {
    right: share(({ unaided }) => unaided === "right"),
    rightOnceAnswered: share(({ answered }) => answered === "right"),
    askedNeedlessly: share(({ needless }) => needless.length > 0),
    payees: 100 * sum(({ payees }) => payees) / Math.max(1, sum(({ rows }) => rows)),
    wrong: judged.filter(({ verdict }) => verdict.unaided === "wrong").map(lineOf),
    notRight: judged
      .filter(({ verdict }) => verdict.answered !== "right" || verdict.needless.length > 0)
      .map(lineOf),
  };
}

function lineOf({ file, verdict }: { file: BankFile; verdict: Verdict }): string {
  const asked = verdict.asked.length === 0 ? "" : `, asked ${verdict.asked.join(" ")}`;
  const open = file.open.length === 0 ? "" : `, open ${file.open.join(" ")}`;
  return `${file.kind} ${file.seed}: ${verdict.unaided}, then ${verdict.answered}${asked}${open}: ` +
    `${verdict.why} [${file.traits.join("; ")}]`;
}
