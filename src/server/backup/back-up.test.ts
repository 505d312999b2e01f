import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "#tests/support/make-folder.ts";
import { recordLog } from "#tests/support/test-log.ts";
import { backUp, unwritableBackup } from "./back-up.ts";
import { openBackup } from "./read-archive.ts";

test("RUN-3 a backup that is missing, empty, a folder or a device is refused with the reason", async () => {
  const folder = await makeFolder();
  const file = join(folder, "portal.backup");
  expect(() => openBackup(file)).toThrow(`The backup ${file} cannot be read: it does not exist.`);
  expect(() => openBackup(folder)).toThrow(`The backup ${folder} cannot be read: it is a folder.`);
  writeFileSync(file, "");
  expect(() => openBackup(file)).toThrow(`The backup ${file} cannot be read: it is empty.`);
  expect(() => openBackup("/dev/null")).toThrow("The backup /dev/null cannot be read: it is no plain file.");
});

test.each([
  ["EACCES", "Give this user the right to write into its folder"],
  ["EPERM", "Give this user the right to write into its folder"],
  ["ENOSPC", "Its disk is full: make room"],
  ["EDQUOT", "This user has no room left on its disk: make some"],
  ["EROFS", "Its disk may only be read: name a folder on another one."],
  ["EIO", "Mend its disk, or name a folder on another one."],
])("RUN-3 a backup that cannot be written for %s says what to do", (code, advice) => {
  const cause = Object.assign(new Error("no words"), { code });
  const refusal = unwritableBackup("/mnt/portal.backup", cause);
  expect(refusal.message).toContain(
    `The backup /mnt/portal.backup cannot be written. The portal is unharmed. ${advice}`,
  );
  expect(refusal.cause).toBe(cause);
});

test("RUN-3 a backup into a folder that does not exist is refused before the database is copied", async () => {
  const folder = await makeFolder();
  const file = join(folder, "portal.backup");
  writeFileSync(file, "a backup");
  const config = { dataDir: join(folder, "data"), databaseUrl: undefined };
  const backUpTo = (target: string) => backUp(config, target, recordLog("error").logger, () => undefined);
  for (const missing of [join(folder, "away"), file])
    await expect(backUpTo(join(missing, "portal.backup"))).rejects.toThrow(
      `There is no folder ${missing}. Nothing was written. Make it, or choose another one.`,
    );
  await expect(backUpTo(file)).rejects.toThrow(`${file} exists already. Nothing was written.`);
});
