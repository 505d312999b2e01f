import { eq } from "drizzle-orm";
import { extractText, getDocumentProxy, getMeta } from "unpdf";
import { expect } from "vitest";
import { signedGeneralDocuments } from "#server/schema/agreements.ts";
import { mails } from "#server/schema/mail.ts";
import { attestAdded } from "#server/verification/attest-earlier.ts";
import { makeGeneralDocument, makeOrganization, makePerson, type TestPerson, unique } from "./factories.ts";
import type { TestApp } from "./make-app.ts";

export const SIGNED_TEXT = "<p>What you <em>promise</em>.</p><h3>For how long</h3><p>For three years.</p>";

/** Makes Wren Alder, who writes for Harbour Coffee Roasters, and a general document without signatures. */
export async function makeSigning({ db }: TestApp) {
  const organization = await makeOrganization(db, { organizationName: "Harbour Coffee Roasters" });
  const profile = { firstName: "Wren", lastName: "Alder" };
  const writer = await makePerson(db, { organization, profile });
  const document = await makeGeneralDocument(db, { name: "Privacy & <terms>", richText: SIGNED_TEXT });
  return { organization, writer, documentId: document.generalDocumentId };
}

/** The body with which a person signs for their active organization. */
export function signingBody(as: TestPerson, documentId: string) {
  return { userId: as.userProfileId, organizationId: as.organizationId, documentId };
}

/** The body with which a visitor signs. */
export function visitorBody(documentId: string, email = `${unique("grace")}@example.test`) {
  return { documentId, email, firstName: "Grace", lastName: "Hopper" };
}

export function signaturesOf({ db }: TestApp, documentId: string) {
  return db
    .select()
    .from(signedGeneralDocuments)
    .where(eq(signedGeneralDocuments.generalDocumentId, documentId));
}

/** Adds a signature with its evidence, as an import does. Returns its id. */
export async function addSignature(
  { db, deps }: Pick<TestApp, "db" | "deps">,
  values: Omit<typeof signedGeneralDocuments.$inferInsert, "signedGeneralDocumentId" | "signedAt">,
): Promise<string> {
  const row = { signedGeneralDocumentId: unique("signature"), signedAt: new Date(), ...values };
  await db.transaction(async (tx) => {
    await tx.insert(signedGeneralDocuments).values(row);
    await attestAdded(tx, deps.evidence, row.signedAt);
  });
  return row.signedGeneralDocumentId;
}

/** Waits for the only mail to this address. */
export async function untilMailed({ db }: TestApp, email: string): Promise<typeof mails.$inferSelect> {
  const mailed = () => db.select().from(mails).where(eq(mails.recipient, email));
  await expect.poll(async () => (await mailed()).length, { interval: 50 }).toBe(1);
  const [mail] = await mailed();
  if (!mail) throw new Error("There is no mail.");
  return mail;
}

/** The text and title of the PDF behind a link. */
export async function readPdfAt(app: TestApp, uri: string): Promise<{ text: string; title: string }> {
  const response = await app.rawRequest(`GET ${uri}`);
  expect(response.status).toBe(200);
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  const { text } = await extractText(pdf, { mergePages: true });
  return { text, title: (await getMeta(pdf)).info.Title as string };
}
