import { createHash, timingSafeEqual } from "node:crypto";
import {
  type ChangeStore,
  DECLINED,
  type StoredConfirmation,
} from "../sync/store/change_records.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import type { ChangeDraft } from "./change.ts";
import { type ConfirmedBy, Journal, usedCodeWords } from "./journal.ts";
import type { ShownPreview } from "./question.ts";

/** How a preview may be confirmed. A prompt in a terminal counts as a form. */
export type ConfirmationMethod = "form" | "code" | "card" | "card_or_code";

export const CONFIRMATION_MS = 600_000;

export interface Binding {
  readonly tool: string;
  readonly planId: string;
  readonly asked: string;
  /** The caller that saw the preview; `null` if the server has only one caller. */
  readonly principal: string | null;
}

export interface ConfirmingCall extends Binding {
  readonly channel: Exclude<ConfirmedBy, "none">;
  /**
   * The preview's secret, which a confirmation card sends when the user clicks one of its buttons.
   */
  readonly secret?: string | undefined;
}

export interface BoundDraft {
  /** Digest of the steps and everything shown to the user. */
  readonly draft: string;
  /** Maps target labels to digests of the targets' previous values, and warnings to `""`. */
  readonly targets: Readonly<Record<string, string>>;
}

/** The stored format of a preview; its field names must stay the same in every version. */
type Body = Pick<Binding, "tool" | "asked"> & BoundDraft & {
  readonly principal?: string;
  readonly way: Exclude<ConfirmationMethod, "form"> | "asked";
  readonly shown?: ShownPreview;
  /** The secret that the confirmation card must send; absent if no card can confirm the preview. */
  readonly secret?: string;
};

const TAKEN_BY: Readonly<Record<Body["way"], readonly ConfirmedBy[]>> = {
  asked: ["form", "terminal"],
  code: ["code"],
  card: ["card"],
  card_or_code: ["card", "code"],
};

export interface StoredPreview extends Omit<StoredConfirmation, "body"> {
  readonly tool: string;
  readonly principal: string | null;
  readonly secret: string | undefined;
  readonly shown: ShownPreview;
  readonly isForCard: boolean;
  readonly isForForm: boolean;
}

export class Confirmations {
  readonly #store: ChangeStore;
  readonly #now: () => number;

  /** @param now Returns milliseconds since 1970. */
  constructor(store: ChangeStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Stores a preview under a hash of its confirmation code. This hash becomes the operation's id.
   */
  async issue(
    { tool, planId, asked, principal, method, shown }: Binding & {
      readonly method: ConfirmationMethod;
      /** The confirmation card's contents; `null` for a client without views. */
      readonly shown: ShownPreview | null;
    },
    draft: ChangeDraft,
  ): Promise<{ readonly code: string; readonly preview: string }> {
    const code = randomCode();
    const preview = previewIdOf(code);
    const way = method === "form" ? "asked" : method;
    const body: Body = {
      tool,
      asked,
      way,
      ...(principal === null ? {} : { principal }),
      ...boundDraft(draft),
      ...(shown === null ? {} : { shown }),
      ...(TAKEN_BY[way].includes("card") ? { secret: randomCode(26) } : {}),
    };
    await this.#store.saveConfirmation({ code: preview, planId, body }, CONFIRMATION_MS);
    return { code, preview };
  }

  /**
   * Finds the id of a preview. A confirmation card sends the id itself; any other way of confirming
   * sends the code.
   *
   * @throws {ToolError} `invalid_input` if a code is passed as a preview id or vice versa, or if a
   * card's preview is unknown.
   */
  async previewOf(given: string, channel: ConfirmingCall["channel"]): Promise<string> {
    const preview = previewIdOf(given);
    if (channel === "card") {
      const isCode = await this.#store.findConfirmation(preview) !== null;
      if (isCode && await this.preview(preview) === null) throw refusal("has no confirmation card");
      // A caller could try other callers' operation ids, which aren't secret. Therefore, the error
      // doesn't reveal whether an id is unknown or belongs to a preview that has no confirmation
      // card.
      if (await this.preview(given) === null) throw unknown();
      return given;
    }
    const isShown = await this.preview(given) !== null;
    if (isShown) {
      throw refusal("belongs to a confirmation card, where only the user can confirm the change");
    }
    return preview;
  }

  async preview(id: string): Promise<StoredPreview | null> {
    const found = await this.#store.findConfirmation(id);
    if (found === null) return null;
    const { body, ...state } = found;
    const { tool, principal = null, secret, shown, way } = body as Body;
    if (shown === undefined) return null;
    const isForCard = TAKEN_BY[way].includes("card");
    return { ...state, tool, principal, secret, shown, isForCard, isForForm: way === "asked" };
  }

  /**
   * Checks that a code is unused, hasn't expired and belongs to this call, and returns the preview
   * that it was issued for. If the code was used for a change that is still in flight, the error
   * can say only that the change has started.
   *
   * @throws {ToolError} `invalid_input` with the reason, and with the outcome of the change if the
   * code was already used.
   */
  async check(preview: string, binding: ConfirmingCall): Promise<BoundDraft> {
    const found = await this.#find(preview);
    const { tool, asked, principal = null, way, secret, draft, targets } = found.body as Body;
    // Check the caller first: other callers must learn nothing about the change.
    if (principal !== binding.principal) throw refusal("was issued to another user or client");
    await this.#refuseClosed(found);
    if (tool !== binding.tool) throw refusal(`belongs to ${tool}, not to this tool`);
    if (found.planId !== binding.planId) throw refusal("belongs to another plan");
    if (!TAKEN_BY[way]?.includes(binding.channel)) {
      throw refusal(
        binding.channel === "card"
          ? "can't be used on a confirmation card"
          : "can only come from the user",
      );
    }
    if (asked !== binding.asked) throw refusal("was issued for different arguments");
    const isFromCard = binding.channel === "card";
    if (isFromCard && (secret === undefined || !areEqual(secret, binding.secret ?? ""))) {
      throw new ToolError(
        "forbidden",
        "the click did not come from the preview's card, so nothing was written: " +
          "open the card again, or call again without `confirmation` to get a new preview",
      );
    }
    return { draft, targets };
  }

  async decline(preview: string): Promise<void> {
    const isFirst = await this.#store.spendConfirmation(preview);
    if (!isFirst) await this.checkOpen(preview);
  }

  async checkOpen(preview: string): Promise<void> {
    await this.#refuseClosed(await this.#find(preview));
  }

  async #find(preview: string): Promise<StoredConfirmation> {
    const found = await this.#store.findConfirmation(preview);
    if (found !== null) return found;
    throw unknown();
  }

  async #refuseClosed(
    { planId, spentBy, isSpent, isExpired }: StoredConfirmation,
  ): Promise<void> {
    if (spentBy === DECLINED) throw refusal("was declined");
    if (isSpent) {
      const entry = spentBy === null ? null : await new Journal(this.#store).find(planId, spentBy);
      const words = usedCodeWords(entry, this.#now());
      throw new ToolError("invalid_input", `this confirmation was already used ${words}`);
    }
    if (isExpired) throw refusal("has expired");
  }
}

/** Compares digests, so that timing reveals nothing about the secret. */
export function areEqual(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}

function refusal(why: string): ToolError {
  return new ToolError(
    "invalid_input",
    `this confirmation ${why}, so nothing was written: ` +
      "call again without `confirmation` to get a new preview",
  );
}

/** The server can't know whether an unknown code was ever used. */
function unknown(): ToolError {
  return new ToolError(
    "invalid_input",
    "this confirmation is unknown (it may have expired when the server restarted): call " +
      "again without `confirmation` to get a new preview, but check the plan first if this " +
      "confirmation might already have been used",
  );
}

/** @throws {ToolError} `conflict`, naming what changed since the preview. */
export function compareDrafts(previewed: BoundDraft, draft: ChangeDraft): void {
  const now = boundDraft(draft);
  if (now.draft === previewed.draft) return;
  const moved = Object.keys({ ...previewed.targets, ...now.targets })
    .filter((label) => previewed.targets[label] !== now.targets[label])
    .map((label) => {
      if (!(label in now.targets)) return `only in the preview: ${label}`;
      return label in previewed.targets ? label : `new since the preview: ${label}`;
    });
  throw new ToolError(
    "conflict",
    "the plan has changed since the preview, so nothing was written: " +
      "call again without `confirmation` to get a new preview",
    { rows: moved },
  );
}

function boundDraft(
  { steps, preview: rows, warnings, irreversible = null, undo, extra = {}, expected = {} }:
    ChangeDraft,
): BoundDraft {
  const targets = steps.flatMap((step) => step.targets).map(({ id, label, before }) =>
    [`${label} (${id.slice(0, 8)})`, digestOf(before)] as const
  );
  return {
    draft: digestOf({ steps, rows, warnings, irreversible, undo, extra, expected }),
    targets: Object.fromEntries([...targets, ...warnings.map((warning) => [warning, ""])]),
  };
}

// Crockford's base 32, which has no easily confused letters: https://www.crockford.com/base32.html
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/** Number of characters in a confirmation code. Together, they encode 60 random bits. */
const CODE_LENGTH = 12;

/** Each character encodes 5 random bits. */
export function randomCode(length: number = CODE_LENGTH): string {
  return inLetters(crypto.getRandomValues(new Uint8Array(length)));
}

function inLetters(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => LETTERS[byte & 31]).join("");
}

/** Derives a preview's id from its code without revealing the code. */
function previewIdOf(code: string): string {
  return inLetters(sha256(`preview ${code}`).subarray(0, CODE_LENGTH));
}

/** Hashes a value's canonical JSON: object keys sorted, absent fields left out. */
export function digestOf(value: unknown): string {
  return createHash("sha256").update(canonical(value)).digest("hex");
}

function sha256(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`);
  return `{${fields.join(",")}}`;
}
