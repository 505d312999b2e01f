import { execFileSync } from "node:child_process";
import { chmod, copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { signGeneralDocument } from "#contract/agreements.ts";
import { createBundleLink, createSignatureBundleLink } from "#contract/bundles.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { mails } from "#server/schema/mail.ts";
import { VERSION } from "#server/version.ts";
import { openInvoicing } from "./accepted-work.ts";
import { makeBackup, placeOf } from "./backups.ts";
import { makeGeneralDocument, makeOrganization, makePerson, makeProduct, makeQuote } from "./factories.ts";
import { createTestApp } from "./make-app.ts";
import { signaturesOf, signingBody } from "./signing.ts";

const ANCHOR = /evidence:[\w-]+:\d+:[0-9a-f]{64}:[\w-]{43}:[\w-]{86}/;

/** Writes what a portal of this version gives to people into a new folder, which later versions upgrade and verify. */
export async function makeReleaseDump(fixtures: string): Promise<void> {
  const tag = execFileSync("git", ["tag", "--list", `v${VERSION}`], { encoding: "utf8" });
  if (tag !== "") throw new Error(`${VERSION} is released: its dump is never made again.`);
  const folder = join(fixtures, `release-${VERSION}`);
  const app = await createTestApp();
  try {
    const organization = await makeOrganization(app.db, { organizationName: "Harbour Coffee" });
    const profile = { firstName: "Maya", lastName: "Lindqvist", email: "maya@harbour.example" };
    const as = await makePerson(app.db, { organization, profile });
    const { productId } = await makeProduct(app.db, { productName: "Painting", productRate: "1234.50" });
    const { document } = await makeQuote(app.db, {
      organizationId: organization.organizationId,
      workOrders: [{ name: "Walls", products: [{ productId, total: "1" }] }],
      document: { name: "Shop fit-out", externalId: "P-1042" },
    });
    const { generalDocumentId } = await makeGeneralDocument(app.db, { name: "Non-disclosure agreement" });
    const params = { id: document.uniqueDocumentId };
    const { contentHash } = await app.request(getDocument, { as, params });
    const body = { uniqueDocumentId: params.id, status: "APPROVED" as const, contentHash };
    await app.request(approveDocument, { as, params, body });
    const signature = await app.request(signGeneralDocument, {
      as,
      body: signingBody(as, generalDocumentId),
    });
    await (await openInvoicing(app)).invoice(params.id);

    const isSettled = async () => {
      const { documentSnapshots } = await app.request(getDocument, { as, params });
      const copies = await signaturesOf(app, generalDocumentId);
      return documentSnapshots.length === 1 && copies.every(({ fileId }) => fileId !== null);
    };
    await expect.poll(isSettled, { interval: 50 }).toBe(true);
    const mailed = async () => {
      const rows = await app.db.select().from(mails).where(eq(mails.recipient, profile.email));
      return rows.map(({ text }) => ANCHOR.exec(text)?.[0]).find((found) => found !== undefined);
    };
    await expect.poll(mailed, { interval: 50 }).toBeDefined();

    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    const save = async (name: string, uri: string | null) => {
      const answer = await fetch(`${app.baseUrl}${uri}`);
      await writeFile(join(folder, name), new Uint8Array(await answer.arrayBuffer()));
    };
    await save("acceptance.zip", (await app.request(createBundleLink, { as, params })).uri);
    const ofSignature = { as, params: { id: signature.signedGeneralDocumentId } };
    await save("signature.zip", (await app.request(createSignatureBundleLink, ofSignature)).uri);
    await writeFile(join(folder, "anchor.txt"), `${await mailed()}\n`);
    await app.stop();
    const backup = join(folder, "portal.backup");
    await copyFile(await makeBackup(placeOf(app)), backup);
    await chmod(backup, 0o644);
  } finally {
    await app.close();
  }
}
