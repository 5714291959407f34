import { assert, assertEquals } from "@std/assert";
import { Ajv } from "npm:ajv@^8.20.0";
import { flagNames, flagOf, variableOf } from "../../cli/_flags.ts";
import { withBundle } from "../../scripts/release.ts";
import {
  IMAGE_NAME,
  PACKAGE,
  REGISTRY_NAME,
  REPOSITORY,
  SUMMARY,
  TITLE,
} from "../../scripts/_project.ts";
import { ROOT } from "../../scripts/_run.ts";
import { choices } from "../../scripts/_settings.ts";
import { ICON } from "../../server/about.ts";
import { VERSION } from "../../server/version.ts";

/**
 * The registry's schema. The JSON schema below enforces the registry's requirements for the
 * fields used here, and rejects all other fields.
 */
const SERVER_SCHEMA =
  "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
const text = { type: "string" };
const url = { type: "string", pattern: "^https://\\S+$" };
const version = {
  type: "string",
  pattern: "^\\d+\\.\\d+\\.\\d+(?:-[0-9A-Za-z.-]+)?$",
  maxLength: 255,
};
const object = (properties: object, required: readonly string[]): object => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const input = object({
  name: text,
  description: text,
  format: { enum: ["string", "number", "boolean", "filepath"] },
  isRequired: { type: "boolean" },
  isSecret: { type: "boolean" },
  default: text,
  choices: { type: "array", items: text, minItems: 1 },
}, ["name"]);
const published = {
  registryType: { enum: ["npm", "oci", "mcpb"] },
  identifier: text,
  version,
  runtimeHint: { enum: ["npx", "uvx", "docker", "dnx", "jbang"] },
  transport: object({ type: { const: "stdio" } }, ["type"]),
  environmentVariables: { type: "array", items: input },
  fileSha256: { type: "string", pattern: "^[a-f0-9]{64}$" },
};
const remote = object({
  type: { enum: ["streamable-http", "sse"] },
  url: { type: "string", pattern: "^https://[^\\s]+$" },
  variables: {
    type: "object",
    additionalProperties: object({
      description: text,
      isRequired: { type: "boolean" },
      placeholder: text,
    }, []),
  },
}, ["type", "url"]);
const isEntry = new Ajv({ strict: false }).compile(object({
  $schema: { const: SERVER_SCHEMA },
  name: { type: "string", pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$", maxLength: 200 },
  title: { type: "string", minLength: 1, maxLength: 100 },
  description: { type: "string", minLength: 1, maxLength: 100 },
  version,
  repository: object({ url, source: text }, ["url", "source"]),
  websiteUrl: url,
  icons: {
    type: "array",
    items: object({
      src: { ...url, maxLength: 255 },
      mimeType: { enum: ["image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"] },
      sizes: { type: "array", items: { type: "string", pattern: "^(\\d+x\\d+|any)$" } },
    }, ["src"]),
  },
  remotes: { type: "array", items: remote },
  packages: {
    type: "array",
    items: object(published, ["registryType", "identifier", "transport"]),
  },
}, ["name", "description", "version"]));

interface Entry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly icons: readonly unknown[];
  readonly version: string;
  readonly packages: readonly {
    readonly registryType: string;
    readonly identifier: string;
    readonly runtimeHint?: string;
    readonly transport: unknown;
    readonly version: string;
    readonly environmentVariables?: readonly Readonly<Record<string, unknown>>[];
  }[];
}

const entry = JSON.parse(await Deno.readTextFile(new URL("server.json", ROOT))) as Entry;

Deno.test("server.json contains only fields that the registry accepts", () => {
  assert(isEntry(entry), JSON.stringify(isEntry.errors));
  const { name, title, description, version, icons } = entry;
  assertEquals([name, title, description, version, icons], [
    ...[REGISTRY_NAME, TITLE, SUMMARY, VERSION],
    [ICON],
  ]);
});

Deno.test("server.json names the npm package and the image, each with all settings", () => {
  const [npm, image, ...others] = entry.packages;
  assertEquals(others, []);
  assertEquals([npm?.identifier, npm?.version], [PACKAGE, VERSION]);
  assertEquals(image?.identifier, `${IMAGE_NAME}:${VERSION}`);
  const settings = choices.map(({ variable, description, type, isSecret, fallback, values }) => ({
    ...{ name: variable, description, format: type === "directory" ? "filepath" : type },
    ...{ isRequired: false, isSecret },
    ...(fallback === "" ? {} : { default: String(fallback) }),
    ...(values === undefined ? {} : { choices: values }),
  }));
  for (const { environmentVariables, transport } of entry.packages) {
    assertEquals([environmentVariables, transport], [settings, { type: "stdio" }]);
  }
  assertEquals([npm?.runtimeHint, image?.runtimeHint], ["npx", "docker"]);
});

Deno.test("server.json names the repository, and lets users enter the host of a server they trust", () => {
  const rest = JSON.parse(JSON.stringify(entry));
  assertEquals([rest.repository, rest.websiteUrl, rest.remotes], [
    { url: REPOSITORY, source: "github" },
    `${REPOSITORY}#readme`,
    [{
      type: "streamable-http",
      url: "https://{host}/mcp",
      variables: {
        host: {
          description: "Host name of a server that you or someone you trust runs",
          isRequired: true,
          placeholder: "budget.example.com",
        },
      },
    }],
  ]);
});

Deno.test("withBundle() adds a release's bundle and its hash", () => {
  const bundle = { url: "https://example.org/x.mcpb", sha256: "0".repeat(64) };
  const released = withBundle(entry, bundle);
  assert(isEntry(released), JSON.stringify(isEntry.errors));
  assertEquals(released.packages.map(({ registryType }) => registryType), ["npm", "oci", "mcpb"]);
});

Deno.test("each setting with a list of choices has the default that its flag's help text states", () => {
  for (const { variable, values, fallback } of choices) {
    if (values === undefined) continue;
    const flag = flagNames.find((name) => variableOf(name) === variable);
    assert(flag && flagOf(flag).meaning.includes(`${fallback} (default`), variable);
  }
});
