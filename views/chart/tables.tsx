import { h, type VNode } from "preact";
import { Sign } from "../parts.tsx";
import { amount } from "../words.ts";

/** A number is an amount. */
type Cell = string | number | undefined;

function written(cell: Cell): string | undefined {
  return typeof cell === "number" ? amount(cell) : cell;
}

/** A table whose rows are named by their first cell. */
export interface DataTableProps {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Renders a table that opens on demand. */
export function DataTable({ caption, columns, rows }: DataTableProps): VNode {
  return (
    <details class="table">
      <summary>{caption}</summary>
      <div class="wide" tabIndex={0} role="region" aria-label={caption}>
        <table>
          <thead>
            <tr>{columns.map((column) => <th scope="col" key={column}>{column}</th>)}</tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, place) =>
                  place === 0
                    ? <th scope="row" key={place}>{cell}</th>
                    : <td key={place}>{written(cell)}</td>
                )}
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
  /** A figure without a value is left out. */
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
