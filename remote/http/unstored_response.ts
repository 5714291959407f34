/** Has an answer kept by nobody. */
export function unstored(response: Response, leave: () => void): Response {
  const headers = new Headers(response.headers);
  headers.set("cache-control", "no-store");
  // Whether the connection stays open is between the runtime and the client (RFC 9112, 9.6).
  headers.delete("connection");
  const { status, body } = response;
  if (body === null) {
    leave();
    return new Response(null, { status, headers });
  }
  // Some proxies would keep a stream until it ends.
  headers.set("x-accel-buffering", "no");
  const reader = body.getReader();
  const told = new ReadableStream<Uint8Array>({
    async pull(controller): Promise<void> {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        leave();
        controller.close();
      } catch (error) {
        leave();
        controller.error(error);
      }
    },
    async cancel(reason): Promise<void> {
      leave();
      await reader.cancel(reason);
    },
  });
  return new Response(told, { status, headers });
}
