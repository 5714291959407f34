import { h, type VNode } from "preact";
import { Sign } from "../parts.tsx";
import { amount } from "../words.ts";

/** A cell of a table. A number is an amount. */
type Cell = string | number | undefined;

function written(cell: Cell): string | undefined {
  return typeof cell === "number" ? amount(cell) : cell;
}

/** A column: its heading, and the field or function that returns its cell. */
export type Column<Row> = readonly [heading: string, cell: keyof Row | ((row: Row) => Cell)];

interface DataTableProps<Row> {
  readonly caption: string;
  readonly of: readonly Row[];
  /** The columns. The first column names the row. */
  readonly columns: readonly Column<Row>[];
}

/** Renders a table that the user can open. Renders nothing if there are no rows. */
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

export interface Figure {
  readonly name: string;
  /** The value of the figure. A figure without a value is left out. */
  readonly value: Cell;
  readonly note?: string | undefined;
  readonly isBad?: boolean | undefined;
}

/** Renders figures side by side. */
export function Figures(
  { figures }: { readonly figures: readonly Figure[] },
): VNode {
  return (
    <dl class="figures">
      {figures.filter(({ value = "" }) => value !== "").map(({ name, value, note, isBad }) => (
        <div key={name} class={isBad ? "bad" : ""}>
          <dt>{name}</dt>
          <dd>
            {isBad && <Sign>{"\u26a0 "}</Sign>}
            <strong>{written(value)}</strong>
            {note && <span class="note">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
