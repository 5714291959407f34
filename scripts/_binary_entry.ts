/**
 * What the binary starts: a program of its own has no main module to be found out.
 *
 * @module
 */

import { main } from "./_program.ts";

main();
