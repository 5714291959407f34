import type { DemoUpstream } from "../demo/upstream.ts";
import type { MonthFigures, MonthRead } from "./household.ts";

interface WireMonth {
  readonly to_be_budgeted: number;
  readonly categories: readonly {
    readonly name: string;
    readonly category_group_name: string;
    readonly budgeted: number;
    readonly activity: number;
    readonly balance: number;
    readonly hidden: boolean;
    readonly deleted: boolean;
  }[];
}

/** Asks for months. */
export async function monthsOf(
  ask: DemoUpstream["fetch"],
  months: readonly string[],
): Promise<ReadonlyMap<string, MonthRead>> {
  const read = async (month: string): Promise<readonly [string, MonthRead]> => {
    const response = await ask(`https://demo/v1/plans/last-used/months/${month}-01`, {
      headers: { authorization: "Bearer demo-token" },
    });
    const { data }: { data: { month: WireMonth } } = await response.json();
    const categories = data.month.categories
      .filter(({ hidden, deleted }) => !hidden && !deleted)
      .map(({ name, category_group_name, budgeted, activity, balance }) =>
        [
          `${category_group_name}/${name}`,
          { assigned: budgeted, activity, available: balance } satisfies MonthFigures,
        ] as const
      );
    return [month, {
      readyToAssign: data.month.to_be_budgeted,
      categories: new Map(categories),
    }];
  };
  return new Map(await Promise.all(months.map(read)));
}
