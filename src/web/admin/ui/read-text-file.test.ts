import { expect, test } from "vitest";
import { readTextFile } from "./read-text-file.ts";

test.each([
  ["UTF-8", [0x43, 0x61, 0x66, 0xc3, 0xa9]],
  ["UTF-8 with its mark", [0xef, 0xbb, 0xbf, 0x43, 0x61, 0x66, 0xc3, 0xa9]],
  ["Windows-1252", [0x43, 0x61, 0x66, 0xe9]],
  ["UTF-16 of Excel's Unicode text", [0xff, 0xfe, 0x43, 0, 0x61, 0, 0x66, 0, 0xe9, 0]],
])("COMPANY-13 a file in %s is read with its accents", async (_what, bytes) => {
  expect(await readTextFile(new Blob([new Uint8Array(bytes)]))).toBe("Café");
});
