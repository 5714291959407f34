import type { VNode } from "preact";

/** A figure and what it is. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly note?: string | undefined;
  readonly isBad?: boolean | undefined;
}

/** Draws figures side by side. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }): VNode {
  return (
    <dl class="figures">
      {figures.map(({ name, value, note, isBad }) => (
        <div key={name} class={isBad === true ? "bad" : ""}>
          <dt>{name}</dt>
          <dd>
            {isBad === true ? <span aria-hidden="true">{"\u26a0 "}</span> : null}
            <strong>{value}</strong>
            {note === undefined ? null : <span class="note">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
