import { type ComponentChildren, Fragment, h, type Ref, type VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { CALL_MS, type Host, type ToolResult, within } from "./host.ts";
import { errorWords, fieldAmount, typedAmount, WORKING } from "./words.ts";

interface ButtonProps {
  readonly act: () => unknown;
  /** CSS class: `yes` marks the button that performs the main action. */
  readonly kind?: "yes" | undefined;
  readonly isOff?: boolean | undefined;
  /** For a button that shows and hides content: whether the content is shown. */
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

/** A symbol that screen readers don't read. */
export function Sign({ children }: { readonly children: ComponentChildren }): VNode {
  return <span aria-hidden="true">{children}</span>;
}

export function Small({ children }: { readonly children: ComponentChildren }): VNode {
  return <p class="small">{children}</p>;
}

interface LineProps {
  readonly name: string;
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

interface RowProps extends Pick<LineProps, "name" | "note"> {
  /** An amount. */
  readonly value: ComponentChildren;
  readonly isBad?: boolean;
  /** Content below the line with the name and the amount. */
  readonly children?: ComponentChildren;
}

/** A list item: a name with an amount. */
export function Row({ name, note, value, isBad = false, children }: RowProps): VNode {
  return (
    <li class={isBad ? "over" : ""}>
      <Line name={name} note={note}>
        {isBad && <Sign>{"\u26a0 "}</Sign>}
        {value}
      </Line>
      {children}
    </li>
  );
}

interface LeadProps extends Pick<Asking, "lead"> {
  /** Whether the line says that the view is waiting for an answer. */
  readonly isBusy?: boolean;
  readonly kind?: "lead" | "state";
  readonly children: ComponentChildren;
}

/**
 * A line that says what the view shows. Receives focus when the button that the user pressed
 * disappears.
 */
export function Lead({ lead, isBusy = false, kind = "lead", children }: LeadProps): VNode {
  return <p class={kind} role="status" tabIndex={-1} ref={lead}>{isBusy ? WORKING : children}</p>;
}

export interface Answered<Answer> {
  readonly result: ToolResult;
  readonly answer: Answer;
}

/** A view's requests to the server, and their state. */
export interface Asking {
  readonly isBusy: boolean;
  /** Error message; empty if there is none. */
  readonly problem: string;
  /**
   * Calls a tool. Returns `null` if the tool takes too long, and calls `onLate` if the tool
   * responds later.
   */
  readonly ask: <Answer>(
    tool: string,
    args: unknown,
    onLate?: () => void,
  ) => Promise<Answered<Answer> | null>;
  readonly lead: Ref<HTMLParagraphElement>;
  readonly focusLead: () => void;
}

/** Manages the tool calls whose answers a view renders. */
export function useAsking(call: Host["call"] | null): Asking {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const isAsking = useRef(false);
  const lead = useRef<HTMLParagraphElement>(null);
  return {
    isBusy,
    problem,
    lead,
    focusLead: () => lead.current?.focus(),
    ask: async <Answer,>(tool: string, args: unknown, onLate?: () => void) => {
      // Ignore a second click, which may arrive before the button is disabled.
      if (call === null || isAsking.current) return null;
      isAsking.current = true;
      setProblem("");
      setBusy(true);
      const answered = call(tool, args);
      try {
        const result = await within(answered, CALL_MS);
        const { structuredContent: answer } = result;
        if (answer) return { result, answer: answer as Answer };
        setProblem(errorWords(result));
      } catch (error) {
        answered.then(onLate, () => {});
        setProblem(`The call failed: ${(error as Error).message}.`);
      } finally {
        isAsking.current = false;
        setBusy(false);
      }
      return null;
    },
  };
}

interface PartProps {
  readonly title: ComponentChildren;
  /** The items below the heading. If there are none, not even the heading is rendered. */
  readonly of: readonly unknown[];
  readonly children: ComponentChildren;
}

export function Part({ title, of, children }: PartProps): VNode | null {
  return of.length === 0 ? null : (
    <>
      <h2 class="group">{title}</h2>
      {children}
    </>
  );
}

/** Returns the first items and a button for the rest, or all items if there are only a few. */
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

/** A button for the next page; if the view can't call tools, a note that there are more items. */
export function More(
  { act, isOff, children }: {
    /** A function that requests the next page, or `null` if the view can't call tools. */
    readonly act: (() => unknown) | null;
    readonly isOff: boolean;
    readonly children: string;
  },
): VNode {
  return act === null
    ? <Small>There are more. Ask for the next page.</Small>
    : <Button isOff={isOff} act={act}>{children}</Button>;
}

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

interface ControlsProps {
  readonly label: string;
  readonly onEnter: () => void;
  readonly children: ComponentChildren;
}

/** A group of controls. This group isn't a form element, because a sandboxed frame blocks forms. */
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

interface FieldProps {
  readonly label: string;
  /** The form control, followed by the error message for the control's value, if any. */
  readonly children: ComponentChildren;
}

export function Field({ label, children }: FieldProps): VNode {
  return (
    <label class="control">
      <span>{label}</span>
      {children}
    </label>
  );
}

interface AmountFieldProps {
  readonly label: string;
  /** Initial amount in the field; `null` if the field is empty at first and may stay empty. */
  readonly initial: number | null;
  /** Whether the field accepts zero and negative amounts. */
  readonly isSigned?: boolean | undefined;
  /** Called with the amount that the user has entered, or with `null` if it is invalid. */
  readonly onAmount: (amount: number | null) => void;
}

export function AmountField({ label, initial, isSigned, onAmount }: AmountFieldProps): VNode {
  const [text, setText] = useState(initial === null ? "" : fieldAmount(initial));
  const [mayBeEmpty] = useState(initial === null);
  const isInvalid = typedAmount(text, isSigned) === null && !(mayBeEmpty && text === "");
  return (
    <Field label={label}>
      <input
        type="text"
        inputMode="decimal"
        size={10}
        value={text}
        aria-invalid={isInvalid}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          onAmount(typedAmount(value, isSigned));
        }}
      />
      {isInvalid && <span>Enter an amount such as {fieldAmount(1234)}</span>}
    </Field>
  );
}

interface DateFieldProps {
  readonly label: string;
  /** Date in the field, `YYYY-MM-DD`; empty if there is none. */
  readonly date: string;
  readonly from: string | undefined;
  readonly until: string | undefined;
  readonly onDate: (date: string) => void;
}

export function DateField({ label, date, from, until, onDate }: DateFieldProps): VNode {
  return (
    <Field label={label}>
      <input
        type="date"
        value={date}
        min={from}
        max={until}
        onInput={({ currentTarget: { value } }) => onDate(value)}
      />
    </Field>
  );
}

interface ChooseProps {
  readonly label: string;
  readonly isOff?: boolean;
  readonly options: readonly string[];
  /** Called with the index of the chosen option. */
  readonly onChoice: (at: number) => void;
}

/**
 * A drop-down list that acts on a choice and then clears the choice. Arrow keys change the
 * selection even while the list is closed, so a choice made with the keyboard takes effect only
 * when the user presses Enter or leaves the list.
 */
export function Choose({ label, isOff, options, onChoice }: ChooseProps): VNode {
  const [value, setValue] = useState("");
  const isByKey = useRef(false);
  const choose = (chosen: string): void => {
    if (chosen !== "") onChoice(Number(chosen));
    setValue("");
  };
  return (
    <select
      aria-label={label}
      value={value}
      disabled={isOff}
      onPointerDown={() => isByKey.current = false}
      onKeyDown={({ key, currentTarget }) => {
        isByKey.current = true;
        if (key === "Enter") choose(currentTarget.value);
      }}
      onBlur={({ currentTarget }) => choose(currentTarget.value)}
      onChange={({ currentTarget: { value: chosen } }) => {
        if (isByKey.current) setValue(chosen);
        else choose(chosen);
      }}
    >
      <option value="">Choose{"\u2026"}</option>
      {options.map((words, at) => <option key={at} value={at}>{words}</option>)}
    </select>
  );
}
