import { h, type VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { AmountField, Button, Controls } from "./parts.tsx";
import type { ChangeLine, ShownChange } from "./use_card.ts";

type Args = Readonly<Record<string, unknown>>;

/** A row of a previewed change. The user can leave the row out or change its amount. */
interface AdjustableRow {
  readonly label: string;
  /** The row's amount; absent if the user can't change the amount. */
  readonly amount?: number;
  /** Whether the user may set the amount to zero or a negative value. */
  readonly isSigned?: boolean;
  /** Returns the value to pass for this row when requesting the adjusted change. */
  readonly argument: (amount: number | undefined) => unknown;
}

interface Adjusted {
  readonly isKept: boolean;
  /** The chosen amount: `null` if invalid, absent if the row's amount can't be changed. */
  readonly amount?: number | null | undefined;
}

/** The rows that the user can adjust in a change, and how to request the adjusted change. */
interface Adjustable {
  readonly rows: readonly AdjustableRow[];
  readonly argsFor: (kept: readonly unknown[]) => Args;
}

/** For each tool, the name of the argument that lists the records to change. */
const LISTS: Readonly<Record<string, string>> = {
  apply_categories: "assignments",
  create_transactions: "transactions",
  delete_transactions: "transaction_ids",
  flag_transactions: "flags",
};

/** Returns what can be adjusted in a preview; `null` if nothing can. */
export function adjustableOf({ tool, args, answer }: ShownChange): Adjustable | null {
  const { changes = [] } = answer;
  if (tool === "move_money" || tool === "set_category_budget") {
    const { amount: given } = args;
    if (typeof given !== "number") return null;
    const isSigned = tool !== "move_money";
    return {
      rows: [{ label: "", amount: given, isSigned, argument: (amount) => amount }],
      argsFor: ([amount]) => ({ ...args, amount }),
    };
  }
  if (tool === "assign_month") return assignedMonth(args, changes);
  const name = LISTS[tool];
  const given = name === undefined ? undefined : args[name];
  if (name === undefined || !Array.isArray(given) || given.length < 2) return null;
  // Every row in the arguments must match exactly one record in the preview.
  const labels = given.map((row: unknown, at) => labelOf(row, at, changes));
  const records = new Set(changes.map(({ id, label }) => `${id} ${label}`));
  if (labels.includes(null) || records.size !== given.length) return null;
  return {
    rows: given.map((row: Args, at) => ({
      label: labels[at] ?? "",
      ...(tool === "create_transactions" && typeof row["amount"] === "number"
        ? { amount: row["amount"], isSigned: true }
        : {}),
      argument: (amount) => amount === undefined ? row : { ...row, amount },
    })),
    argsFor: (kept) => ({ ...args, [name]: kept }),
  };
}

/** Takes the rows from the preview, because the arguments of a call with `mode` contain no rows. */
function assignedMonth(args: Args, changes: readonly ChangeLine[]): Adjustable | null {
  if (changes.some(({ field, after }) => field !== "assigned" || typeof after !== "number")) {
    return null;
  }
  const { mode: _, limit_amount: __, ...rest } = args;
  return {
    rows: changes.map(({ id, label, after }) => ({
      ...{ label, amount: Number(after), isSigned: true },
      argument: (amount) => ({ category_id: id, amount }),
    })),
    argsFor: (assignments) => ({ ...rest, assignments }),
  };
}

/** Returns the label of the one record that matches an argument; `null` if none or several do. */
function labelOf(row: unknown, at: number, changes: readonly ChangeLine[]): string | null {
  const named = typeof row === "string"
    ? row
    : (row as { readonly transaction_id?: unknown }).transaction_id ?? `new ${at + 1}`;
  if (typeof named !== "string" || named === "") return null;
  const found = changes.filter(({ id }) =>
    id === named || (named.length >= 8 && id.length >= 8 && isStart(id, named))
  );
  const labels = new Set(found.map(({ label }) => label));
  return labels.size === 1 ? found[0]?.label ?? null : null;
}

/** Whether one id is a prefix of the other. Either id may have been shortened. */
function isStart(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

interface AdjustFormProps {
  readonly adjustable: Adjustable;
  readonly isBusy: boolean;
  /** Requests a preview of the adjusted change. */
  readonly onPreview: (args: Args) => void;
  readonly onCancel: () => void;
}

/** A form for previewing a change without some of its rows or with different amounts. */
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
    if (!isReady) return;
    onPreview(argsFor(rows.flatMap(({ argument }, at) => {
      const { isKept = false, amount } = adjusted[at] ?? {};
      return isKept ? [argument(amount ?? undefined)] : [];
    })));
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
