import { main } from "./_program.ts";

main();
