import { expect, test } from "vitest";
import { EVIDENCE } from "./activity.ts";

test("COMPANY-9 what takes an evidence back is evidence too, so that no old row alone says what no longer holds", () => {
  const pairs = [
    ["agreement.retire", "agreement.restore"],
    ["document.share", "document.unshare"],
  ] as const;
  for (const [done, undone] of pairs) expect(EVIDENCE.includes(undone)).toBe(EVIDENCE.includes(done));
});
