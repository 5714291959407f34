/**
 * The contract of a resource file, checked by the compiler: what a resource
 * declares is all that it can read.
 *
 * @module
 */

import type { ReadId, ToolContext } from "../tools/_tool.ts";

/** What a resource says of itself. */
export interface ResourceSummary {
  /** Such as `budget://plans/{plan_id}/accounts`. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** What a resource reads with; `planId` is set where the address names a plan. */
export interface ResourceContext<DeclaredReads extends readonly ReadId[]>
  extends Pick<ToolContext<DeclaredReads, readonly []>, "cached"> {
  readonly planId: string;
}

/** What a resource file exports. */
export interface ResourceModule<DeclaredReads extends readonly ReadId[]> {
  readonly summary: ResourceSummary;
  readonly reads: DeclaredReads;
  readonly read: (context: ResourceContext<DeclaredReads>) => Promise<unknown>;
}

/** A resource as the server keeps it. */
export interface BudgetResource {
  readonly summary: ResourceSummary;
  readonly reads: readonly ReadId[];
  readonly read: (context: never) => Promise<unknown>;
}

/**
 * Takes a resource file in. A read that asks for more than the file declares does
 * not compile here.
 *
 * @param module What the file exports.
 * @returns The resource.
 */
export function resourceOf<const DeclaredReads extends readonly ReadId[]>(
  module: ResourceModule<DeclaredReads>,
): BudgetResource {
  return module;
}
