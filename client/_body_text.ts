import type { LoadProgress } from "./load_progress.ts";

/** Three times the list of 100,000 transactions, in bytes after unpacking. */
export const MOST_BODY_BYTES = 256_000_000;
/** So much has to come before it is told again. */
const PROGRESS_BYTES = 1_000_000;

/** A body that is too large to be read. */
export class OversizedBody extends Error {
  override readonly name = "OversizedBody";

  /** Makes the error. */
  constructor() {
    super("The body is too large to be read");
  }
}

/** How a body is read. */
export interface BodyReading {
  /** Hears how much has come. */
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
  readonly mostBytes?: number;
}

/**
 * Reads a body as text.
 *
 * @throws {OversizedBody} As soon as more has come; the rest is not asked for.
 */
export async function bodyText(
  response: Response,
  { onProgress, mostBytes = MOST_BODY_BYTES }: BodyReading = {},
): Promise<string> {
  const total = lengthOf(response);
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let [text, bytes, reportedAt] = ["", 0, 0];
  try {
    for (;;) {
      const piece = (await reader?.read())?.value;
      if (piece === undefined) return text + decoder.decode();
      text += decoder.decode(piece, { stream: true });
      bytes += piece.length;
      if (bytes > mostBytes) throw new OversizedBody();
      if (bytes - reportedAt < PROGRESS_BYTES) continue;
      reportedAt = bytes;
      onProgress?.({ bytes, total });
    }
  } finally {
    // Ends the download of a body that is too large; nothing is left of one that was read.
    reader?.cancel().catch(() => {});
  }
}

/** How many bytes will come; `null` where that is not known. */
function lengthOf(response: Response): number | null {
  const length = Number(response.headers.get("content-length") ?? 0);
  // The length of a packed body is not that of what comes out of it.
  return length > 0 && !response.headers.has("content-encoding") ? length : null;
}
