import { VERSION } from "../server/version.ts";
import { choices } from "./_choices.ts";
import {
  ICON_FILE,
  ICON_SIZE,
  PACKAGE,
  RAW,
  REGISTRY_NAME,
  REPOSITORY,
  SUMMARY,
  TITLE,
} from "./_project.ts";

/** Where the schema is published. */
export const SERVER_SCHEMA =
  "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

const ICON_URL = `${RAW}/${ICON_FILE}`;

/** A bundle as the registry wants it named. */
export interface PublishedBundle {
  /** Where it can be downloaded. */
  readonly url: string;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
}

/** Gives the entry. */
export function serverEntry(bundle?: PublishedBundle): unknown {
  const transport = { type: "stdio" } as const;
  const environmentVariables = choices.map((choice) => ({
    name: choice.variable,
    description: choice.description,
    format: choice.type,
    isRequired: false,
    isSecret: choice.isSecret,
    ...(choice.fallback === "" ? {} : { default: String(choice.fallback) }),
    ...(choice.values === undefined ? {} : { choices: choice.values }),
  }));
  const fromNpm = {
    registryType: "npm",
    identifier: PACKAGE,
    version: VERSION,
    runtimeHint: "npx",
    transport,
    environmentVariables,
  };
  const fromFile = bundle === undefined ? [] : [{
    registryType: "mcpb",
    identifier: bundle.url,
    version: VERSION,
    fileSha256: bundle.sha256,
    transport,
  }];
  return {
    $schema: SERVER_SCHEMA,
    name: REGISTRY_NAME,
    title: TITLE,
    description: SUMMARY,
    version: VERSION,
    repository: { url: REPOSITORY, source: "github" },
    websiteUrl: `${REPOSITORY}#readme`,
    icons: [{ src: ICON_URL, mimeType: "image/png", sizes: [`${ICON_SIZE}x${ICON_SIZE}`] }],
    packages: [fromNpm, ...fromFile],
  };
}
