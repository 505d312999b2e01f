import { generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { describeConsent } from "#domain/consent/consent.ts";
import { readZip } from "#domain/evidence/bundle/read-zip.ts";
import { EXIT_CODES } from "#domain/evidence/formatted-verdict.ts";
import { type PortalKeys, verifyFile } from "#domain/evidence/verify-file.ts";
import { sealPdf } from "#server/seal/seal-pdf.ts";
import { SIGNS_DOCUMENTS, selfSigned } from "#server/seal/self-signed.ts";
import { casesFor, drawFrom, reportFigure, SEED } from "#tests/support/suite-cases.ts";
import { startTimeStampAuthority } from "#tests/support/time-stamp-authority.ts";

const FLIPS = casesFor(400, 20_000);
const FIXTURES = new URL("../fixtures/made-2026-11-26-never-remake/", import.meta.url);
const ANCHOR = readFileSync(new URL("anchor.txt", FIXTURES), "utf8").trim();
const KNOWN: PortalKeys = {
  keys: [ANCHOR.split(":")[4] ?? ""],
  sealKeys: ["57fae15b536526c0c27a48991f9789ec08075fd330ea95268f94be50ed7d97d8"],
};
const NOTHING: PortalKeys = { keys: [], sealKeys: [] };
const AT = "26 Nov 2026, 10:37:16 pm UTC";

let pdf: Uint8Array<ArrayBuffer>;
let copy: Uint8Array<ArrayBuffer>;
let record: string;
beforeAll(async () => {
  pdf = await pdfIn("acceptance.zip");
  copy = await pdfIn("signature.zip");
  const [, text = ""] = /(\{"evidence".*\})/.exec(await attached(pdf)) ?? [];
  record = text;
});

async function pdfIn(bundle: string): Promise<Uint8Array<ArrayBuffer>> {
  const entries = await readZip(new Uint8Array(readFileSync(new URL(bundle, FIXTURES))));
  return new Uint8Array(entries.find(({ name }) => name === "document.pdf")?.bytes ?? []);
}

async function attached(bytes: Uint8Array): Promise<string> {
  const { getDocumentProxy } = await import("unpdf");
  const document = await getDocumentProxy(bytes.slice());
  return new TextDecoder().decode((await document.getAttachmentContent("evidence.json")) ?? undefined);
}

const verify = (bytes: Uint8Array<ArrayBuffer>, known = KNOWN, line?: string) =>
  verifyFile(bytes, known, { line, zone: "UTC" });
const codeOf = async (bytes: Uint8Array<ArrayBuffer>, known = KNOWN) =>
  EXIT_CODES[(await verify(bytes, known)).level];
const joined = (...parts: (Uint8Array | string)[]) =>
  new Uint8Array(Buffer.concat(parts.map((one) => Buffer.from(one as Uint8Array))));

/** The print of the fixture without its seal, sealed again. */
async function seal(text: string, keys = ecKeys("P-256"), timeStampAuthority: string | null = null) {
  const begin = Buffer.from(pdf).lastIndexOf("%%EOF", -10) + 6;
  const [from, until] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)];
  // Another key signs the certificate; nothing here looks at its signature.
  const pem = await selfSigned({
    commonName: "Ember & Oak Digital",
    keys: { ...keys, privateKey: ecKeys("P-256").privateKey },
    from,
    until,
    extension: SIGNS_DOCUMENTS,
  });
  const signer = { privateKey: keys.privateKey, certificates: [new X509Certificate(pem)] };
  const print = pdf.subarray(0, begin);
  return new Uint8Array(
    await sealPdf({ pdf: print, record: text, signer, at: new Date(), timeStampAuthority }),
  );
}

type Keys = { privateKey: KeyObject; publicKey: KeyObject };
const ecKeys = (namedCurve: string): Keys => generateKeyPairSync("ec", { namedCurve });
const rsaKeys = (): Keys => generateKeyPairSync("rsa", { modulusLength: 2048 });

describe("FIELD-4 the PDF itself is verified, without its bundle", () => {
  test("an accepted PDF and a signed copy describe in a sentence what they prove, for whom and when", async () => {
    const accepted = await verify(pdf);
    expect(accepted).toMatchObject({ level: "intact", heading: "Intact, sealed by Ember & Oak Digital" });
    expect(accepted.sentences[0]).toBe(
      `This is what Maya Lindqvist accepted for Harbour Coffee on ${AT}, byte for byte.`,
    );
    expect(accepted.facts).toEqual([
      ["Document", "Shop fit-out (P-1042)"],
      ["Accepted by", "Maya Lindqvist, maya@harbour.example"],
      ["For", "Harbour Coffee"],
      ["At", AT],
      ["Declaration", "I confirm that I am authorised to approve this Proposal on behalf of Harbour Coffee."],
      ["How it came about", describeConsent("not-recorded")],
      ["Sealed by", "Ember & Oak Digital"],
      ["Key", KNOWN.keys[0]],
    ]);
    const signed = await verify(copy);
    expect(signed.level).toBe("intact");
    expect(signed.sentences[0]).toBe(`This is what Maya Lindqvist signed on ${AT}, byte for byte.`);
    expect(signed.facts).toContainEqual(["Signed by", "Maya Lindqvist, maya@harbour.example"]);
  });

  test("a signer that this portal does not know is told, by seal or by record alone too", async () => {
    for (const known of [NOTHING, { ...KNOWN, keys: [] }, { ...KNOWN, sealKeys: ["0".repeat(64)] }]) {
      const verdict = await verify(pdf, known);
      expect(verdict).toMatchObject({ level: "unknown-signer", heading: "Intact, signer not known" });
      expect(verdict.sentences[0]).toMatch(/^The file says that it is what Maya Lindqvist accepted/);
      expect(verdict.sentences.join(" ")).toContain("Anyone can make such a file");
    }
    // A true record in another PDF, with a new seal.
    expect(await codeOf(await seal(record))).toBe(2);
  });

  test.each([
    ["EC P-256", () => ecKeys("P-256")],
    ["EC P-384", () => ecKeys("P-384")],
    ["EC P-521", () => ecKeys("P-521")],
    ["RSA", rsaKeys],
  ])("the seal of a company's own key is checked: %s", async (_kind, makeKeys) => {
    const sealed = await seal(record, makeKeys());
    expect(await codeOf(sealed)).toBe(2);
    sealed[2000] = (sealed[2000] ?? 0) ^ 1;
    expect(await codeOf(sealed)).toBe(1);
  });

  test("a time stamp in the seal changes nothing of what is verified", async () => {
    const authority = await startTimeStampAuthority();
    try {
      expect(await codeOf(await seal(record, ecKeys("P-256"), authority.url))).toBe(2);
    } finally {
      await authority.close();
    }
  });

  test(`of ${FLIPS} changed bits none leaves a PDF intact`, async () => {
    const draw = drawFrom(SEED);
    const begin = Buffer.from(pdf).indexOf("/Contents <") + 11;
    const survivors: number[] = [];
    for (let flip = 0; flip < FLIPS; flip += 1) {
      // A third of them in the seal, which its own signature does not cover.
      const at = flip % 3 === 0 ? begin + draw(1700) : draw(pdf.length);
      const changed = pdf.slice();
      changed[at] = (changed[at] ?? 0) ^ (1 << draw(8));
      if ([0, 2].includes(await codeOf(changed))) survivors.push(at);
    }
    reportFigure(`FIELD-4: ${FLIPS} changed bits of a sealed PDF, ${survivors.length} stay unnoticed`);
    expect(survivors).toEqual([]);
  });
});

describe("FIELD-4 bad PDFs get one sentence each", () => {
  test("bytes that were added are counted and named, and those that are gone", async () => {
    const verdict = async (bytes: Uint8Array<ArrayBuffer>) => {
      const { level, heading, sentences } = await verify(bytes);
      return [EXIT_CODES[level], heading, sentences[0]];
    };
    const added = "Not intact: something was added";
    expect(await verdict(joined(pdf, "\n"))).toEqual([1, added, "1 byte was added after the sealed PDF."]);
    expect(await verdict(joined("HTTP/1.1\n", pdf, "more"))).toEqual([
      1,
      added,
      "9 bytes were added before the sealed PDF and 4 bytes were added after the sealed PDF.",
    ]);
    const missing = "Not intact: something is missing";
    expect(await verdict(pdf.slice(0, -5))).toEqual([
      1,
      missing,
      "The end of the file is missing: 5 of its bytes are gone.",
    ]);
    for (let length = 1000; length < pdf.length; length += 5000)
      expect((await verdict(pdf.slice(0, length))).slice(0, 2)).toEqual([1, missing]);
    const changed = pdf.slice();
    changed[5000] = (changed[5000] ?? 0) ^ 1;
    expect(await verdict(joined(changed, "x"))).toEqual([
      1,
      "Not intact: the content was changed",
      "The file is not the one that was sealed: the PDF or its seal was changed.",
    ]);
  });

  test("a PDF without a seal, such as an invoice, is reported as unsealed", async () => {
    const begin = Buffer.from(pdf).lastIndexOf("%%EOF", -10) + 6;
    const verdict = await verify(pdf.slice(0, begin));
    expect(verdict).toMatchObject({ level: "unread", heading: "Not verified: this PDF has no seal" });
    expect(verdict.sentences.join(" ")).toMatch(
      /an invoice, a draft .* proves no acceptance and no signature/,
    );
  });

  test("a sealed PDF of another program, and one of a newer version, are never said to be changed", async () => {
    for (const none of ["{}", "no JSON", JSON.stringify({ shown: {}, evidence: null })]) {
      const verdict = await verify(await seal(none));
      expect(verdict.level, none).toBe("unread");
      expect(verdict.heading).toBe("Not verified: not a PDF of a decision or signature");
    }
    const newer = { ...JSON.parse(record), version: 2 };
    const event = JSON.parse(record);
    event.evidence.event.kind = "later.kind";
    for (const one of [newer, event]) {
      const verdict = await verify(await seal(JSON.stringify(one)));
      expect(verdict).toMatchObject({ level: "unread", heading: "Not verified: made by a newer version" });
    }
  });

  test("a record that its key did not sign is told, and a line of another document", async () => {
    const forged = JSON.parse(record);
    forged.evidence.event.facts.organizationName = "Another client";
    const verdict = await verify(await seal(JSON.stringify(forged)));
    expect(verdict.level).toBe("not-intact");
    expect(verdict.sentences).toEqual(["The record in the PDF is not the one that the key in it signed."]);

    expect((await verify(pdf, KNOWN, ANCHOR)).level).toBe("intact");
    expect((await verify(pdf, KNOWN, ANCHOR.replace("-", ""))).level, "a lost hyphen").toBe("intact");
    expect((await verify(copy, KNOWN, ANCHOR)).sentences).toEqual([
      "The line that you gave is not the one of this PDF: it is of another document, or was changed.",
    ]);
    expect(await verify(pdf, KNOWN, "evidence:nothing")).toMatchObject({
      heading: "The line cannot be read",
    });
  });

  test("a file that is neither a PDF nor an archive is reported as such", async () => {
    expect(await verify(joined("hello"))).toMatchObject({
      level: "not-intact",
      heading: "Not an evidence bundle",
      sentences: ["This file is neither a zip archive nor a PDF."],
    });
  });
});
