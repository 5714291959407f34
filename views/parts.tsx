import { type ComponentChildren, Fragment, h, type Ref, type VNode } from "preact";
import { useRef, useState } from "preact/hooks";

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

/** Says what the view shows. It gets the focus when a pressed button disappears. */
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

/** A button for the next page, or a note that there is one. */
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
