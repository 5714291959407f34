/** Maximum file size that the server reads, in bytes. */
const MAX_BYTES = 5_000_000;
/** Maximum number of characters in a call: some hosts and proxies reject bodies over 1 MiB. */
const MAX_CHARACTERS = 600_000;

/**
 * Packs a file for a call: in base64, compressed if the browser can.
 *
 * @throws {Error} If it is too large, with a message for the user.
 */
export async function packed(file: Blob): Promise<string> {
  const tooLarge = new Error("This file is too large. Download a shorter period.");
  if (file.size > MAX_BYTES) throw tooLarge;
  const small = typeof CompressionStream === "undefined"
    ? file
    : await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
  const data = await base64Of(small);
  if (data.length > MAX_CHARACTERS) throw tooLarge;
  return data;
}

function base64Of(blob: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/u, ""));
  reader.onerror = () => reject(new Error("This file can't be read."));
  reader.readAsDataURL(blob);
  return promise;
}
