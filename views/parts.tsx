import { type ComponentChildren, h, type Ref, type VNode } from "preact";

interface ButtonProps {
  readonly act: () => unknown;
  /** `yes` for the main action. */
  readonly kind?: "yes" | undefined;
  readonly isOff?: boolean | undefined;
  /** Whether the content that it opens is shown. */
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

/** Shows an error; nothing if it is empty. */
export function Problem({ words }: { readonly words: string }): VNode | null {
  return words === "" ? null : <p class="problem" role="alert">{words}</p>;
}

/** A symbol for the eye only. */
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

/** Says what the view shows. It takes the focus from a pressed button that disappears. */
export function Lead(
  { line, kind = "lead", children }: {
    readonly line: Ref<HTMLParagraphElement>;
    readonly kind?: "lead" | "state";
    readonly children: ComponentChildren;
  },
): VNode {
  return <p class={kind} role="status" tabIndex={-1} ref={line}>{children}</p>;
}

/** A view without anything to draw. */
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
