import { parse } from "npm:yaml@^2.9.1";

/** Folder of the compose file for a household. */
export const DEPLOY = new URL("../../deploy/", import.meta.url);

/** Folder of the compose file for the hosted server. */
export const DEPLOY_HOSTED = new URL("hosted/", DEPLOY);

/** A service in the compose file. */
export interface Service {
  readonly image: string;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly logging?: { readonly driver: string };
  readonly command?: unknown;
  readonly entrypoint?: unknown;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

export interface Composed {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

export async function composed(
  variables: Readonly<Record<string, string>>,
  folder = DEPLOY,
): Promise<Composed> {
  const text = await Deno.readTextFile(new URL("compose.yaml", folder));
  return interpolated(parse(text, { merge: true }), variables) as Composed;
}

/** Matches `${NAME}`, `${NAME:-default}` and `${NAME:?}`. */
const VARIABLE = /\$(?:\$|\{(\w+)(?:(:-|:\?)([^}]*))?\})/gu;

/**
 * Replaces variables in every string in a value.
 *
 * @throws {Error} If a required variable isn't set.
 */
export function interpolated(value: unknown, variables: Readonly<Record<string, string>>): unknown {
  if (typeof value === "string") {
    return value.replaceAll(VARIABLE, (all, name?: string, kind?: string, usual?: string) => {
      if (name === undefined) return all.slice(1);
      const given = variables[name] ?? "";
      if (given !== "" || kind === undefined) return given;
      if (kind === ":?") throw new Error(`${name} has to be set`);
      return usual ?? "";
    });
  }
  if (Array.isArray(value)) return value.map((one) => interpolated(one, variables));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, one]) => [key, interpolated(one, variables)]));
}

/**
 * Replaces all occurrences of several strings.
 *
 * @throws {Error} If any of them is missing from the file.
 */
export function rewritten(text: string, places: Readonly<Record<string, string>>): string {
  const known = Object.keys(places);
  const missing = known.filter((place) => !text.includes(place));
  if (missing.length > 0) throw new Error(`There is no ${missing.join(" and no ")}`);
  // Replace in a single pass, so that replacement text isn't itself replaced.
  const any = new RegExp(known.map((place) => RegExp.escape(place)).join("|"), "gu");
  return text.replaceAll(any, (place) => places[place] ?? place);
}
