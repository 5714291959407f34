import type { BankFile } from "./_bank_file.ts";
import { camtFile } from "./_camt_file.ts";
import { csvFile } from "./_csv_file.ts";
import { mt940File } from "./_mt940_file.ts";
import { ofxFile } from "./_ofx_file.ts";
import { qifFile } from "./_qif_file.ts";

/** Generates a file of each format from a seed. */
export const bankFiles: Readonly<Record<BankFile["kind"], (seed: number) => BankFile>> = {
  csv: csvFile,
  ofx: ofxFile,
  camt: camtFile,
  mt940: mt940File,
  qif: qifFile,
};
