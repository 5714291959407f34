import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { VERSION } from "../../server/version.ts";
import { BINARY_FILE, buildBinary } from "../../scripts/build_binary.ts";
import { findNode } from "../_node.ts";
import { assertNoPath, withArtifact } from "./_artifact.ts";
import {
  assertFindsItsLibraries,
  assertHoldsTheServerAlone,
  assertServesReadOnly,
  builtImage,
  canRunImages,
  unpackedImage,
} from "./_image.ts";
import { assertKeeps } from "./_keeping.ts";
import { assertServesHttp } from "./_over_http.ts";
import { assertSameAsSource, SERVE } from "./_same_as_source.ts";
import { outputOf } from "../_output_of.ts";

/**
 * The server's code takes up at most this many bytes at the end of the binary. The rest of the
 * binary is an unmodified Node executable.
 */
const PROGRAM_BYTES = 4_000_000;

// If the tests can't get Node, the build can't get it either.
const isBuilt = Deno.env.has("BUILT_FOLDER") ||
  await findNode() !== null && Deno.build.os === "linux";

Deno.test({
  name: "the binary runs on a machine with neither Deno nor Node",
  ignore: !isBuilt,
  fn: (t) =>
    withArtifact({ file: BINARY_FILE, build: (folder) => buildBinary(folder) }, async (built) => {
      const { path, folder } = built;
      // The server can't find any other programs and isn't allowed to read any files.
      const alone = { PATH: folder, HOME: folder, NODE_OPTIONS: "--permission" };

      await t.step(
        "the binary returns the same answers as a server run from source on Deno",
        () => assertSameAsSource({ command: path, args: SERVE, env: alone }),
      );

      await t.step(
        "the binary keeps the cache and the journal across a restart",
        () => assertKeeps((args, env) => ({ command: path, args, env }), `${folder}/state`),
      );

      await t.step("the binary serves over HTTP", () => assertServesHttp([path]));

      await t.step("the binary prints its version and rejects unknown arguments", async () => {
        const named = await outputOf(path, ["--version"], { env: alone, clearEnv: true });
        assertEquals(named, { code: 0, out: `${VERSION}\n`, err: "" });
        const { code, err } = await outputOf(path, ["--writ"], { env: alone, clearEnv: true });
        assertEquals(code, 2);
        assertStringIncludes(err, "did you mean --write?");
      });

      await t.step(
        "the binary reads only allowed files under Node's permission model",
        async () => {
          const token = `${folder}/token`;
          await Deno.writeTextFile(token, "secret", { mode: 0o600 });
          const args = ["call", "list_plans", "--token-file", token];
          const { code, err } = await outputOf(path, args, { env: alone, clearEnv: true });
          assertEquals(code, 2);
          assertStringIncludes(err, "cannot read");
        },
      );

      await t.step(
        "the binary contains no local path and comes with its packages' licenses",
        async () => {
          const bytes = await Deno.readFile(path);
          const program = new TextDecoder("latin1").decode(
            bytes.subarray(bytes.length - PROGRAM_BYTES),
          );
          assertStringIncludes(program, "Budget Tool Server for YNAB");
          assertNoPath(program, "the binary");
          assert(!program.includes("/program.cjs"), "the binary contains its build folder");
          const licenses = path.replace(/(?:\.exe)?$/u, ".LICENSES.txt");
          const text = await Deno.readTextFile(licenses);
          for (
            const name of ["zod", "@modelcontextprotocol/server", "Node.js", "preact"]
          ) {
            assert(text.includes(name), name);
          }
        },
      );

      if (Deno.build.os !== "linux") return;
      const archive = await builtImage(path, folder);
      if (archive === null) return;
      const image = await unpackedImage(archive, `${folder}/image`);
      await t.step(
        "the container image contains only the server and runs it under a user id that has no account",
        () => {
          assertHoldsTheServerAlone(image);
        },
      );
      if (!canRunImages()) return;
      await t.step(
        "the binary finds its libraries in the container image",
        () => assertFindsItsLibraries(image),
      );
      await t.step(
        "the binary works in the container image with a read-only root file system",
        () => assertServesReadOnly(image),
      );
    }),
});
