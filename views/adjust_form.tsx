import { h, type VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Adjustable, Adjusted } from "./adjusting.ts";
import { AmountField, Controls } from "./controls.tsx";
import { Button } from "./parts.tsx";

interface AdjustFormProps {
  readonly adjustable: Adjustable;
  readonly isBusy: boolean;
  /** Requests a preview of the adjusted change. */
  readonly onPreview: (args: Readonly<Record<string, unknown>>) => void;
  readonly onCancel: () => void;
}

/** A form to leave out rows of a change or to change their amounts. It only requests a preview. */
export function AdjustForm(props: AdjustFormProps): VNode {
  const { adjustable: { rows, argsFor }, isBusy, onPreview, onCancel } = props;
  const [adjusted, setAdjusted] = useState<readonly Adjusted[]>(
    rows.map(({ amount }) => ({ isKept: true, amount })),
  );
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("input")?.focus(), []);
  const adjust = (at: number, change: Partial<Adjusted>): void =>
    setAdjusted((old) => old.map((one, place) => place === at ? { ...one, ...change } : one));
  const kept = adjusted.filter(({ isKept }) => isKept);
  const isSame = adjusted.every(({ isKept, amount }, at) => isKept && amount === rows[at]?.amount);
  const isReady = !isBusy && !isSame && kept.length > 0 &&
    kept.every(({ amount }) => amount !== null);
  const preview = (): void => {
    if (isReady) onPreview(argsFor(adjusted));
  };
  return (
    <div ref={box}>
      <ul class="records">
        {rows.map(({ label, amount, isSigned }, at) => (
          <li key={at}>
            <Controls label={label === "" ? "Amount" : label} onEnter={preview}>
              {rows.length > 1 && (
                <label class="tick">
                  <input
                    type="checkbox"
                    checked={adjusted[at]?.isKept}
                    onChange={({ currentTarget: { checked } }) => adjust(at, { isKept: checked })}
                  />
                  <span class="name">{label}</span>
                </label>
              )}
              {amount !== undefined && (
                <AmountField
                  label="Amount"
                  initial={amount}
                  isSigned={isSigned}
                  onAmount={(value) => adjust(at, { amount: value })}
                />
              )}
            </Controls>
          </li>
        ))}
      </ul>
      <div class="buttons">
        <Button kind="yes" isOff={!isReady} act={preview}>
          Preview this instead
        </Button>
        <Button isOff={isBusy} act={onCancel}>Back</Button>
      </div>
    </div>
  );
}
