import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "#tests/support/make-folder.ts";
import { verifyProofFile } from "./verify-proof-file.ts";

test("TRUST-3 a bundle that is missing or a folder is refused with the reason, and says nothing of its evidence", async () => {
  const folder = await makeFolder();
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
