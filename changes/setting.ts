import type { Fields, Step, Target } from "./change.ts";

/** Operations that set fields of one record. */
export type SettingId =
  | "updateCategory"
  | "updateCategoryGroup"
  | "updateMonthCategory"
  | "updatePayee";

interface SettingPlace {
  readonly planId: string;
  /** Month of an assigned amount. */
  readonly month?: string | null;
}

type Request = Pick<Step<SettingId>, "operation" | "args">;

const SETTINGS: Readonly<
  Record<SettingId, (at: SettingPlace & { readonly id: string }, fields: Fields) => Request>
> = {
  updateCategory: ({ planId, id }, category) => ({
    operation: "updateCategory",
    args: { planId, categoryId: id, category },
  }),
  updateCategoryGroup: ({ planId, id }, { name }) => ({
    operation: "updateCategoryGroup",
    args: { planId, categoryGroupId: id, categoryGroup: { name: String(name) } },
  }),
  updateMonthCategory: ({ planId, id, month }, { budgeted }) => ({
    operation: "updateMonthCategory",
    args: {
      planId,
      month: month ?? "",
      categoryId: id,
      category: { budgeted: Number(budgeted ?? 0) },
    },
  }),
  updatePayee: ({ planId, id }, { name }) => ({
    operation: "updatePayee",
    args: { planId, payeeId: id, payee: { name: String(name) } },
  }),
};

/** Sets a record's fields, for a change or its undo. */
export function settingStep<Op extends SettingId>(
  operation: Op,
  { lines: _, ...target }: Omit<Target, "lines"> & { readonly lines?: unknown },
  { sent = target.after, isWhole = false, ...place }: SettingPlace & {
    /** The fields to send; by default, the target's `after`. */
    readonly sent?: Fields | null;
    /** Whether the step is reverted if a later one fails. */
    readonly isWhole?: boolean;
  },
): Step<Op> {
  const request = (fields: Fields | null): Request =>
    SETTINGS[operation]({ ...place, id: target.id }, fields ?? {});
  const compensation = isWhole ? { compensation: request(target.before) } : {};
  return { ...request(sent), targets: [target], ...compensation } as unknown as Step<Op>;
}
