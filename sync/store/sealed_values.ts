import type { StoreParts, ValuePlace, ValueRow } from "./backend.ts";
import type { SavedValues, ValueGroup } from "./store.ts";
import { openJson, planPseudonym, type Sealer, sealJson } from "./sealer.ts";
import { journalError } from "./store_errors.ts";

/**
 * Creates a sealed store of values: {@linkcode SavedValues}, and a way to forget a plan's values.
 */
export function sealedValues(
  opened: () => Promise<StoreParts>,
): SavedValues & { forget(planId: string): Promise<void> } {
  const use = async <Result>(run: (parts: StoreParts) => Promise<Result>): Promise<Result> => {
    const parts = await opened();
    try {
      return await run(parts);
    } catch (cause) {
      throw journalError(cause, parts.blobs.remedy);
    }
  };
  return {
    find: (of, name) =>
      use(async ({ blobs: { values }, sealer }) => {
        const [row] = await values.find(await placeOf(sealer, of), await nameOf(sealer, name));
        return row === undefined ? null : await valueIn(sealer, of, row);
      }),
    list: (of) =>
      use(async ({ blobs: { values }, sealer }) => {
        const rows = await values.find(await placeOf(sealer, of));
        const all = await Promise.all(rows.map((row) => valueIn(sealer, of, row)));
        return all.filter((value) => value !== null);
      }),
    save: (of, { name: given, value, holdsMs }) =>
      use(async ({ blobs: { values }, sealer }) => {
        const name = await nameOf(sealer, given);
        const body = await sealJson(sealer, value, associatedWith(of, name));
        await values.save(await placeOf(sealer, of), { name, body, holdsMs });
      }),
    forget: (planId) =>
      use(async ({ blobs: { values }, sealer }) =>
        await values.forget(await planPseudonym(sealer, planId))
      ),
  };
}

async function placeOf(sealer: Sealer, { planId, group }: ValueGroup): Promise<ValuePlace> {
  return {
    plan: await planPseudonym(sealer, planId),
    group: await sealer.pseudonymOf(`group ${group}`),
  };
}

function nameOf(sealer: Sealer, name: string): Promise<string> {
  return sealer.pseudonymOf(`kept ${name}`);
}

/** A damaged value counts as missing. */
async function valueIn(sealer: Sealer, of: ValueGroup, { name, body }: ValueRow): Promise<unknown> {
  return await openJson<unknown>(sealer, body, associatedWith(of, name)).catch(() => null);
}

function associatedWith({ planId, group }: ValueGroup, name: string): string {
  return `${planId}\nkept\n${group}\n${name}`;
}
