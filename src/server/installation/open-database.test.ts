import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./open-database.ts";

const log = pino({ level: "silent" });

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "counterpart-database-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("a server that cannot be reached is named, and its password is not", async () => {
  const databaseUrl = "postgres://portal:top-secret@127.0.0.1:1/counterpart";
  const failure = await openDatabase({ databaseUrl, dataDir: makeFolder() }, log).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(Error);
  const { message } = failure as Error;
  expect(message).toBe("The database counterpart on 127.0.0.1:1 (DATABASE_URL) cannot be reached.");
});
