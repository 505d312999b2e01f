import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listSignedGeneralDocuments, signGeneralDocument } from "#contract/agreements.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { renderSignedCopy } from "#server/agreements/render-signed-copy.job.ts";
import { renderDocumentPdf } from "#server/documents/render-document-pdf.job.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { evidenceEvents } from "#server/schema/evidence.ts";
import { SIGNS_DOCUMENTS, selfSigned } from "#server/seal/self-signed.ts";
import { makeOrganization, makePerson, makeQuote } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { readSeal } from "#tests/support/read-seal.ts";
import { makeSigning, signingBody } from "#tests/support/signing.ts";
import { casesFor, drawFrom, reportFigure, SEED } from "#tests/support/suite-cases.ts";
import { startTimeStampAuthority, type TimeStampAuthority } from "#tests/support/time-stamp-authority.ts";

const FLIPS = casesFor(60, 1000);

/** `npm run prove` uses those that are installed. */
const PROGRAMS = [
  {
    name: "pdfsig",
    argumentsFor: (file: string) => ["-nocert", file],
    says: ["Signature is Valid", "Total document signed"],
  },
  {
    name: "qpdf",
    argumentsFor: (file: string) => ["--check", file],
    says: ["No syntax or stream encoding errors"],
  },
  {
    name: "openssl",
    argumentsFor: (file: string) => [
      "cms",
      "-verify",
      "-binary",
      "-noverify",
      "-inform",
      "DER",
      "-in",
      `${file}.cms`,
      "-content",
      `${file}.signed`,
    ],
    says: ["successful"],
  },
];

let folder: string;
let authority: TimeStampAuthority;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "counterpart-seal-"));
  authority = await startTimeStampAuthority();
  await writeKey();
  app = await createTestApp({
    SEAL_KEY: join(folder, "key.pem"),
    SEAL_CERTIFICATE: join(folder, "certificate.pem"),
    TIME_STAMP_AUTHORITY: authority.url,
  });
});
afterAll(async () => {
  await app.close();
  await authority.close();
  await rm(folder, { recursive: true });
});

async function writeKey() {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const [from, until] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)];
  const made = { commonName: "Ember & Oak", keys, from, until, extension: SIGNS_DOCUMENTS };
  await writeFile(join(folder, "certificate.pem"), await selfSigned(made));
  await writeFile(join(folder, "key.pem"), keys.privateKey.export({ type: "pkcs8", format: "pem" }));
}

async function accept() {
  const organization = await makeOrganization(app.db);
  const as = await makePerson(app.db, { organization });
  const { document } = await makeQuote(app.db, { organizationId: organization.organizationId });
  const id = document.uniqueDocumentId;
  const given = { as, params: { id } };
  const { contentHash } = await app.request(getDocument, given);
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  const { status } = await app.request(approveDocument, { ...given, body });
  expect(status).toBe("APPROVED");
  const snapshots = async () => (await app.request(getDocument, given)).documentSnapshots;
  return {
    id,
    snapshots,
    print: () => renderDocumentPdf.run(app.deps, { uniqueDocumentId: id, announce: true }),
  };
}

async function download(uri: string): Promise<Buffer> {
  const response = await app.rawRequest(`GET ${uri}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function sealedPdf({ snapshots, print }: Awaited<ReturnType<typeof accept>>) {
  await print();
  return download((await snapshots())[0]?.uri ?? "");
}

/** What is on record of the seal. */
async function levelOf(id: string) {
  const rows = await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, id));
  return rows.find(({ action }) => action === "document.snapshot")?.details.seal;
}

async function recordIn(pdf: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const content = await document.getAttachmentContent("evidence.json");
  return JSON.parse(new TextDecoder().decode(content ?? undefined));
}

test("TRUST-2 an accepted PDF is sealed with a time stamp and carries its evidence", async () => {
  authority.mode = "stamps";
  const accepted = await accept();
  const pdf = await sealedPdf(accepted);
  expect(await readSeal(pdf)).toMatchObject({ isStamped: true, certificate: { subject: "CN=Ember & Oak" } });
  expect(await levelOf(accepted.id)).toBe("B-T");
  const [event] = await app.db
    .select()
    .from(evidenceEvents)
    .where(eq(evidenceEvents.subjectId, accepted.id))
    .limit(1);
  const record = await recordIn(pdf);
  expect(record.evidence).toMatchObject({ event: { kind: event?.kind, sealed: event?.sealed } });
  expect(JSON.stringify(record)).not.toContain(Object.values(event?.salts ?? {})[0]);
  for (const program of casesFor([], PROGRAMS)) reportFigure(`TRUST-2: ${await runValidator(program, pdf)}`);
});

test("TRUST-2 any changed byte breaks the seal", async () => {
  authority.mode = "refuses";
  const pdf = await sealedPdf(await accept());
  const survivors: number[] = [];
  const draw = drawFrom(SEED);
  const drawn = Array.from({ length: FLIPS }, () => draw(pdf.byteLength));
  const places = [...drawn, ...casesFor([], await digitsOfSeal(pdf))];
  for (const at of places) {
    const changed = Buffer.from(pdf);
    changed[at] = (changed[at] ?? 0) ^ (1 << draw(8));
    if (await isSealed(changed)) survivors.push(at);
  }
  reportFigure(`TRUST-2: ${places.length} changed bytes of a sealed PDF, ${survivors.length} stay valid`);
  expect(survivors).toEqual([]);
  expect(await isSealed(pdf.subarray(0, -1))).toBe(false);
  expect(await isSealed(Buffer.concat([pdf, Buffer.from("\n")]))).toBe(false);
});

/** Where each digit of the seal stands. */
async function digitsOfSeal(pdf: Buffer): Promise<number[]> {
  const digits = (await readSeal(pdf)).cms.toString("hex").toUpperCase();
  const from = pdf.indexOf(digits);
  return Array.from(digits, (_digit, place) => from + place);
}

/** Asks a program by others whether a seal is valid. */
async function runValidator(
  { name, argumentsFor, says }: (typeof PROGRAMS)[number],
  pdf: Buffer,
): Promise<string> {
  const { cms, signed } = await readSeal(pdf);
  const file = join(folder, "sealed.pdf");
  await Promise.all([
    writeFile(file, pdf),
    writeFile(`${file}.cms`, cms),
    writeFile(`${file}.signed`, signed),
  ]);
  const { error, stdout, stderr } = spawnSync(name, argumentsFor(file), { encoding: "latin1" });
  if (error) return `${name}: not run`;
  for (const words of says) expect(`${stdout}${stderr}`, name).toContain(words);
  return `${name} agrees that the seal is valid`;
}

const isSealed = (pdf: Buffer) =>
  readSeal(pdf).then(
    () => true,
    () => false,
  );

test.each(["stamps something else", "never ends its answer", "refuses"] as const)(
  "TRUST-2 with an authority that %s the PDF is sealed without a time stamp, and that is on record",
  async (mode) => {
    authority.mode = mode;
    const accepted = await accept();
    expect((await readSeal(await sealedPdf(accepted))).isStamped).toBe(false);
    expect(await levelOf(accepted.id)).toBe("B-B");
  },
);

test("TRUST-2 without its key the portal accepts and signs, the PDFs wait, and follow when the key is back", async () => {
  authority.mode = "refuses";
  app.log.allowErrors(/cannot be sealed\. .*key\.pem \(SEAL_KEY\) cannot be read: it does not exist/);
  await rename(join(folder, "key.pem"), join(folder, "away.pem"));
  const accepted = await accept();
  const { writer, documentId } = await makeSigning(app);
  const body = signingBody(writer, documentId);
  const { signedGeneralDocumentId } = await app.request(signGeneralDocument, { as: writer, body });
  await expect(accepted.print()).rejects.toThrow(/key\.pem \(SEAL_KEY\) cannot be read: it does not exist/);
  expect(await accepted.snapshots()).toEqual([]);
  // The queue has tried as well, and continues to retry.
  const waiting = `select 1 from pgboss.job where data->>'uniqueDocumentId' = $1 and state = 'retry' and retry_delay_max < 60
    and retry_limit >= retry_count + 350`;
  await expect
    .poll(async () => (await app.deps.database.pool.query(waiting, [accepted.id])).rows)
    .toHaveLength(1);

  await rename(join(folder, "away.pem"), join(folder, "key.pem"));
  await readSeal(await sealedPdf(accepted));
  await renderSignedCopy.run(app.deps, { signedGeneralDocumentId });
  const [listed] = await app.request(listSignedGeneralDocuments, { as: writer });
  const copy = await download(listed?.s3uri ?? "");
  await readSeal(copy);
  expect((await recordIn(copy)).evidence.event).toMatchObject({ kind: "agreement.sign" });
});
