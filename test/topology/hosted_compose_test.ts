import { assertEquals } from "@std/assert";
import { VERSION } from "../../server/version.ts";
import { composed, DEPLOY_HOSTED } from "./_compose.ts";

const { services, networks } = await composed({
  BUDGET_HOST: "budget.example.com",
  BUDGET_OPERATOR: "The Tests",
  BUDGET_OPERATOR_CONTACT: "tests@example.com",
  BUDGET_OAUTH_CLIENT_ID: "an-application",
  POSTGRES_PASSWORD: "a-password",
}, DEPLOY_HOSTED);

Deno.test("the hosted compose.yaml runs this version as a non-root user with a read-only root", () => {
  for (const name of ["replica-1", "replica-2", "sample"]) {
    const { image, user, read_only: isReadOnly } = services[name] ?? {};
    const expected = [`localhost/budget-tool-server:${VERSION}`, "65532:65532", true];
    assertEquals([image, user, isReadOnly], expected, name);
  }
});

Deno.test("the hosted compose.yaml exposes only Caddy and isolates the database and the demo's YNAB", () => {
  const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
  assertEquals(published.map(([name]) => name), ["caddy"]);
  assertEquals(services["database"]?.networks, ["inside"]);
  assertEquals(services["sample"]?.networks, ["samples"]);
  // Caddy shares only the network whose addresses the replicas trust.
  const shared = services["replica-1"]?.networks?.filter((one) =>
    services["caddy"]?.networks?.includes(one)
  );
  assertEquals(shared, ["front"]);
  for (const name of ["front", "inside", "samples"]) assertEquals(networks[name]?.internal, true);
});

Deno.test("docs/hosted.md and example.env list exactly the hosted compose.yaml's variables", async () => {
  const namesIn = async (path: string, pattern: RegExp): Promise<readonly string[]> => {
    const text = await Deno.readTextFile(new URL(path, DEPLOY_HOSTED));
    return [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))].toSorted();
  };
  const asked = await namesIn("compose.yaml", /\$\{(\w+)[:}]/gu);
  assertEquals(await namesIn("../../docs/hosted.md", /^\| `([A-Z_]+)` +\|/gmu), asked);
  assertEquals(await namesIn("example.env", /^([A-Z_]+)=/gmu), asked);
});

Deno.test("settings.env without Docker has the variables of the hosted compose.yaml", async () => {
  const text = await Deno.readTextFile(new URL("systemd/settings.env", DEPLOY_HOSTED));
  const names = [...text.matchAll(/^([A-Z_]+)=/gmu)].map(([, name = ""]) => name);
  // The unit sets the port; docs/hosted.md adds the others where they are wanted.
  const others = ["BUDGET_HTTP", "BUDGET_METRICS", "BUDGET_SAMPLE_URL", "BUDGET_TEST_CODE_FILE"];
  const { environment = {} } = services["replica-1"] ?? {};
  assertEquals([...names, ...others].toSorted(), Object.keys(environment).toSorted());
});
