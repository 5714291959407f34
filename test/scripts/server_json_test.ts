import { assert, assertEquals } from "@std/assert";
import { Ajv } from "npm:ajv@^8.20.0";
import { choices, SERVER_SCHEMA, serverEntry } from "../../scripts/_server_json.ts";
import { IMAGE_NAME, PACKAGE, REGISTRY_NAME } from "../../scripts/_project.ts";
import { ROOT } from "../../scripts/_run.ts";
import { flagNames, variableOf } from "../../cli/_flags.ts";
import { VERSION } from "../../server/version.ts";

/**
 * JSON schema of the fields used here, with the requirements of the registry's 2025-12-11 schema.
 * Rejects unknown fields.
 */
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
  readonly version: string;
  readonly packages: readonly {
    readonly registryType: string;
    readonly identifier: string;
    readonly version: string;
    readonly environmentVariables?: readonly Readonly<Record<string, unknown>>[];
  }[];
}

const entry = JSON.parse(await Deno.readTextFile(new URL("server.json", ROOT))) as Entry;

Deno.test("server.json contains only fields that the registry accepts", () => {
  assert(isEntry(entry), JSON.stringify(isEntry.errors));
  assertEquals([entry.name, entry.version], [REGISTRY_NAME, VERSION]);
});

Deno.test("server.json names the npm package and the image, and marks the token as secret", () => {
  const [npm, image, ...others] = entry.packages;
  assertEquals(others, []);
  assertEquals([npm?.identifier, npm?.version], [PACKAGE, VERSION]);
  assertEquals(image?.identifier, `${IMAGE_NAME}:${VERSION}`);
  for (const { environmentVariables } of entry.packages) {
    const secrets = environmentVariables?.filter(({ isSecret }) => isSecret === true);
    assertEquals(secrets?.map(({ name }) => name), ["BUDGET_ACCESS_TOKEN"]);
  }
});

Deno.test("serverEntry() adds a release's bundle and its hash", () => {
  const bundle = { url: "https://example.org/x.mcpb", sha256: "0".repeat(64) };
  const released = serverEntry(bundle) as Entry;
  assert(isEntry(released), JSON.stringify(isEntry.errors));
  assertEquals(released.packages.map(({ registryType }) => registryType), ["npm", "oci", "mcpb"]);
});

Deno.test("every setting sets a known variable and has a valid default, and none is required", () => {
  const known = ["BUDGET_ACCESS_TOKEN", ...flagNames.map(variableOf)];
  for (const { variable, values, fallback } of choices) {
    assert(known.includes(variable), variable);
    if (values !== undefined) assert(values.includes(String(fallback)), String(fallback));
  }
  const asked = entry.packages.flatMap(({ environmentVariables = [] }) => environmentVariables);
  assertEquals(asked.filter(({ isRequired }) => isRequired !== false), []);
});
