import { type ComponentChildren, h, type VNode } from "preact";
import { Line, Sign } from "../parts.tsx";
import { amount, percent } from "../words.ts";
import { labelWidth } from "./picture.tsx";

/** A cell of a table. Numbers are amounts. */
type Cell = string | number | undefined;

function written(cell: Cell): string | undefined {
  return typeof cell === "number" ? amount(cell) : cell;
}

/** A table column: its heading, and the field or function that provides each row's cell. */
export type Column<Row> = readonly [heading: string, cell: keyof Row | ((row: Row) => Cell)];

interface DataTableProps<Row> {
  readonly caption: string;
  readonly of: readonly Row[];
  /** The table's columns. The cells in the first column are row headings. */
  readonly columns: readonly Column<Row>[];
}

/** Renders a collapsed table that the user can expand. Renders nothing if there are no rows. */
export function DataTable<Row>({ caption, of, columns }: DataTableProps<Row>): VNode | null {
  return of.length === 0 ? null : (
    <details class="table">
      <summary>{caption}</summary>
      <div class="wide" tabIndex={0} role="region" aria-label={caption}>
        <table>
          <thead>
            <tr>{columns.map(([heading]) => <th scope="col" key={heading}>{heading}</th>)}</tr>
          </thead>
          <tbody>
            {of.map((row, at) => (
              <tr key={at}>
                {columns.map(([heading, cell], place) => {
                  const value = written(typeof cell === "function" ? cell(row) : row[cell] as Cell);
                  return place === 0
                    ? <th scope="row" key={heading}>{value}</th>
                    : <td key={heading}>{value}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** A labeled value, such as a total. The figure isn't shown if its value is missing or empty. */
export type Figure = readonly [
  name: string,
  value: Cell,
  about?: { readonly note?: string | undefined; readonly isBad?: boolean },
];

/** Minimum width of a label-and-value pair, in CSS pixels. */
const FIGURE_WIDTH = 124;
/** Font size of the value in a label-and-value pair, relative to the font size of chart labels. */
const FIGURE_SIZE = 17 / 12;

/** Renders figures in columns of equal width, so that no amount breaks across lines. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }): VNode {
  const shown = figures.filter(([, value = ""]) => value !== "");
  const widths = shown.flatMap(([, value, { note = "" } = {}]) => [
    typeof value === "number" ? labelWidth(amount(value), 600) * FIGURE_SIZE : 0,
    // Columns must also be wide enough for amounts in notes. No amount contains an ordinary space.
    ...note.split(" ").filter((word) => /\d/u.test(word)).map((word) => labelWidth(word)),
  ]);
  const width = Math.ceil(Math.max(FIGURE_WIDTH, ...widths));
  const gridTemplateColumns = `repeat(auto-fit, minmax(min(${width}px, 100%), 1fr))`;
  return (
    <dl class="figures" style={{ gridTemplateColumns }}>
      {shown.map(([name, value, about]) => (
        <div key={name} class={about?.isBad ? "bad" : ""}>
          <dt>{name}</dt>
          <dd>
            {about?.isBad && <Sign>{"\u26a0 "}</Sign>}
            <strong>{written(value)}</strong>
            {about?.note && <span class="note">{about.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A named value to rank, such as the total of a category. */
interface Ranked {
  readonly key: string;
  readonly name: string;
  /** Additional text next to the name. */
  readonly note?: string | undefined;
  readonly value: number;
  /** Content that appears when the user expands the bar. */
  readonly inside?: ComponentChildren;
}

interface RankedBarsProps {
  readonly label: string;
  readonly rows: readonly Ranked[];
  /** The total from which to compute each value's share; if absent, no shares are shown. */
  readonly whole?: number | undefined;
}

/** Renders values as bars below their names, in the given order. */
export function RankedBars({ label, rows, whole }: RankedBarsProps): VNode {
  const highest = Math.max(0.001, ...rows.map(({ value }) => Math.abs(value)));
  return (
    <ol class="ranked" aria-label={label}>
      {rows.map(({ key, name, note, value, inside }) => (
        <li key={key}>
          <Line name={name} note={note}>
            <span class="amount">{amount(value)}</span>
            {whole === undefined || whole === 0
              ? null
              : <span class="share">{percent(value / whole)}</span>}
          </Line>
          <div
            class="rank-bar"
            aria-hidden="true"
            style={{ width: `${Math.max(0, value) / highest * 100}%` }}
          />
          {inside}
        </li>
      ))}
    </ol>
  );
}
