import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { installNpmPackage, run } from "../../scripts/_run.ts";
import { buildBundle, BUNDLE_FILE, PACKER, PACKER_VERSION } from "../../scripts/build_mcpb.ts";
import { toolsOf } from "../../server/offered_tools.ts";
import { VERSION } from "../../server/version.ts";
import { openHost2026 } from "../protocol/_host_2026.ts";
import { assertNothingPrivate, filesIn, withArtifact } from "./_artifact.ts";
import { nodesToTest } from "./_nodes.ts";
import { assertSameAsSource, SERVE } from "./_same_as_source.ts";

const nodes = await nodesToTest();
const [node] = nodes;
const withoutWrite = SERVE.filter((arg) => arg !== "--write");

const FLAG_WAY = "add --profile complete to this server's arguments and restart it";

/**
 * The command that a host uses to start the server, derived from the manifest and the user's
 * settings.
 */
interface HostSettings {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

Deno.test({
  name: "the MCPB bundle works after a desktop host has unpacked it",
  ignore: node === undefined,
  fn: (t) =>
    withArtifact({ file: BUNDLE_FILE, build: buildBundle }, async ({ path, folder }) => {
      const unpacked = `${folder}/unpacked`;
      await run("node", [fileURLToPath(await packerFile("cli/cli.js")), "unpack", path, unpacked]);
      const manifest = JSON.parse(await Deno.readTextFile(`${unpacked}/manifest.json`));

      await t.step(
        "when changes are enabled, the MCPB bundle returns the same answers as a server run from source",
        async () => {
          const settings = await settingsFor(unpacked, { access_token: "secret", write: true });
          assertEquals([settings?.command, settings?.env["BUDGET_ACCESS_TOKEN"]], [
            "node",
            "secret",
          ]);
          const { title } = manifest.user_config.profile;
          const way = `open Settings > Extensions > ${manifest.display_name} and set "${title}" ` +
            'to "complete"';
          for (const one of nodes) {
            const { args, env } = settings ?? { args: [], env: {} };
            const command = { command: one, args: [...args, ...withoutWrite], env };
            await assertSameAsSource(
              command,
              (instructions) => instructions.replace(way, FLAG_WAY),
            );
          }
        },
      );

      await t.step("the MCPB bundle contains no code for HTTP, sign-in or a database", async () => {
        const licenses = await Deno.readTextFile(`${unpacked}/bin/program/LICENSES.txt`);
        for (const name of ["oidc-provider", "jose", "pg", "@modelcontextprotocol/node"]) {
          assertEquals(new RegExp(`^${name} \\d`, "mu").test(licenses), false, name);
        }
        const code = await Promise.all(
          [...Deno.readDirSync(`${unpacked}/bin/program`)]
            .map(({ name }) => Deno.readTextFile(`${unpacked}/bin/program/${name}`)),
        );
        for (const mark of ["pushed_authorization_request", "SASLInitialResponse"]) {
          assertEquals(code.filter((text) => text.includes(mark)).length, 0, mark);
        }
      });

      await t.step("the MCPB bundle is read-only unless the user has enabled changes", async () => {
        const { args, env } = await settingsFor(unpacked, { access_token: "secret" }) ??
          { args: [], env: {} };
        const command = { command: node ?? "", args: [...args, ...withoutWrite], env };
        await using host = await openHost2026(command);
        const names = (await host.listTools()).map(({ name }) => name);
        assertEquals(names, toolsOf("fuller", false).map(({ name }) => name));
      });

      await t.step(
        "the MCPB bundle marks the access token as sensitive and runs the demo without one",
        async () => {
          const { access_token: token, demo, write, confirm } = manifest.user_config;
          assertEquals([token.sensitive, token.required, token.type], [true, false, "string"]);
          assertEquals([demo.type, demo.default], ["boolean", false]);
          assertEquals([write.type, write.default], ["boolean", false]);
          assertEquals([confirm.type, confirm.default], ["string", "auto"]);
          const { args, env } = await settingsFor(unpacked, { demo: true }) ??
            { args: [], env: {} };
          await using host = await openHost2026({ command: node ?? "", args, env });
          const { text } = await host.call("list_plans", {});
          assert(text.includes("Household"), text);
        },
      );

      await t.step(
        "responses from the MCPB bundle explain what is missing if nothing has been configured",
        async () => {
          const { args, env } = await settingsFor(unpacked, {}) ?? { args: [], env: {} };
          await using host = await openHost2026({ command: node ?? "", args, env });
          const { text } = await host.call("list_plans", {});
          assert(text.startsWith("unauthorized: no access token is set: create one at"), text);
          const { title } = manifest.user_config.access_token;
          const place = `Settings > Extensions > ${manifest.display_name}`;
          assert(text.includes(`open ${place} and paste it into "${title}"`), text);
        },
      );

      await t.step(
        "the MCPB manifest lists the privacy policies, the icon and the screenshot that app directories require",
        () => {
          assertEquals([manifest.icon, manifest.screenshots], ["icon.png", ["screenshot.png"]]);
          assertEquals(manifest.privacy_policies.length, 2);
          assert(manifest.privacy_policies[0].endsWith("#privacy-policy"));
        },
      );

      await t.step("the MCPB bundle contains only the program", async () => {
        const files = [...filesIn(unpacked)];
        assertEquals(
          files.filter((file) => !file.startsWith("bin/")).sort(),
          [
            "LICENSE",
            "README.md",
            "icon.png",
            "manifest.json",
            "package.json",
            "screenshot.png",
          ],
        );
        assertEquals(manifest.version, VERSION);
        await assertNothingPrivate(unpacked, files);
      });
    }),
});

/** Returns the command that a host would run, as computed by the library that hosts use. */
async function settingsFor(
  unpacked: string,
  userConfig: Readonly<Record<string, unknown>>,
): Promise<HostSettings | null> {
  const library = await packerFile("node.js");
  const options = `{
    manifest: JSON.parse(await readFile(${JSON.stringify(`${unpacked}/manifest.json`)}, "utf8")),
    extensionPath: ${JSON.stringify(unpacked)},
    systemDirs: {},
    userConfig: ${JSON.stringify(userConfig)},
    pathSeparator: "/",
  }`;
  const script = `
    import { readFile } from "node:fs/promises";
    import { getMcpConfigForManifest } from ${JSON.stringify(library.href)};
    console.log(JSON.stringify(await getMcpConfigForManifest(${options}) ?? null));
  `;
  return JSON.parse(await run("node", ["--input-type=module", "--eval", script]));
}

async function packerFile(name: string): Promise<URL> {
  const folder = await installNpmPackage(PACKER, PACKER_VERSION);
  if (folder === null) throw new Error(`npm could not install ${PACKER}`);
  return new URL(`dist/${name}`, folder);
}
