import { coverage } from "../tools/_coverage.ts";
import type { Profile } from "../tools/_tool.ts";
import {
  type CoverageClaim,
  CoverageError,
  coverageMismatch,
  type Declaration,
} from "./coverage_mismatch.ts";
import { resourcesOf } from "./offered_resources.ts";
import { toolsOf } from "./offered_tools.ts";

/**
 * Compares what the profile's tools and resources declare with the coverage table,
 * both ways, whether or not the tools that change the plan are offered.
 *
 * @throws {CoverageError} At the first difference.
 */
export function assertCoverage(
  profile: Profile,
  table: CoverageClaim["coverage"] = coverage,
): void {
  const declarations: readonly Declaration[] = [
    ...toolsOf(profile, true).map(({ name, reads, writes }) => ({
      user: name,
      operations: [...reads[profile], ...writes[profile]],
    })),
    ...resourcesOf(profile).map(({ uri, reads }) => ({ user: uri, operations: reads })),
  ];
  const mismatch = coverageMismatch({ profile, coverage: table, declarations });
  if (mismatch !== null) throw new CoverageError(mismatch);
}
