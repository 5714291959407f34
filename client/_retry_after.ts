/** Reads how long an answer asks to wait. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Math.max(1, Number(header)) * 1_000;
  const at = Date.parse(header);
  return at > now ? at - now : null;
}
