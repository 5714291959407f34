import { assert, assertEquals } from "@std/assert";
import { VERSION } from "../../server/version.ts";
import { composed } from "./_compose.ts";

const { services, networks, secrets } = await composed({ POSTGRES_PASSWORD: "a-password" });
const replicas = Object.entries(services).filter(([name]) => name.startsWith("replica-"));

Deno.test("compose.yaml uses this version's image", () => {
  for (const [, { image }] of replicas) {
    assertEquals(image, `localhost/budget-tool-server:${VERSION}`);
  }
});

Deno.test("compose.yaml runs replicas as a non-root user with a read-only root", () => {
  assertEquals(replicas.length, 2);
  for (const [name, { user, read_only: isReadOnly, volumes }] of replicas) {
    assertEquals([user, isReadOnly, volumes], ["65532:65532", true, undefined], name);
  }
});

Deno.test("compose.yaml exposes only the load balancer, and only to this machine", () => {
  const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
  assertEquals(published.map(([name, { ports }]) => [name, ports]), [
    ["balancer", ["127.0.0.1:8103:8103"]],
  ]);
  assertEquals(services["database"]?.networks, ["inside"]);
  assertEquals(networks["inside"]?.internal, true);
  assert(services["balancer"]?.networks?.includes("inside") === false);
});

Deno.test("compose.yaml contains no secret: tokens come from files and the password from the environment", async () => {
  for (const [, { environment = {}, secrets: given }] of replicas) {
    assertEquals(environment["BUDGET_ACCESS_TOKEN"] ?? environment["BUDGET_HTTP_TOKEN"], undefined);
    assertEquals(given, ["access_token", "http_token"]);
    for (const [variable, name] of [["ACCESS", "access_token"], ["HTTP", "http_token"]]) {
      assertEquals(environment[`BUDGET_${variable}_TOKEN_FILE`], `/run/secrets/${name}`);
    }
  }
  for (const { file } of Object.values(secrets)) assert(file.startsWith("./secrets/"));
  assertEquals(services["database"]?.environment?.["POSTGRES_PASSWORD"], "a-password");
  const ignored = await Deno.readTextFile(new URL("../../deploy/.gitignore", import.meta.url));
  assertEquals(ignored.split("\n").slice(0, 2), ["secrets/", ".env"]);
});

Deno.test("compose.yaml checks the health of each service", () => {
  for (const [name, { healthcheck }] of Object.entries(services)) {
    assertEquals(healthcheck?.test[0], "CMD", name);
  }
  assertEquals(services["replica-1"]?.healthcheck?.test, ["CMD", "/budget-tool-server", "ready"]);
  assert(services["balancer"]?.healthcheck?.test.at(-1)?.endsWith("/healthz"));
});

Deno.test("docs/deploy.md lists exactly compose.yaml's variables", async () => {
  const read = (path: string): Promise<string> =>
    Deno.readTextFile(new URL(`../../${path}`, import.meta.url));
  const asked = (await read("deploy/compose.yaml")).matchAll(/\$\{(\w+)[:}]/gu);
  const told = (await read("docs/deploy.md")).matchAll(/^\| `([A-Z_]+)` +\|/gmu);
  const names = (found: Iterable<RegExpMatchArray>): readonly string[] =>
    [...new Set([...found].map(([, name = ""]) => name))].toSorted();
  assertEquals(names(told), names(asked));
});
