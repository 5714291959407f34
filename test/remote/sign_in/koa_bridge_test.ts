import { assertRejects } from "@std/assert";
import { Readable } from "node:stream";
import type { ServerResponse } from "node:http";
import { answerOfKoa } from "../../../remote/sign_in/koa_bridge.ts";

Deno.test("answerOfKoa() rejects a streamed response body instead of losing it", async () => {
  const publicUrl = "https://budget.example.com";
  const bridged = { request: new Request(publicUrl), body: "", publicUrl, address: "192.0.2.1" };
  const stream = (_: unknown, response: unknown): Promise<void> => {
    Readable.from(["a", "b"]).pipe(response as ServerResponse);
    return Promise.resolve();
  };
  await assertRejects(() => answerOfKoa(stream, bridged), Error, "whole response body");
});
