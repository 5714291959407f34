import { type ComponentChildren, Fragment, h, type Ref, type VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { formatAmount } from "../domain/base/money_format.ts";
import { planMoney } from "./words.ts";

interface ButtonProps {
  readonly act: () => unknown;
  /** `yes` for the main action. */
  readonly kind?: "yes" | undefined;
  readonly isOff?: boolean | undefined;
  /** For a button that opens content: whether the content is shown. */
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

export function Button({ act, kind, isOff, isOpen, children }: ButtonProps): VNode {
  return (
    <button
      type="button"
      class={kind}
      disabled={isOff}
      aria-expanded={isOpen}
      onClick={() => act()}
    >
      {children}
    </button>
  );
}

/** Shows an error message; shows nothing if the message is empty. */
export function Problem({ words }: { readonly words: string }): VNode | null {
  return words === "" ? null : <p class="problem" role="alert">{words}</p>;
}

/** A symbol that screen readers skip. */
export function Sign({ children }: { readonly children: ComponentChildren }): VNode {
  return <span aria-hidden="true">{children}</span>;
}

export function Small({ children }: { readonly children: ComponentChildren }): VNode {
  return <p class="small">{children}</p>;
}

interface LineProps {
  readonly name: string;
  /** Text next to the name. */
  readonly note?: string | undefined;
  /** An amount. */
  readonly children: ComponentChildren;
}

/** A name with an amount at the end of the line. */
export function Line({ name, note, children }: LineProps): VNode {
  return (
    <div class="line">
      <span class="name">{name}</span>
      {note && <span class="small">{note}</span>}
      <span class="left">{children}</span>
    </div>
  );
}

interface RowProps {
  readonly name: string;
  readonly note?: string | undefined;
  /** An amount. */
  readonly value: ComponentChildren;
  readonly isBad?: boolean;
  /** Content below the line. */
  readonly children?: ComponentChildren;
}

/** An item of a list: a name with an amount. */
export function Row({ name, note, value, isBad = false, children }: RowProps): VNode {
  return (
    <li class={isBad ? "over" : ""}>
      <Line name={name} note={note}>{value}</Line>
      {children}
    </li>
  );
}

/** Says what the view shows. This line gets the focus when a pressed button disappears. */
export function Lead(
  { line, kind = "lead", children }: {
    readonly line: Ref<HTMLParagraphElement>;
    readonly kind?: "lead" | "state";
    readonly children: ComponentChildren;
  },
): VNode {
  return <p class={kind} role="status" tabIndex={-1} ref={line}>{children}</p>;
}

/** A reference for the status line, and a function that moves the focus to it. */
export function useLead(): readonly [line: Ref<HTMLParagraphElement>, focus: () => void] {
  const line = useRef<HTMLParagraphElement>(null);
  return [line, () => line.current?.focus()];
}

interface PartProps {
  readonly title: ComponentChildren;
  /** Rows below the heading. If there are none, the part is left out. */
  readonly of: readonly unknown[];
  readonly children: ComponentChildren;
}

/** A part of a view with its heading. */
export function Part({ title, of, children }: PartProps): VNode | null {
  return of.length === 0 ? null : (
    <>
      <h2 class="group">{title}</h2>
      {children}
    </>
  );
}

/**
 * Shows the first of many items and a button for the rest. If there are only a few items, shows all
 * without a button.
 */
export function useFirst<Item>(
  items: readonly Item[],
  { first, noun }: { readonly first: number; readonly noun: string },
): readonly [shown: readonly Item[], button: VNode | null] {
  const [isAll, setAll] = useState(false);
  if (items.length <= first) return [items, null];
  const button = (
    <Button isOpen={isAll} act={() => setAll(!isAll)}>
      {isAll ? `Show the ${noun} ${first}` : `Show all ${items.length}`}
    </Button>
  );
  return [isAll ? items : items.slice(0, first), button];
}

/** A button for the next page, or a note that there is a next page. */
export function More(
  { act, isOff, children }: {
    /** Requests the next page; `null` if the page can't call tools. */
    readonly act: (() => unknown) | null;
    readonly isOff: boolean;
    readonly children: string;
  },
): VNode {
  return act === null
    ? <Small>There are more. Ask for the next page.</Small>
    : <Button isOff={isOff} act={act}>{children}</Button>;
}

/** Renders a view that has nothing to show. */
export function Empty(
  { title, children }: { readonly title: string; readonly children: string },
): VNode {
  return (
    <section>
      <h1>{title}</h1>
      <p class="state">{children}</p>
    </section>
  );
}

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
  /** `null` for a field that is empty and may stay empty. */
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
