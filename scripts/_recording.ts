/**
 * Draws a recording of the demo: an SVG image that shows one question after another, as a
 * terminal does. It moves by CSS alone; where motion is not wanted it shows one question.
 *
 * @module
 */

import type { DemoScene } from "./_demo_text.ts";

const COLUMN = 8.4;
const ROW = 19;
const MARGIN = 20;
const BAR = 34;
const SECONDS_EACH = 5;
/** Answers that are longer are cut: a recording is looked at, not read. */
const MOST_ROWS = 24;

type Style = "question" | "call" | "answer" | "requests";

interface Line {
  readonly text: string;
  readonly style: Style;
}

/**
 * Draws the recording.
 *
 * @param scenes The questions, in the order in which they are shown.
 * @param command What stands in the title bar.
 * @returns An SVG document, the same for the same scenes.
 */
export function recordingOf(scenes: readonly DemoScene[], command: string): string {
  const drawn = scenes.map(linesOf);
  const columns = Math.max(...drawn.flat().map(({ text }) => text.length));
  const rows = Math.max(...drawn.map(({ length }) => length));
  const width = Math.ceil(columns * COLUMN) + 2 * MARGIN;
  const height = BAR + rows * ROW + 2 * MARGIN;
  const groups = drawn.map((lines, at) => groupOf(lines, { at, total: drawn.length }));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
    `width="${width}" height="${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${
      escaped(`${command}: ${scenes.length} questions to a made-up household`)
    }` +
    "</title>",
    `<style>${styles(drawn.length)}</style>`,
    `<rect width="${width}" height="${height}" rx="10" fill="#0f172a"/>`,
    ...["#f87171", "#fbbf24", "#4ade80"].map((colour, at) =>
      `<circle cx="${MARGIN + at * 18}" cy="${BAR / 2 + 2}" r="5.5" fill="${colour}"/>`
    ),
    `<text class="requests" x="${MARGIN + 64}" y="${BAR / 2 + 7}">$ ${escaped(command)}</text>`,
    ...groups,
    "</svg>\n",
  ].join("\n");
}

function linesOf({ question, call, answer, requests }: DemoScene): readonly Line[] {
  const more = answer.length - MOST_ROWS;
  const shown = more > 1 ? [...answer.slice(0, MOST_ROWS), `... and ${more} more lines`] : answer;
  return [
    { text: question, style: "question" },
    { text: `  ${call}`, style: "call" },
    ...shown.map((text): Line => ({ text: `  ${text}`, style: "answer" })),
    { text: `  ${requests}`, style: "requests" },
  ];
}

function groupOf(
  lines: readonly Line[],
  { at, total }: { readonly at: number; readonly total: number },
): string {
  // A negative delay has every scene begin at its own place of one round.
  const delay = at === 0 ? 0 : (at - total) * SECONDS_EACH;
  const texts = lines.map((line, row) => textOf(line, BAR + MARGIN + (row + 0.5) * ROW));
  return `<g class="scene" style="animation-delay:${delay}s">\n${texts.join("\n")}\n</g>`;
}

/** Every line is as wide as its characters count, whatever the font is. */
function textOf({ text, style }: Line, y: number): string {
  const shown = text.trimStart();
  const x = MARGIN + (text.length - shown.length) * COLUMN;
  const length = (shown.length * COLUMN).toFixed(1);
  return `<text class="${style}" x="${x.toFixed(1)}" y="${y}" textLength="${length}" ` +
    `lengthAdjust="spacingAndGlyphs">${escaped(shown)}</text>`;
}

function styles(total: number): string {
  const share = (100 / total).toFixed(3);
  return [
    "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;" +
    "white-space:pre;fill:#cbd5e1}",
    ".question{font-weight:700;fill:#f8fafc}.call{fill:#67e8f9}.requests{fill:#94a3b8}",
    `.scene{opacity:0;animation:show ${total * SECONDS_EACH}s step-end infinite}`,
    `@keyframes show{0%{opacity:1}${share}%{opacity:0}}`,
    "@media (prefers-reduced-motion:reduce){.scene{animation:none}" +
    ".scene:nth-of-type(2){opacity:1}}",
  ].join("");
}

function escaped(text: string): string {
  const marks: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  return text.replaceAll(/[&<>"]/gu, (mark) => marks[mark] ?? mark);
}
