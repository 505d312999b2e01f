import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDF } from "@libpdf/core";
import { pino } from "pino";
import { getDocumentProxy } from "unpdf";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSeal } from "#tests/support/read-seal.ts";
import { createSeal } from "./create-seal.ts";
import { SIGNS_DOCUMENTS, selfSigned } from "./self-signed.ts";

const SECRET = "a secret of more than thirty-two characters";
const NOW = new Date("2026-11-22T10:00:00Z");
const YEAR_MS = 365 * 86_400_000;
const log = pino({ level: "silent" });

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "counterpart-seal-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function sealOf(
  set: { files?: Awaited<ReturnType<typeof supply>>; name?: string; at?: Date; secret?: string } = {},
) {
  const env = { dataDir, sealFiles: set.files ?? null, timeStampAuthority: null };
  const { name = "Ember & Oak, <Digital> 漢é", at = NOW, secret = SECRET } = set;
  return createSeal({ env, secret, companyName: () => name, clock: () => at, log });
}

/** Files of a key and its certificate, as an operator supplies them. */
async function supply(until = new Date(NOW.getTime() + YEAR_MS), from = new Date(NOW.getTime() - YEAR_MS)) {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const files = { keyPath: join(dataDir, "key.pem"), certificatePath: join(dataDir, "certificate.pem") };
  writeFileSync(files.keyPath, keys.privateKey.export({ type: "pkcs8", format: "pem" }));
  const supplied = { commonName: "Supplied", keys, from, until, extension: SIGNS_DOCUMENTS };
  writeFileSync(files.certificatePath, await selfSigned(supplied));
  return files;
}

async function page(): Promise<Uint8Array> {
  const pdf = PDF.create();
  pdf.addPage();
  return pdf.save();
}

async function sealedBy(seal: ReturnType<typeof sealOf>, record = "{}") {
  const { pdf, level } = await seal.apply(await page(), record);
  expect(level).toBe("B-B");
  return Buffer.from(pdf);
}

test("TRUST-2 a seal covers the whole file, and the file carries its record", async () => {
  const record = '{"evidence":"é"}';
  const sealed = await sealedBy(sealOf(), record);
  const { certificate } = await readSeal(sealed);
  expect(certificate.toLegacyObject().subject.CN).toBe("Ember & Oak, <Digital> 漢é");
  const read = await getDocumentProxy(new Uint8Array(sealed));
  const attached = await read.getAttachmentContent("evidence.json");
  expect(new TextDecoder().decode(attached ?? undefined)).toBe(record);
  const text = sealed.toString("latin1");
  expect(text).toContain("/Subtype /application#2Fjson");
  expect(text).toContain("/AFRelationship /Data");
  expect(text).toMatch(/\/AF \[\d+ 0 R\]/);
});

test("TRUST-2 the key and the certificate stay, a company's new name gets another certificate of the same key", async () => {
  const certificateOf = async (seal: ReturnType<typeof sealOf>) =>
    (await readSeal(await sealedBy(seal))).certificate;
  const first = await certificateOf(sealOf());
  expect(statSync(join(dataDir, "seal-certificate.pem")).mode & 0o777).toBe(0o600);
  expect((await certificateOf(sealOf())).fingerprint256).toBe(first.fingerprint256);
  const renamed = await certificateOf(sealOf({ name: "Oak" }));
  expect(renamed.fingerprint256).not.toBe(first.fingerprint256);
  expect(renamed.publicKey.equals(first.publicKey)).toBe(true);
  const cut = await certificateOf(sealOf({ name: "\u{1F525}".repeat(70) }));
  expect(cut.toLegacyObject().subject.CN).toBe("\u{1F525}".repeat(64));
  const adopted = await certificateOf(sealOf({ secret: `${SECRET}!` }));
  expect(adopted.publicKey.equals(first.publicKey)).toBe(false);
});

test("TRUST-2 a company name over 64 letters is cut to what a certificate may name, and seals by one certificate", async () => {
  const name = "漢𠮷é".repeat(30);
  const certificates = [];
  for (const _ of [1, 2]) certificates.push((await readSeal(await sealedBy(sealOf({ name })))).certificate);
  expect(certificates[0]?.toLegacyObject().subject.CN).toBe([...name].slice(0, 64).join(""));
  expect(certificates[1]?.serialNumber).toBe(certificates[0]?.serialNumber);
});

test("TRUST-2 supplied files seal, and whatever is wrong with them is said in a sentence until it is put right", async () => {
  const files = await supply();
  const seal = sealOf({ files });
  expect(await seal.findFault()).toBeNull();
  expect((await readSeal(await sealedBy(seal))).certificate.subject).toBe("CN=Supplied");

  const faultOf = (at: Date) => sealOf({ files, at }).findFault();
  expect(await faultOf(new Date(NOW.getTime() + 2 * YEAR_MS))).toMatch(/expired at 2027-11-22T10:00:00/);
  expect(await faultOf(new Date(NOW.getTime() - 2 * YEAR_MS))).toMatch(/is not valid before 2025-11-22/);
  writeFileSync(files.certificatePath, "nothing");
  expect(await seal.findFault()).toMatch(/certificate\.pem \(SEAL_CERTIFICATE\) holds no certificate/);
  writeFileSync(files.keyPath, "nothing");
  expect(await seal.findFault()).toMatch(/key\.pem \(SEAL_KEY\) is not a private key/);
  rmSync(files.keyPath);
  await expect(seal.apply(await page(), "{}")).rejects.toThrow(
    /key\.pem \(SEAL_KEY\) cannot be read: it does not exist/,
  );
  await supply();
  expect(await seal.findFault()).toBeNull();
});

test("TRUST-2 a certificate of another key is refused", async () => {
  const files = await supply();
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  writeFileSync(files.keyPath, privateKey.export({ type: "pkcs8", format: "pem" }));
  expect(await sealOf({ files }).findFault()).toMatch(/is not of the key/);
});
