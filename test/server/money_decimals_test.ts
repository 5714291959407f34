import { assert, assertEquals } from "@std/assert";
import { z } from "zod";
import { exampleOf } from "../../scripts/_examples.ts";
import { tools } from "../../tools/_manifest.ts";
import { metaOf, unwrapped } from "../../tools/_schema.ts";

interface Numbers {
  /** Amounts, and changed values, which may be amounts. */
  readonly money: readonly number[];
  readonly others: readonly number[];
}

function numbersIn(schema: z.core.$ZodType, value: unknown): Numbers {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject && typeof value === "object" && value !== null) {
    const fields = inner.shape as Readonly<Record<string, z.core.$ZodType>>;
    return joined(
      Object.entries(value).map(([name, one]) => numbersIn(fields[name] ?? z.string(), one)),
    );
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return joined(value.map((item) => numbersIn(inner.element, item)));
  }
  if (typeof value !== "number") return { money: [], others: [] };
  const mayPay = ["money", "estimate", "text"].includes(metaOf(inner).kind ?? "");
  return mayPay ? { money: [value], others: [] } : { money: [], others: [value] };
}

function joined(parts: readonly Numbers[]): Numbers {
  return {
    money: parts.flatMap(({ money }) => money),
    others: parts.flatMap(({ others }) => others),
  };
}

for (const tool of tools) {
  Deno.test(`${tool.name} returns no more decimals than the currency has`, async () => {
    const { calls } = await exampleOf(tool);
    for (const { reply } of calls) {
      const { money, others } = numbersIn(tool.schema.output, reply.structured);
      assertEquals(money.filter((amount) => Number(amount.toFixed(2)) !== amount), []);
      const precise = reply.text.match(/\d+\.\d{3,}/gu) ?? [];
      const shares = new Set(others.map((share) => String(Math.abs(share))));
      assertEquals(precise.filter((number) => !shares.has(number)), []);
      assert(reply.structured !== null, reply.text);
    }
  });
}
