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
    profiles: ["fuller","reduced"],
    reads: ["getAccounts"],
  },
  {
    file: "categories",
    uri: "budget://plans/{plan_id}/categories",
    name: "categories",
    title: "Categories of a plan",
    description: "Category groups with their categories, hidden ones marked",
    profiles: ["fuller","reduced"],
    reads: ["getCategories"],
  },
  {
    file: "plans",
    uri: "budget://plans",
    name: "plans",
    title: "Plans",
    description: "Plans with their ids, months and currency",
    profiles: ["fuller","reduced"],
    reads: ["getPlans"],
  },
  {
    file: "settings",
    uri: "budget://plans/{plan_id}/settings",
    name: "settings",
    title: "Settings of a plan",
    description: "How the plan shows dates and money",
    profiles: ["complete"],
    reads: ["getPlanSettingsById"],
  },
];
