import { assertEquals } from "@std/assert";
import { z } from "zod";
import { definePrompt } from "../../../server/definitions/define_entries.ts";
import { prompts } from "../../../prompts/_manifest.ts";

Deno.test("definePrompt() asks a client for nothing that is filled in", () => {
  const [prompt] = prompts;
  if (prompt === undefined) throw new Error("There is no prompt");
  const input = (): z.ZodObject =>
    z.strictObject({ month: z.string().default("current"), category: z.string() });
  const { argumentsSchema } = definePrompt({ ...prompt, input: input as typeof prompt.input });
  assertEquals(argumentsSchema["required"], ["category"]);
});
