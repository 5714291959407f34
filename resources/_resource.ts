import type { z } from "zod";
import type { AnyContext, OutputOf, Profile, ReadId, ToolContext } from "../tools/_tool.ts";

/** A resource's metadata. */
export interface ResourceSummary {
  /** The address, such as `budget://plans/{plan_id}/accounts`. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /**
   * Profiles that offer the resource. A resource in the `fuller` profile is also in the `complete`
   * profile.
   */
  readonly profiles: readonly Profile[];
}

/** Schema of the resource's contents. It has the same kinds of fields as a tool's answer. */
export interface ResourceSchema {
  readonly output: z.ZodObject;
}

/** The contents that a resource's `read` function returns. Nullable fields may be left out. */
export type ContentOf<Schema extends ResourceSchema> = OutputOf<
  { readonly input: z.ZodObject; readonly output: Schema["output"] }
>;

/** The resource's reads. `planId` is empty if the resource's URI doesn't name a plan. */
export interface ResourceContext<DeclaredReads extends readonly ReadId[]>
  extends Pick<ToolContext<DeclaredReads, readonly []>, "cached"> {
  readonly planId: string;
}

/** What a resource's module exports. */
export interface ResourceModule<
  Schema extends ResourceSchema,
  DeclaredReads extends readonly ReadId[],
> {
  readonly summary: ResourceSummary;
  readonly schema: Schema;
  readonly reads: DeclaredReads;
  readonly read: (context: ResourceContext<DeclaredReads>) => Promise<ContentOf<Schema>>;
}

/** A resource as the server lists it. */
export interface BudgetResource {
  readonly summary: ResourceSummary;
  readonly reads: readonly ReadId[];
  /** Loads the resource's module. */
  readonly load: () => Promise<LoadedResource>;
}

export interface LoadedResource {
  readonly summary: ResourceSummary;
  readonly schema: ResourceSchema;
  readonly reads: readonly ReadId[];
  readonly read: (
    context: Pick<AnyContext, "cached"> & { readonly planId: string },
  ) => Promise<unknown>;
}

/**
 * Returns what a resource's module exports. The type check fails if the module uses data that isn't
 * among its declared reads.
 */
export function resourceOf<
  Schema extends ResourceSchema,
  const DeclaredReads extends readonly ReadId[],
>(resource: ResourceModule<Schema, DeclaredReads>): LoadedResource {
  return resource;
}
