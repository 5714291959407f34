import type { Fields, Step } from "./change.ts";

/** Operations that set fields of one record. */
export type SettingId =
  | "updateCategory"
  | "updateCategoryGroup"
  | "updateMonthCategory"
  | "updatePayee";

export interface SettingPlace {
  readonly planId: string;
  readonly id: string;
  /** Month of an assigned amount. */
  readonly month?: string | null;
}

type Setting<Id extends SettingId> = Pick<Step<Id>, "operation" | "args">;

const SETTINGS: { readonly [Id in SettingId]: (at: SettingPlace, fields: Fields) => Setting<Id> } =
  {
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

/** The request that sets fields of a record, for a change, its compensation or its undo. */
export function settingOf<Id extends SettingId>(
  operation: Id,
  place: SettingPlace,
  fields: Fields,
): Setting<Id> {
  return SETTINGS[operation](place, fields);
}
