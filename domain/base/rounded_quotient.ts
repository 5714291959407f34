/**
 * Divides integers and rounds half away from zero, so that a refund rounds as a
 * payment does.
 */
export function roundedQuotient(dividend: number, divisor: number): number {
  // The remainder is exact where a quotient would not be: x.4999... must not round up.
  const size = Math.abs(dividend);
  const rest = size % divisor;
  const whole = (size - rest) / divisor + (2 * rest >= divisor ? 1 : 0);
  return dividend < 0 ? 0 - whole : whole;
}
