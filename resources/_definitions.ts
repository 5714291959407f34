/**
 * What is told of every resource, in the order of their names. Written by scripts/generate.ts.
 *
 * @module
 */

// deno-fmt-ignore-file

import type { ResourceDefinition } from "./_definition.ts";

/** Every resource as data. */
export const definitions: readonly ResourceDefinition[] = [
  {
    file: "accounts",
    uri: "budget://plans/{plan_id}/accounts",
    name: "accounts",
    title: "Open accounts of a plan",
    description: "Open accounts with type and balance",
    reads: ["getAccounts"],
  },
  {
    file: "categories",
    uri: "budget://plans/{plan_id}/categories",
    name: "categories",
    title: "Categories of a plan",
    description: "Category groups with their categories, hidden ones marked",
    reads: ["getCategories"],
  },
  {
    file: "plans",
    uri: "budget://plans",
    name: "plans",
    title: "Plans",
    description: "Plans with their ids, months and currency",
    reads: ["getPlans"],
  },
];
