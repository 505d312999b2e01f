import { expect, test } from "vitest";
import { makeChainPart, makeKey, type SampleKey, sha256 } from "#tests/support/bundle-samples.ts";
import { type ChainPart, packBundle, type SignatureFacts } from "./bundle-format.ts";
import { formatVerdict } from "./format-verdict.ts";
import { readZip } from "./read-zip.ts";
import { verifyBundle } from "./verify-bundle.ts";
import { writeZip } from "./zip-format.ts";

const FLIPS = 3000;
const PORTAL = makeKey();
const FORGER = makeKey();
const KNOWN = { keys: [PORTAL.publicKey] };
const ID = "01980000-0000-7000-8000-000000000002";
const SIGNED_AT = "2026-11-22T01:02:03.000Z";
const PDF_BYTES = Buffer.from("%PDF-1.7\nWhat you promise\n%%EOF\n".repeat(20));

const FACTS: SignatureFacts = {
  company: "Ember & Oak Digital",
  portal: "https://portal.example",
  organization: "Blue Wren Bakery",
  signature: { signedGeneralDocumentId: ID, name: "Non-disclosure agreement", version: 3 },
  signedBy: { name: "Grace Okafor", email: "grace@wren.example" },
  signedAt: SIGNED_AT,
  isBroughtIn: false,
  formerKeys: [],
};

function partOf(key: SampleKey, { signedAt = SIGNED_AT, of = ID } = {}): ChainPart {
  return makeChainPart(key, [
    { kind: "agreement.sign", subjectId: ID, facts: { signedGeneralDocumentId: ID, signedAt } },
    sha256("another visitor's"),
    { kind: "agreement.copy", subjectId: "file", facts: { ofId: of, sha256: sha256(PDF_BYTES) } },
  ]);
}

function pack(record = partOf(PORTAL), facts = FACTS, key = PORTAL) {
  return packBundle({ readme: "Read me", pdf: PDF_BYTES, record }, facts, key);
}

test("TRUST-3 an unchanged bundle of a signature is intact and says who signed which version, for whom and when", async () => {
  const verdict = await verifyBundle(pack(), KNOWN);
  expect(verdict).toMatchObject({ outcome: "intact", faults: [], isRepacked: false, isKeyKnown: true });
  const { heading, facts, sentences } = formatVerdict(verdict, "UTC");
  expect(heading).toBe("Intact, signed by Ember & Oak Digital");
  expect(facts.slice(0, 4)).toEqual([
    ["Document", "Non-disclosure agreement (version 3)"],
    ["Signed by", "Grace Okafor, grace@wren.example"],
    ["For", "Blue Wren Bakery"],
    ["At", "22 Nov 2026, 1:02:03 am UTC"],
  ]);
  expect(sentences.join(" ")).not.toMatch(/accept/i);
  const alone = formatVerdict(await verifyBundle(pack(undefined, { ...FACTS, organization: null }), KNOWN));
  expect(alone.facts.map(([term]) => term)).toEqual([
    "Document",
    "Signed by",
    "At",
    "How it came about",
    "Portal",
    "Key",
  ]);
});

test(`TRUST-3 of ${FLIPS} bundles of a signature with one flipped bit none passes with another content`, async () => {
  const whole = pack();
  const contentOf = async (bytes: Uint8Array<ArrayBuffer>) =>
    JSON.stringify((await readZip(bytes)).map(({ name, bytes: file }) => [name, sha256(file)]).toSorted());
  const content = await contentOf(whole);
  const passed: number[] = [];
  for (let flip = 0; flip < FLIPS; flip += 1) {
    const at = Math.floor((flip * whole.length) / FLIPS);
    const bytes = whole.slice();
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (flip % 8));
    const { outcome } = await verifyBundle(bytes, KNOWN);
    if (outcome === "intact" && (await contentOf(bytes)) !== content) passed.push(at);
  }
  expect(passed).toEqual([]);
});

test("TRUST-3 a bundle of a signature that is cut, extended, signed by another key or of another signature is told apart", async () => {
  const part = partOf(PORTAL);
  const cut = pack({ ...part, links: part.links.slice(0, -1) });
  expect((await verifyBundle(cut, KNOWN)).outcome).toBe("cut");
  const extended = pack({ ...part, links: [...part.links, sha256("more")] });
  expect((await verifyBundle(extended, KNOWN)).outcome).toBe("extended");
  expect((await verifyBundle(writeZip((await readZip(pack())).slice(1)), KNOWN)).outcome).toBe("cut");
  const forged = await verifyBundle(pack(partOf(FORGER), FACTS, FORGER), KNOWN);
  expect(forged).toMatchObject({ outcome: "unknown-signer", isKeyKnown: false });

  const later = await verifyBundle(pack(partOf(PORTAL, { signedAt: "2026-11-23T00:00:00.000Z" })), KNOWN);
  expect(later).toMatchObject({
    outcome: "changed",
    faults: ["The record has no such signature at the time that the bundle names."],
  });
  const another = await verifyBundle(pack(partOf(PORTAL, { of: "another" })), KNOWN);
  expect(another.faults).toEqual([expect.stringContaining("The PDF is not the one")]);
  const asAcceptance = {
    ...FACTS,
    organization: "Blue Wren Bakery",
    document: { uniqueDocumentId: ID, externalId: "P-1", name: "Offer" },
    acceptedBy: FACTS.signedBy,
    acceptedAt: SIGNED_AT,
  };
  const { signature: _s, signedBy: _b, signedAt: _a, ...acceptance } = asAcceptance;
  const presented = await verifyBundle(
    packBundle({ readme: "", pdf: PDF_BYTES, record: part }, acceptance, PORTAL),
    KNOWN,
  );
  expect(presented.faults, "no signature passes for an acceptance").toEqual(
    expect.arrayContaining([expect.stringContaining("The record has no acceptance")]),
  );
});
