import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { DataInUseError } from "./data-lock.ts";
import { openDatabase } from "./open-database.ts";

const log = pino({ level: "silent" });

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "counterpart-database-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("the embedded database keeps its rows from one opening to the next, and lets nobody else in meanwhile", async () => {
  const config = { databaseUrl: undefined, dataDir: makeFolder() };
  const first = await openDatabase(config, log);
  await first.asOwner(async (owner) => {
    await owner.query("create table kept (word text)");
    await owner.query("insert into kept values ('oak')");
  });
  await expect(openDatabase(config, log)).rejects.toThrow(DataInUseError);
  await first.close();

  const second = await openDatabase(config, log);
  const { rows } = await second.asOwner((owner) => owner.query("select word from kept"));
  await second.close();
  expect(rows).toEqual([{ word: "oak" }]);
});

test("a server that cannot be reached is named, and its password is not", async () => {
  const databaseUrl = "postgres://portal:top-secret@127.0.0.1:1/counterpart";
  const failure = await openDatabase({ databaseUrl, dataDir: makeFolder() }, log).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(Error);
  const { message } = failure as Error;
  expect(message).toBe("The database counterpart on 127.0.0.1:1 (DATABASE_URL) cannot be reached.");
});
