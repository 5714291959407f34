let context: CanvasRenderingContext2D | null = null;

/** The size of labels in CSS pixels. */
export const LABEL_SIZE = 12;

/** Tells how wide a label is, in CSS pixels. */
export function labelWidth(text: string): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (context === null) return text.length * LABEL_SIZE * 0.7;
  context.font = `${LABEL_SIZE}px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width;
}

/** Tells how wide the widest of some labels is. */
export function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(labelWidth));
}
