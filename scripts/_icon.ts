/**
 * Draws the icon: three bars in a rounded square, the last one checked off. It is our own
 * drawing, and carries nothing of YNAB's.
 *
 * @module
 */

import { deflateSync, inflateSync } from "node:zlib";

/** Width and height, in pixels. */
export const ICON_SIZE = 512;

type Colour = readonly [red: number, green: number, blue: number];
type Point = readonly [x: number, y: number];

const GROUND: Colour = [22, 78, 99];
const BAR: Colour = [165, 243, 252];
const DONE: Colour = [250, 204, 21];

/** A rounded box: its middle, half its width and height, and the radius of its corners. */
interface Box {
  readonly middle: Point;
  readonly half: Point;
  readonly radius: number;
}

const SQUARE: Box = { middle: [256, 256], half: [240, 240], radius: 104 };
const BARS: readonly (readonly [Box, Colour])[] = [
  [{ middle: [148, 300], half: [34, 84], radius: 16 }, BAR],
  [{ middle: [256, 256], half: [34, 128], radius: 16 }, BAR],
  [{ middle: [364, 322], half: [34, 62], radius: 16 }, DONE],
];
const CHECK: readonly Point[] = [[322, 184], [352, 214], [408, 150]];
const CHECK_WIDTH = 15;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * Draws the icon.
 *
 * @returns Lines of a PNG image as they are before compression: a zero, then RGBA.
 */
export function iconLines(): Uint8Array {
  const lines = new Uint8Array(ICON_SIZE * (1 + 4 * ICON_SIZE));
  for (let y = 0; y < ICON_SIZE; y++) {
    for (let x = 0; x < ICON_SIZE; x++) {
      lines.set(pixelAt([x + 0.5, y + 0.5]), y * (1 + 4 * ICON_SIZE) + 1 + 4 * x);
    }
  }
  return lines;
}

/**
 * Writes the icon as PNG.
 *
 * @returns The file.
 */
export function iconFile(): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, ICON_SIZE);
  view.setUint32(4, ICON_SIZE);
  header.set([8, 6], 8);
  const parts = [
    new Uint8Array(SIGNATURE),
    chunk("IHDR", header),
    chunk("IDAT", new Uint8Array(deflateSync(iconLines(), { level: 9 }))),
    chunk("IEND", new Uint8Array()),
  ];
  return joined(parts);
}

/**
 * Reads the lines of an icon that {@linkcode iconFile} wrote, here or elsewhere: machines
 * may compress them differently.
 *
 * @param file The file.
 * @returns The lines before compression.
 */
export function linesOfIcon(file: Uint8Array): Uint8Array {
  const at = SIGNATURE.length + 12 + 13;
  const length = new DataView(file.buffer, file.byteOffset).getUint32(at);
  return new Uint8Array(inflateSync(file.subarray(at + 8, at + 8 + length)));
}

function pixelAt(point: Point): readonly number[] {
  const ground = coverage(distanceToBox(point, SQUARE));
  let colour = GROUND;
  for (const [box, over] of BARS) colour = mixed(colour, over, coverage(distanceToBox(point, box)));
  const [start, turn, end] = CHECK as [Point, Point, Point];
  const distance = Math.min(distanceToLine(point, start, turn), distanceToLine(point, turn, end));
  colour = mixed(colour, DONE, coverage(distance - CHECK_WIDTH));
  return [...colour.map(Math.round), Math.round(ground * 255)];
}

/** How much of a pixel is within an outline, from 0 to 1, by its signed distance from it. */
function coverage(distance: number): number {
  return Math.min(Math.max(0.5 - distance, 0), 1);
}

function mixed(under: Colour, over: Colour, share: number): Colour {
  const [red, green, blue] = under;
  const part = (from: number, to: number): number => from + (to - from) * share;
  return [part(red, over[0]), part(green, over[1]), part(blue, over[2])];
}

function distanceToBox([x, y]: Point, { middle, half, radius }: Box): number {
  const across = Math.abs(x - middle[0]) - half[0] + radius;
  const down = Math.abs(y - middle[1]) - half[1] + radius;
  const outside = Math.hypot(Math.max(across, 0), Math.max(down, 0));
  return outside + Math.min(Math.max(across, down), 0) - radius;
}

function distanceToLine([x, y]: Point, from: Point, to: Point): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const along = ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy);
  const share = Math.min(Math.max(along, 0), 1);
  return Math.hypot(x - from[0] - dx * share, y - from[1] - dy * share);
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = joined([new TextEncoder().encode(name), data]);
  const part = new Uint8Array(body.length + 8);
  const view = new DataView(part.buffer);
  view.setUint32(0, data.length);
  part.set(body, 4);
  view.setUint32(body.length + 4, checksum(body));
  return part;
}

/** CRC-32, as PNG has it (ISO 3309). */
function checksum(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return (rest ^ 0xffffffff) >>> 0;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
