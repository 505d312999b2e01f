import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { WEB_FOUNDATION } from "./borders.ts";

const WEB = join(import.meta.dirname, "../../src/web");

test("COMPANY-1 the company's style sheet has the classes of every folder that its screens share with the clients'", () => {
  const sheet = readFileSync(join(WEB, "admin/admin.css"), "utf8");
  const styled = WEB_FOUNDATION.filter((folder) =>
    globSync(`${folder}/**/*.tsx`, { cwd: WEB }).some((path) =>
      readFileSync(join(WEB, path), "utf8").includes("className="),
    ),
  );
  expect(styled).toContain("security");
  for (const folder of styled) expect(sheet).toContain(`@source "../${folder}";`);
});
