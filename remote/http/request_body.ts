import { readRequestBody } from "@modelcontextprotocol/server";
import type { HttpLimits } from "./limits.ts";
import { refused } from "./refusal.ts";

/** Reads what is sent to the sign-in. */
export async function formIn(
  request: Request,
  all: HttpLimits,
): Promise<{ readonly text: string } | Response> {
  // It is kept with the sign-in; who has mounted the handler may have no such limit.
  if (request.url.length > all.headBytes) return refused(414, "The address is too long");
  const body = await readRequestBody(request, all.formBytes);
  return body.tooLarge ? refused(413, `A body must not exceed ${all.formBytes} bytes`) : body;
}

/** Reads the one message of a request: several in one would be several calls at once. */
export async function messageIn(
  request: Request,
  most: number,
): Promise<{ readonly message: unknown } | Response> {
  const body = await readRequestBody(request, most);
  if (body.tooLarge) return refused(413, `A body must not exceed ${most} bytes`);
  try {
    const message: unknown = JSON.parse(body.text);
    return Array.isArray(message)
      ? refused(400, "A request must be one message, not a batch", {}, "request")
      : { message };
  } catch {
    return refused(400, "The body is no JSON", {}, "parse");
  }
}
