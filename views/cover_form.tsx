import { h, type VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { AmountField, Controls } from "./controls.tsx";
import { amount } from "./words.ts";
import { Button } from "./parts.tsx";

/** A category with money to spare. */
export interface CoverSource {
  readonly category_id: string;
  readonly name: string;
  readonly available: number;
}

/** An overspent category, and the categories from which it can be covered. */
export interface Covering {
  readonly id: string;
  readonly name: string;
  /** The overspent amount, above zero. */
  readonly missing: number;
  readonly sources: readonly CoverSource[];
}

interface CoverFormProps {
  readonly covering: Covering;
  readonly isBusy: boolean;
  readonly onPreview: (source: CoverSource, value: number) => void;
  readonly onCancel: () => void;
}

/** Asks which category should cover an overspent one and with how much. */
export function CoverForm(props: CoverFormProps): VNode {
  const { covering: { name, missing, sources }, isBusy, onPreview, onCancel } = props;
  const [at, setAt] = useState(0);
  const [value, setValue] = useState<number | null>(
    Math.min(missing, sources[0]?.available ?? missing),
  );
  const source = sources[at];
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => select.current?.focus(), []);
  if (source === undefined) {
    return <p class="state" role="status">No other category has money available.</p>;
  }
  const submit = (): void => {
    if (value !== null && !isBusy) onPreview(source, value);
  };
  return (
    <Controls label={`Cover ${name}`} onEnter={submit}>
      <label class="control">
        <span>Cover {name} from</span>
        <select
          ref={select}
          value={at}
          onChange={({ currentTarget: { value: chosen } }) => setAt(Number(chosen))}
        >
          {sources.map(({ category_id: id, name: other, available }, place) => (
            <option key={id} value={place}>{other}, {amount(available)}</option>
          ))}
        </select>
      </label>
      <AmountField label="Amount" initial={value} onAmount={setValue} />
      <Button kind="yes" isOff={isBusy || value === null} act={submit}>
        Preview the move
      </Button>
      <Button isOff={isBusy} act={onCancel}>Cancel</Button>
    </Controls>
  );
}
