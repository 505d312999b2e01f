import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "./start-error.ts";

/** Creates the data directory and tests that it can be written, before anything else starts. */
export function prepareDataDir(dataDir: string): void {
  const trial = join(dataDir, `trial-${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(trial, "");
    rmSync(trial);
  } catch (error) {
    throw new StartError(
      `The data directory ${dataDir} cannot be written. Set DATA_DIR to a folder that the portal may use.`,
      { cause: error },
    );
  }
}
