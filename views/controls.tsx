import { type ComponentChildren, h, type VNode } from "preact";
import { useState } from "preact/hooks";
import { formatAmount } from "../domain/base/money_format.ts";
import { planMoney } from "./words.ts";

/** Formats an amount for a field, without symbol and thousands separators. */
export function fieldAmount(value: number): string {
  return formatAmount(value, { ...planMoney(), groupMark: "" });
}

/** Parses an amount, which must be positive unless a sign is allowed; `null` if it is invalid. */
export function typedAmount(
  text: string,
  isSigned: boolean = false,
): number | null {
  const { groupMark = "", decimals } = planMoney();
  // A point after letters, as in "Fr.50", belongs to the symbol.
  const [number = ""] = /(?:(?<!\p{L})[.,])?\d(?:.*\d)?/su.exec(text) ?? [];
  if (/[^\d.,\s'\u2019]/u.test(number)) return null;
  const typed = number.replace(/[^\d.,]/gu, "");
  const last = Math.max(typed.lastIndexOf("."), typed.lastIndexOf(","));
  const mark = typed.charAt(last);
  // Users may type either decimal separator, but before three or more digits, the plan's thousands
  // separator keeps its meaning.
  const isGroup = mark === groupMark && typed.length - last > 3;
  const whole = last < 0 || isGroup ? typed : typed.slice(0, last);
  const rest = last < 0 || isGroup ? "" : typed.slice(last + 1);
  if (rest !== "" && whole.includes(mark)) return null;
  const value = Number(`${whole.replace(/\D/gu, "")}.${rest}`);
  const isFiner = Math.abs(Number(value.toFixed(decimals)) - value) > 1e-9;
  const isNegative = /[-\u2212]/u.test(text);
  if (typed === "" || isFiner || (!isSigned && (isNegative || value === 0))) return null;
  return isNegative ? 0 - value : value;
}

interface ControlsProps {
  readonly label: string;
  /** Called when the user presses Enter in a field. */
  readonly onEnter: () => void;
  readonly children: ComponentChildren;
}

/** A group of controls. It isn't a form element, because a sandboxed frame blocks forms. */
export function Controls({ label, onEnter, children }: ControlsProps): VNode {
  return (
    <div
      class="controls"
      role="group"
      aria-label={label}
      onKeyDown={({ key, target }) => {
        if (key === "Enter" && target instanceof HTMLInputElement) onEnter();
      }}
    >
      {children}
    </div>
  );
}

interface AmountFieldProps {
  readonly label: string;
  /** `null` for an empty field, which may stay empty. */
  readonly initial: number | null;
  /** Whether the amount may be zero or negative. */
  readonly isSigned?: boolean | undefined;
  /** Receives `null` for an invalid amount. */
  readonly onAmount: (amount: number | null) => void;
}

/** A field for an amount. */
export function AmountField({ label, initial, isSigned, onAmount }: AmountFieldProps): VNode {
  const [text, setText] = useState(initial === null ? "" : fieldAmount(initial));
  const [mayBeEmpty] = useState(initial === null);
  return (
    <label class="control">
      <span>{label}</span>
      <input
        type="text"
        inputMode="decimal"
        size={10}
        value={text}
        aria-invalid={typedAmount(text, isSigned) === null && !(mayBeEmpty && text === "")}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          onAmount(typedAmount(value, isSigned));
        }}
      />
    </label>
  );
}

interface DateFieldProps {
  readonly label: string;
  /** `YYYY-MM-DD`; empty for none. */
  readonly date: string;
  readonly from: string | undefined;
  readonly until: string | undefined;
  readonly onDate: (date: string) => void;
}

/** A field for a day. */
export function DateField({ label, date, from, until, onDate }: DateFieldProps): VNode {
  return (
    <label class="control">
      <span>{label}</span>
      <input
        type="date"
        value={date}
        min={from}
        max={until}
        onInput={({ currentTarget: { value } }) => onDate(value)}
      />
    </label>
  );
}
