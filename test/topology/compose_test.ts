import { assert, assertEquals } from "@std/assert";
import { VERSION } from "../../server/version.ts";
import { composed, DEPLOY, DEPLOY_HOSTED } from "./_compose.ts";

const household = await composed({ POSTGRES_PASSWORD: "a-password" });
const hosted = await composed({
  BUDGET_HOST: "budget.example.com",
  BUDGET_OPERATOR: "The Tests",
  BUDGET_OPERATOR_CONTACT: "tests@example.com",
  BUDGET_OAUTH_CLIENT_ID: "an-application",
  POSTGRES_PASSWORD: "a-password",
}, DEPLOY_HOSTED);

/** Names of variables in a file, sorted and without duplicates. */
async function namesIn(url: URL, pattern: RegExp): Promise<readonly string[]> {
  const text = await Deno.readTextFile(url);
  return [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))].toSorted();
}

const files = [
  {
    file: "deploy/compose.yaml",
    guide: "deploy.md",
    folder: DEPLOY,
    composition: household,
    programs: ["replica-1", "replica-2"],
    balancer: "balancer",
    ports: ["127.0.0.1:8103:8103"],
    health: "/healthz",
  },
  {
    file: "deploy/hosted/compose.yaml",
    guide: "hosted.md",
    folder: DEPLOY_HOSTED,
    composition: hosted,
    programs: ["replica-1", "replica-2", "sample"],
    balancer: "caddy",
    ports: ["80:80", "443:443"],
    health: "http://127.0.0.1:8080/",
  },
] as const;
for (
  const {
    file,
    guide,
    folder,
    composition: { services, networks, secrets },
    programs,
    balancer,
    ports,
    health,
  } of files
) {
  Deno.test(`${file} runs this version as a non-root user with a read-only root file system`, () => {
    for (const name of programs) {
      const { image, user, read_only: isReadOnly, volumes } = services[name] ?? {};
      const expected = [`localhost/budget-tool-server:${VERSION}`, "65532:65532", true, undefined];
      assertEquals([image, user, isReadOnly, volumes], expected, name);
    }
  });

  Deno.test(`${file} exposes only the load balancer and isolates the database`, () => {
    const published = Object.entries(services).flatMap(([name, { ports }]) =>
      ports === undefined ? [] : [[name, ports]]
    );
    assertEquals(published, [[balancer, ports]]);
    assertEquals(services["database"]?.networks, ["inside"]);
    assertEquals(networks["inside"]?.internal, true);
    assert(services[balancer]?.networks?.includes("inside") === false);
  });

  Deno.test(`${file} checks the health of each service except the sample household`, () => {
    for (const [name, { healthcheck }] of Object.entries(services)) {
      if (name !== "sample") assertEquals(healthcheck?.test[0], "CMD", name);
    }
    assertEquals(services["replica-1"]?.healthcheck?.test, ["CMD", "/budget-tool-server", "ready"]);
    assert(services[balancer]?.healthcheck?.test.at(-1)?.endsWith(health));
  });

  Deno.test(`${file} limits the size of each service's log`, () => {
    // By default, Docker keeps logs without a limit. Docker's `local` driver rotates the logs.
    for (const [name, { logging }] of Object.entries(services)) {
      assertEquals(logging?.driver, "local", name);
    }
  });

  Deno.test(`${file} keeps secrets in files and uses exactly the variables that docs/${guide} lists`, async () => {
    for (const { file: path } of Object.values(secrets)) assert(path.startsWith("./secrets/"));
    const asked = await namesIn(new URL("compose.yaml", folder), /\$\{(\w+)[:}]/gu);
    const docs = new URL(`../../docs/${guide}`, import.meta.url);
    assertEquals(await namesIn(docs, /^\| `([A-Z_]+)` +\|/gmu), asked);
  });
}

Deno.test("deploy/compose.yaml reads tokens from files and the password from the environment", async () => {
  for (const name of ["replica-1", "replica-2"]) {
    const { environment = {}, secrets: given } = household.services[name] ?? {};
    assertEquals(environment["BUDGET_ACCESS_TOKEN"] ?? environment["BUDGET_HTTP_TOKEN"], undefined);
    assertEquals(given, ["access_token", "http_token"]);
    for (const [variable, name] of [["ACCESS", "access_token"], ["HTTP", "http_token"]]) {
      assertEquals(environment[`BUDGET_${variable}_TOKEN_FILE`], `/run/secrets/${name}`);
    }
  }
  const { environment } = household.services["database"] ?? {};
  assertEquals(environment?.["POSTGRES_PASSWORD"], "a-password");
  const ignored = await Deno.readTextFile(new URL(".gitignore", DEPLOY));
  assertEquals(ignored.split("\n").slice(0, 2), ["secrets/", ".env"]);
});

Deno.test("deploy/hosted/compose.yaml isolates the demo's YNAB and connects Caddy to the replicas only through an internal network", () => {
  const { services, networks } = hosted;
  assertEquals(services["sample"]?.networks, ["samples"]);
  const shared = services["replica-1"]?.networks?.filter((one) =>
    services["caddy"]?.networks?.includes(one)
  );
  assertEquals(shared, ["front"]);
  for (const name of ["front", "samples"]) assertEquals(networks[name]?.internal, true);
});

Deno.test("example.env and settings.env define the variables that the hosted compose.yaml uses", async () => {
  const inFile = (file: string): Promise<readonly string[]> =>
    namesIn(new URL(file, DEPLOY_HOSTED), /^([A-Z_]+)=/gmu);
  const asked = await namesIn(new URL("compose.yaml", DEPLOY_HOSTED), /\$\{(\w+)[:}]/gu);
  assertEquals(await inFile("example.env"), asked);
  // The systemd unit sets the port. The other variables are optional, as docs/hosted.md explains.
  const others = ["BUDGET_HTTP", "BUDGET_METRICS", "BUDGET_SAMPLE_URL", "BUDGET_TEST_CODE_FILE"];
  const { environment = {} } = hosted.services["replica-1"] ?? {};
  const all = [...await inFile("systemd/settings.env"), ...others];
  assertEquals(all.toSorted(), Object.keys(environment).toSorted());
});
