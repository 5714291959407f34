import { z } from "zod";
import { foreignText } from "../tools/_schema.ts";
import type { ContentOf, ResourceContext, ResourceSummary } from "./_resource.ts";

export const summary: ResourceSummary = {
  uri: "budget://plans/{plan_id}/settings",
  name: "settings",
  title: "A plan's settings",
  description: "The plan's date and currency formats",
  profiles: ["complete"],
};

export const schema = {
  output: z.object({
    date_format: foreignText().nullable(),
    currency: z.object({
      iso_code: foreignText(),
      symbol: foreignText(),
      decimals: z.number(),
      symbol_first: z.boolean(),
      example: foreignText(),
    }).nullable(),
  }),
};

export const reads = ["getPlanSettingsById"] as const;

export async function read(
  { cached, planId }: ResourceContext<typeof reads>,
): Promise<ContentOf<typeof schema>> {
  const { date_format: date, currency_format: currency = null } = await cached.getPlanSettingsById({
    planId,
  });
  return {
    date_format: date?.format ?? null,
    currency: currency === null ? null : {
      iso_code: currency.iso_code,
      symbol: currency.currency_symbol,
      decimals: currency.decimal_digits,
      symbol_first: currency.symbol_first,
      example: currency.example_format,
    },
  };
}
