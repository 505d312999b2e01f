import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "#tests/support/make-folder.ts";
import { describeReadError, findReadFault } from "./file-fault.ts";

test("RUN-1 a file that cannot be read is named with the reason", async () => {
  const folder = await makeFolder();
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
