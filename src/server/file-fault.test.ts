import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { recordLog } from "#tests/support/test-log.ts";
import { backUp, describeUnwritten } from "./backup/back-up.ts";
import { openBackup } from "./backup/read-archive.ts";
import { verifyProofFile } from "./bundles/verify-proof-file.ts";
import { describeReadError, findReadFault } from "./file-fault.ts";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "counterpart-fault-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("RUN-1 a file that cannot be read is named with the reason", () => {
  const folder = makeFolder();
  const file = join(folder, "key.pem");
  expect(findReadFault(file)).toBe("it does not exist");
  expect(findReadFault(folder)).toBe("it is a folder");
  writeFileSync(file, "");
  expect(findReadFault(file)).toBe("it is empty");
  expect(findReadFault(join(file, "inside"))).toBe("it does not exist");
  writeFileSync(file, "a key");
  expect(findReadFault(file)).toBeNull();
  const withCode = (code: string) => Object.assign(new Error(`${code}: no words`), { code });
  expect(describeReadError(withCode("EACCES"))).toBe("this user may not read it");
  expect(describeReadError(withCode("EIO"))).toBe("the system says EIO");
});

test("RUN-3 a backup that is missing, empty, a folder or a device is refused with the reason", () => {
  const folder = makeFolder();
  const file = join(folder, "portal.backup");
  expect(() => openBackup(file)).toThrow(`The backup ${file} cannot be read: it does not exist.`);
  expect(() => openBackup(folder)).toThrow(`The backup ${folder} cannot be read: it is a folder.`);
  writeFileSync(file, "");
  expect(() => openBackup(file)).toThrow(`The backup ${file} cannot be read: it is empty.`);
  expect(() => openBackup("/dev/null")).toThrow("The backup /dev/null cannot be read: it is no plain file.");
});

test("TRUST-3 a bundle that is missing or a folder is refused with the reason, and says nothing of its evidence", async () => {
  const folder = makeFolder();
  const verify = (path: string) => verifyProofFile({ dataDir: folder, sealFiles: null }, path);
  const file = join(folder, "bundle.zip");
  expect(await verify(file)).toEqual({
    isGood: false,
    message: `${file} cannot be read: it does not exist.`,
    code: 3,
  });
  expect(await verify(folder)).toMatchObject({
    message: `${folder} cannot be read: it is a folder.`,
    code: 3,
  });
  writeFileSync(file, "no bundle");
  expect(await verify(join(file, "/"))).toMatchObject({
    message: `${file}/ cannot be read: it does not exist.`,
  });
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
  const refusal = describeUnwritten("/mnt/portal.backup", cause);
  expect(refusal.message).toContain(
    `The backup /mnt/portal.backup cannot be written. The portal is unharmed. ${advice}`,
  );
  expect(refusal.cause).toBe(cause);
});

test("RUN-3 a backup into a folder that does not exist is refused before the database is copied", async () => {
  const folder = makeFolder();
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
