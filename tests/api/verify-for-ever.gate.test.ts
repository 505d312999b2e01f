import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatVerdict } from "#domain/evidence/bundle/format-verdict.ts";
import { verifyBundle } from "#domain/evidence/bundle/verify-bundle.ts";
import { verifyBackup } from "#server/backup/verify-backup.ts";
import { verifyAnchor } from "#server/verification/verify-anchor.ts";
import { verifyEvidence } from "#server/verification/verify-evidence.ts";
import { loadWorld } from "#server/world/load-world.ts";
import { makeEmptyDatabase, restore, variablesOf } from "#tests/support/backups.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { makeFolder } from "#tests/support/make-folder.ts";
import { makeReleaseDump } from "#tests/support/make-release-dump.ts";
import { asIntruder } from "#tests/support/past-triggers.ts";

const ignoreProgress = () => undefined;
const FIXTURES = join(import.meta.dirname, "../fixtures");
/** Each made by a commit of the past (tests/fixtures/README.md). */
const FOLDERS = readdirSync(FIXTURES, { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map(({ name }) => name);

/** Changes old records past the portal, expects a finding with these words, and changes nothing back. */
async function expectNoticed(app: TestApp, table: string, change: string, words: RegExp): Promise<void> {
  await asIntruder(app, `update ${table} set ${change}`);
  expect((await verifyEvidence(app.deps, ignoreProgress)).message).toMatch(words);
}

if (process.env.RELEASE_DUMP === "1")
  test("npm run release -- --dump makes the stored dump of this version", () => makeReleaseDump(FIXTURES));

test("FIELD-4 there are fixtures of at least one earlier format", () => {
  expect(FOLDERS.length).toBeGreaterThan(0);
});

test.each(FOLDERS.filter((name) => existsSync(join(FIXTURES, name, "world.json"))))(
  "HOUSE-9 a world file of an earlier version loads whole, and its records are proven: %s",
  async (folder) => {
    const app = await createTestApp();
    try {
      const { lists } = await loadWorld(app.deps, readFileSync(join(FIXTURES, folder, "world.json"), "utf8"));
      expect(lists.map(({ list, added }) => `${list} ${added}`).toSorted()).toEqual([
        "documents 2",
        "generalDocuments 1",
        "invoices 1",
        "notifications 1",
        "organizations 1",
        "people 2",
        "products 2",
        "signedGeneralDocuments 1",
        "workOrders 2",
      ]);
      expect(await verifyEvidence(app.deps, ignoreProgress)).toMatchObject({ isGood: true });
    } finally {
      await app.close();
    }
  },
);

describe.each(FOLDERS)(
  "RUN-2 HOUSE-9 FIELD-4 what an earlier version gave to people verifies for ever: %s",
  (folder) => {
    const read = (name: string) => readFileSync(join(FIXTURES, folder, name));
    const anchor = read("anchor.txt").toString().trim();
    const keys = [anchor.split(":")[4] ?? ""];

    test.each([
      [
        "acceptance.zip",
        ["Document", "Shop fit-out (P-1042)"],
        ["Accepted by", "Maya Lindqvist, maya@harbour.example"],
      ],
      [
        "signature.zip",
        ["Document", "Non-disclosure agreement (version 1)"],
        ["Signed by", "Maya Lindqvist, maya@harbour.example"],
      ],
    ])("the bundle %s is intact, byte for byte, and its signer is known", async (name, ...facts) => {
      const verdict = await verifyBundle(new Uint8Array(read(name)), { keys });
      expect(verdict).toMatchObject({ outcome: "intact", faults: [], isRepacked: false, isKeyKnown: true });
      expect(formatVerdict(verdict).facts).toEqual(expect.arrayContaining(facts));
    });

    test("the backup is intact, and a portal restored from it finds every event, record and file as it was", async () => {
      const path = join(FIXTURES, folder, "portal.backup");
      expect(await verifyBackup(path, ignoreProgress)).toMatchObject({ isGood: true });
      const place = { dataDir: join(await makeFolder(), "data"), databaseUrl: await makeEmptyDatabase() };
      await restore(path, place);
      const app = await createTestApp(variablesOf(place));
      try {
        const { isGood, message } = await verifyEvidence(app.deps, ignoreProgress);
        expect(message).toMatch(
          /^Intact: \d+ events in 2 chains and \d+ files are as the portal kept them\.$/,
        );
        expect(isGood).toBe(true);
        expect((await verifyAnchor(app.deps, anchor)).message).toMatch(
          /^Intact: this anchor is event \d of Harbour Coffee/,
        );
        expect(app.deps.evidence.publicKeys).toEqual(keys);
        await expectNoticed(
          app,
          "unique_documents",
          "external_id = external_id || 'x' where status = 'APPROVED'",
          /The number of the document|differs from its evidence: externalId/,
        );
        await expectNoticed(
          app,
          "unique_documents",
          "total_cost = total_cost + 1 where status = 'APPROVED'",
          /the total of the document/,
        );
        await expectNoticed(app, "invoices", "total = total + 1", /differs from its (evidence: )?total/);
        await expectNoticed(
          app,
          "invoice_lines",
          "amount = amount + 1",
          /differs from its lines|differs from its evidence: .*lines/,
        );
      } finally {
        await app.close();
      }
    });
  },
);
