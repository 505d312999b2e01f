import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { StartError } from "../start-error.ts";
import { requireRoom } from "./backup-folder.ts";

test("RUN-3 a backup that its disk has no room for is refused in a sentence, before it is begun", async () => {
  await requireRoom(tmpdir(), -Number.MAX_SAFE_INTEGER);
  const refused = requireRoom(tmpdir(), Number.MAX_SAFE_INTEGER);
  await expect(refused).rejects.toThrow(StartError);
  await expect(refused).rejects.toThrow(
    /^The disk of .+ has .+ MB free, and this needs .+ MB\. Make room\.$/,
  );
});
