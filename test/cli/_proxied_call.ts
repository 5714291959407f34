/**
 * The program as another runtime than the tests' own runs it.
 *
 * @module
 */

import { main } from "../../cli.ts";

await main();
