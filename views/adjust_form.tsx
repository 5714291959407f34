import { h, type VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Adjustable, AdjustableRow, Adjusted } from "./adjusting.ts";
import { AmountField, Controls, fieldAmount, typedAmount } from "./controls.tsx";
import { Button } from "./parts.tsx";

interface AdjustFormProps {
  readonly adjustable: Adjustable;
  readonly isBusy: boolean;
  /** Requests a preview of the adjusted change. */
  readonly onPreview: (args: Readonly<Record<string, unknown>>) => void;
  readonly onCancel: () => void;
}

/** A form to leave out rows of a change or to change their amounts. It applies nothing itself. */
export function AdjustForm(props: AdjustFormProps): VNode {
  const { adjustable: { rows, argsFor }, isBusy, onPreview, onCancel } = props;
  const [kept, keep] = useState<readonly boolean[]>(rows.map(() => true));
  const [texts, setTexts] = useState<readonly string[]>(
    rows.map(({ amount }) => amount === undefined ? "" : fieldAmount(amount)),
  );
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("input")?.focus(), []);
  const adjusted: readonly (Adjusted & { readonly isWrong: boolean })[] = rows.map((row, at) => {
    const amount = amountOf(row, texts[at] ?? "");
    return {
      isKept: kept[at] === true,
      amount: amount ?? undefined,
      isWrong: row.amount !== undefined && amount === null,
    };
  });
  const isSame = adjusted.every(({ isKept, amount }, at) => isKept && amount === rows[at]?.amount);
  const isReady = !isBusy && !isSame && adjusted.some(({ isKept }) => isKept) &&
    adjusted.every(({ isKept, isWrong }) => !isKept || !isWrong);
  const preview = (): void => {
    if (isReady) onPreview(argsFor(adjusted));
  };
  return (
    <div ref={box}>
      <ul class="records">
        {rows.map((row, at) => (
          <li key={at}>
            <Controls label={row.label === "" ? "Amount" : row.label} onEnter={preview}>
              {rows.length < 2 ? null : (
                <label class="tick">
                  <input
                    type="checkbox"
                    checked={kept[at] === true}
                    onChange={({ currentTarget: { checked } }) => keep(kept.with(at, checked))}
                  />
                  <span class="name">{row.label}</span>
                </label>
              )}
              {row.amount === undefined ? null : (
                <AmountField
                  label="Amount"
                  text={texts[at] ?? ""}
                  isWrong={adjusted[at]?.isWrong === true}
                  onText={(text) => setTexts(texts.with(at, text))}
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

function amountOf(row: AdjustableRow, text: string): number | null {
  return row.amount === undefined ? null : typedAmount(text, row.isSigned);
}
