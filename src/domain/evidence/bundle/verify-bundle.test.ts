import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { makeChainPart, makeKey, type SampleKey, sha256 } from "#tests/support/bundle-samples.ts";
import { canonicalJson } from "../../canonical-json.ts";
import { type EvidenceKind, headText, leafText, NO_HEAD } from "../evidence-event.ts";
import { EXIT_CODES } from "../formatted-verdict.ts";
import { BUNDLE_FILES, type ChainPart, type OwnLink, packBundle } from "./bundle-format.ts";
import { formatVerdict } from "./format-verdict.ts";
import { readZip } from "./read-zip.ts";
import { type Known, verifyBundle } from "./verify-bundle.ts";
import { crc32, writeZip, type ZipEntry } from "./zip-format.ts";

const FLIPS = 10_000;

const PORTAL = makeKey();
const FORGER = makeKey();
const KNOWN: Known = { keys: [PORTAL.publicKey] };
const ID = "01980000-0000-7000-8000-000000000001";
const PDF_BYTES = Buffer.from("%PDF-1.7\nShop fit-out\n%%EOF\n".repeat(20));

function partOf(key: SampleKey, pdf: Uint8Array): ChainPart {
  return makeChainPart(key, [
    { kind: "document.send", subjectId: ID, facts: { number: 1 } },
    sha256("another document's"),
    {
      kind: "document.approve",
      subjectId: ID,
      facts: { decidedAt: "2026-11-22T01:02:03.000Z", decision: "APPROVED" },
    },
    { kind: "document.snapshot", subjectId: "file", facts: { ofId: ID, sha256: sha256(pdf) } },
  ]);
}

const FACTS = {
  company: "Ember & Oak Digital",
  portal: "https://portal.example",
  organization: "Harbour Coffee",
  document: { uniqueDocumentId: ID, externalId: "P-1042", name: "Shop fit-out" },
  acceptedBy: { name: "Maya Lindqvist", email: "maya@harbour.example" },
  acceptedAt: "2026-11-22T01:02:03.000Z",
  isBroughtIn: false,
  formerKeys: [],
};

function pack(
  key = PORTAL,
  change: (part: ChainPart) => ChainPart = (part) => part,
  pdf: Uint8Array = PDF_BYTES,
) {
  return packBundle({ readme: "Read me", pdf, record: change(partOf(key, pdf)) }, FACTS, key);
}

/** Packs files as an ordinary program does: deflated, with dates. */
function repack(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const packed = deflateRawSync(bytes);
    const shared = Buffer.alloc(26);
    for (const [at, value] of [20, 0, 8, 0x6000, 0x5a75].entries()) shared.writeUInt16LE(value, 2 * at);
    for (const [at, value] of [crc32(bytes), packed.length, bytes.length].entries())
      shared.writeUInt32LE(value, 10 + 4 * at);
    shared.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    locals.push(Buffer.from("PK\x03\x04"), shared, Buffer.from(name), packed);
    central.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), shared, place, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  for (const [at, value] of [0, 0, entries.length, entries.length].entries())
    end.writeUInt16LE(value, 2 * at);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06"), end]));
}

const contentOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  JSON.stringify((await readZip(bytes)).map((one) => [one.name, sha256(one.bytes)]).toSorted());

test("TRUST-3 an unchanged bundle is intact and says who accepted what for whom; equal contents are equal bytes", async () => {
  const verdict = await verifyBundle(pack(), KNOWN);
  expect(verdict).toMatchObject({ outcome: "intact", faults: [], isRepacked: false, isKeyKnown: true });
  const described = formatVerdict(verdict);
  expect(described.heading).toBe("Intact, signed by Ember & Oak Digital");
  expect(described.facts).toEqual(
    expect.arrayContaining([
      ["Document", "Shop fit-out (P-1042)"],
      ["Accepted by", "Maya Lindqvist, maya@harbour.example"],
      ["For", "Harbour Coffee"],
      ["Key", PORTAL.publicKey],
    ]),
  );
  expect(described.level).toBe("intact");
  expect(described.sentences.join(" "), "what is not checked").toContain("To check its own seal as well");
  expect(pack()).toEqual(pack());
});

test(`TRUST-3 of ${FLIPS} bundles with one flipped bit none passes with another content`, async () => {
  const whole = pack();
  const content = await contentOf(whole);
  const passed: number[] = [];
  const repacked: number[] = [];
  for (let flip = 0; flip < FLIPS; flip += 1) {
    // Steps over the whole file, each bit in its turn.
    const at = FLIPS >= whole.length ? flip % whole.length : Math.floor((flip * whole.length) / FLIPS);
    const bytes = whole.slice();
    bytes[at] = (bytes[at] ?? 0) ^ (1 << ((flip + Math.floor(flip / whole.length)) % 8));
    const { outcome, isRepacked } = await verifyBundle(bytes, KNOWN);
    if (outcome !== "intact") continue;
    if (isRepacked && (await contentOf(bytes)) === content) repacked.push(at);
    else passed.push(at);
  }
  expect(passed).toEqual([]);
  // Dates and the like in the archive's own headers, which hold no content.
  expect(repacked.length).toBeLessThan(FLIPS / 5);
});

test("TRUST-3 a flipped byte inside each file is told, also when it is repacked with a right checksum", async () => {
  const entries = await readZip(pack());
  for (const name of BUNDLE_FILES) {
    const flipped = pack();
    const at = Buffer.from(flipped.buffer).indexOf(entries.find((one) => one.name === name)?.bytes ?? "");
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    expect((await verifyBundle(flipped, KNOWN)).outcome, name).toBe("changed");
    const changed = entries.map((one) => {
      if (one.name !== name) return one;
      const bytes = one.bytes.slice();
      const middle = bytes.length >> 1;
      bytes[middle] = (bytes[middle] ?? 0) ^ 1;
      return { name, bytes };
    });
    expect((await verifyBundle(writeZip(changed), KNOWN)).outcome, name).toBe("changed");
  }
  const marked = entries.map(({ name, bytes }) =>
    name === "manifest.json"
      ? { name, bytes: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]) }
      : { name, bytes },
  );
  expect((await verifyBundle(writeZip(marked), KNOWN)).outcome, "a byte order mark").toBe("changed");
});

test("TRUST-3 cut, extended, repacked and signed by another key are told apart", async () => {
  const entries = await readZip(pack());
  const cut = await verifyBundle(
    pack(PORTAL, (part) => ({ ...part, links: part.links.slice(0, -1) })),
    KNOWN,
  );
  expect(cut).toMatchObject({
    outcome: "cut",
    faults: expect.arrayContaining([expect.stringContaining("3 of 4")]),
  });
  const longer = (part: ChainPart) => ({ ...part, links: [...part.links, sha256("more")] });
  expect((await verifyBundle(pack(PORTAL, longer), KNOWN)).outcome).toBe("extended");
  expect((await verifyBundle(writeZip(entries.slice(1)), KNOWN)).outcome).toBe("cut");
  const more = [...entries, { name: "letter.pdf", bytes: PDF_BYTES }];
  expect((await verifyBundle(writeZip(more), KNOWN)).outcome).toBe("extended");

  const packedAgain = await verifyBundle(repack(entries.toReversed()), KNOWN);
  expect(packedAgain).toMatchObject({ outcome: "intact", isRepacked: true });
  expect(formatVerdict(packedAgain).sentences.at(-1)).toContain("repacked the archive");

  const forged = await verifyBundle(pack(FORGER), KNOWN);
  expect(forged).toMatchObject({ outcome: "unknown-signer", isKeyKnown: false, publicKey: FORGER.publicKey });
  const unasked = await verifyBundle(pack(FORGER), { keys: [] });
  const unknown = formatVerdict(unasked);
  expect(unknown).toMatchObject({ level: "unknown-signer", heading: "Intact, signer not known" });
  expect(unknown.sentences.join(" ")).toContain("Compare the key");
});

test("TRUST-3 a bundle of a former key is known as long as the portal names that key, and events of it stay so after a new one", async () => {
  const now = makeKey();
  const keys = [now.publicKey, PORTAL.publicKey];
  expect(await verifyBundle(pack(), { keys })).toMatchObject({ outcome: "intact", isKeyKnown: true });
  expect((await verifyBundle(pack(), { keys: [now.publicKey] })).outcome).toBe("unknown-signer");

  const withFormerKeys = (formerKeys: string[]) =>
    packBundle(
      { readme: "", pdf: PDF_BYTES, record: partOf(PORTAL, PDF_BYTES) },
      { ...FACTS, formerKeys },
      now,
    );
  expect((await verifyBundle(withFormerKeys([PORTAL.publicKey]), { keys })).outcome).toBe("intact");
  const unnamed = await verifyBundle(withFormerKeys([]), { keys });
  expect(unnamed.outcome).toBe("changed");
  expect(unnamed.faults.join(" ")).toContain("a key that the bundle does not name");
});

/** What a mail of the portal prints of its third event, with the links of its chain. */
function printedLine() {
  const { links } = partOf(PORTAL, PDF_BYTES);
  const { publicKey, signature } = links[2] as OwnLink;
  let head = NO_HEAD;
  for (const link of links.slice(0, 3))
    head = sha256(headText(head, typeof link === "string" ? link : sha256(leafText(link.event))));
  return { links, anchor: { chain: "harbour", position: 3, head, publicKey, signature } };
}

test("TRUST-3 another PDF or event under the portal's own signature is told, and a printed line is compared", async () => {
  const otherPdf = packBundle(
    { readme: "", pdf: Buffer.from("%PDF other"), record: partOf(PORTAL, PDF_BYTES) },
    FACTS,
    PORTAL,
  );
  expect((await verifyBundle(otherPdf, KNOWN)).faults).toEqual([
    expect.stringContaining("The PDF is not the one"),
  ]);
  const forgedEvent = (part: ChainPart) => {
    const forged = partOf(FORGER, PDF_BYTES);
    return { ...part, links: [...part.links.slice(0, 3), forged.links[3] as OwnLink] };
  };
  expect((await verifyBundle(pack(PORTAL, forgedEvent), KNOWN)).outcome).toBe("changed");

  const { anchor } = printedLine();
  expect(await verifyBundle(pack(), { keys: [], anchor })).toMatchObject({
    outcome: "intact",
    isKeyKnown: true,
  });
  expect((await verifyBundle(pack(FORGER), { keys: [], anchor })).outcome).toBe("changed");
  expect((await verifyBundle(pack(), { keys: [], anchor: { ...anchor, head: sha256("x") } })).outcome).toBe(
    "changed",
  );
});

test("TRUST-3 a printed line vouches for no bundle of another key that names the portal's as its former one", async () => {
  const { links, anchor } = printedLine();
  // What the portal signed up to the acceptance, and from there on another PDF.
  const pdf = Buffer.from("%PDF another price");
  const forged = partOf(FORGER, pdf);
  const record = { ...forged, links: [...links.slice(0, 3), forged.links[3] as OwnLink] };
  const facts = { ...FACTS, formerKeys: [PORTAL.publicKey] };
  const verdict = await verifyBundle(packBundle({ readme: "", pdf, record }, facts, FORGER), {
    keys: [],
    anchor,
  });
  expect(verdict).toMatchObject({ outcome: "unknown-signer", isKeyKnown: false });
});

test("TRUST-3 hostile archives are refused with a sentence before anything is unpacked", async () => {
  const [first, ...rest] = (await readZip(pack())) as [ZipEntry, ...ZipEntry[]];
  const named = (name: string) => writeZip([{ ...first, name }, ...rest]);
  const patched = (bytes: Uint8Array<ArrayBuffer>, field: number, value: number) => {
    const view = new DataView(bytes.buffer);
    view.setUint32(view.getUint32(bytes.length - 6, true) + field, value, true);
    return bytes;
  };
  const many = Array.from({ length: 65 }, (_, at) => ({ name: `f${at}`, bytes: new Uint8Array() }));
  const bomb = repack([{ name: "README.txt", bytes: new Uint8Array(50_000_000) }, ...rest]);
  // Its own header says the same.
  new DataView(bomb.buffer).setUint32(22, 10, true);
  const hostile: [string, Uint8Array<ArrayBuffer>, RegExp][] = [
    ["a path upwards", named("../README.txt"), /outside of its folder/],
    ["an absolute path", named("/etc/README.txt"), /outside of its folder/],
    ["a drive", named("c:README.txt"), /outside of its folder/],
    ["a folder", named("bundle/README.txt"), /in no folder/],
    ["an unreadable name", named("README\u0000.txt"), /unreadable name/],
    ["a name twice", writeZip([first, first, ...rest]), /two files named/],
    ["a link", patched(pack(), 38, 0xa1ff0000), /is a link/],
    ["very many files", writeZip(many), /lists 65 files/],
    ["a size beyond all bounds", patched(pack(), 24, 0xfffffff0), /more than 256 MB/],
    ["more than it says", patched(bomb, 24, 10), /unpacks to more/],
  ];
  for (const [what, bytes, findings] of hostile) {
    const { outcome, faults } = await verifyBundle(bytes, KNOWN);
    expect(outcome, what).toBe("refused");
    expect(faults.join(" "), what).toMatch(findings);
  }
});

test("TRUST-3 a bundle that breaks off is told as cut at every length, and another file as no bundle", async () => {
  const whole = pack();
  for (let length = 4; length < whole.length; length += 97)
    expect((await verifyBundle(whole.slice(0, length), KNOWN)).outcome, String(length)).toBe("cut");
  for (const other of [
    new Uint8Array(),
    new Uint8Array(PDF_BYTES),
    writeZip([]),
    writeZip([{ name: "a", bytes: PDF_BYTES }]),
  ])
    expect((await verifyBundle(other, KNOWN)).outcome).toBe("not-a-bundle");
});

test("FIELD-4 each verdict has an exit code of its own, and an unknown signer is never called intact alone", async () => {
  const levelOf = async (bytes: Uint8Array<ArrayBuffer>, known: Known) =>
    formatVerdict(await verifyBundle(bytes, known)).level;
  const changed = pack();
  changed[200] = (changed[200] ?? 0) ^ 1;
  const codes = [
    await levelOf(pack(), KNOWN),
    await levelOf(pack(), { keys: [] }),
    await levelOf(pack(FORGER), KNOWN),
    await levelOf(changed, KNOWN),
    await levelOf(changed, { keys: [] }),
  ].map((level) => EXIT_CODES[level]);
  expect(codes).toEqual([0, 2, 2, 1, 1]);
  const other = formatVerdict(await verifyBundle(pack(FORGER), KNOWN));
  expect(other.heading).toBe("Intact, signer not known");
  expect(other.sentences.join(" ")).toContain("The key is not this portal's.");
});

test("FIELD-4 bytes that were added before or after the archive are counted and named", async () => {
  const around = (before: number, after: number) =>
    new Uint8Array(Buffer.concat([Buffer.alloc(before, 32), pack(), Buffer.alloc(after, 10)]));
  const described: [Uint8Array<ArrayBuffer>, string][] = [
    [around(0, 1), "1 byte was added after the archive."],
    [around(0, 70_000), "70000 bytes were added after the archive."],
    [around(3, 0), "3 bytes were added before the archive."],
    [around(3, 2), "3 bytes were added before the archive and 2 bytes were added after the archive."],
    // Two bundles in one file: the second is found, the first one is what was added.
    [
      new Uint8Array(Buffer.concat([pack(), pack()])),
      `${pack().length} bytes were added before the archive.`,
    ],
  ];
  for (const [bytes, fault] of described) {
    const verdict = await verifyBundle(bytes, KNOWN);
    expect(verdict).toMatchObject({ outcome: "extended", faults: [fault] });
    expect(formatVerdict(verdict).heading).toBe("Not intact: something was added");
  }
});

/** The files of a bundle, signed again with another manifest. */
async function withManifest(change: (manifest: Record<string, unknown>) => object, key = PORTAL) {
  const entries = await readZip(pack());
  const textOf = (name: string) => new TextDecoder().decode(entries.find((one) => one.name === name)?.bytes);
  const manifest = canonicalJson(change(JSON.parse(textOf("manifest.json")) as Record<string, unknown>));
  const signature = canonicalJson({ publicKey: key.publicKey, signature: key.sign(manifest) });
  const texts: Record<string, string> = { "manifest.json": manifest, "signature.json": signature };
  return entries.map(({ name, bytes }) => ({ name, bytes: texts[name] ? Buffer.from(texts[name]) : bytes }));
}

test("FIELD-4 a bundle of a later version is said to be made by a newer version, never to be changed", async () => {
  const later = await withManifest((manifest) => ({ ...manifest, version: 2, more: "of later" }));
  const mixed = [...later.slice(1), { name: "record-2.cbor", bytes: PDF_BYTES }];
  for (const entries of [later, mixed]) {
    const verdict = await verifyBundle(writeZip(entries), KNOWN);
    expect(verdict.outcome).toBe("newer-version");
    const described = formatVerdict(verdict);
    expect(EXIT_CODES[described.level]).toBe(3);
    expect(`${described.heading} ${described.sentences.join(" ")}`).toMatch(
      /newer version.*README\.txt names/,
    );
    expect(described.heading).not.toMatch(/changed|[Ii]ntact/);
  }
  const noVersion = await withManifest((manifest) => ({ ...manifest, version: "9" }));
  expect((await verifyBundle(writeZip(noVersion), KNOWN)).outcome).toBe("changed");
});

test("FIELD-4 new facts and events of kinds that this version does not know leave a bundle intact, or are named", async () => {
  const more = await withManifest((manifest) => ({ ...manifest, consent: "ticked-by-person" }));
  expect((await verifyBundle(writeZip(more), KNOWN)).outcome).toBe("intact");
  const record = makeChainPart(PORTAL, [
    { kind: "later.kind" as EvidenceKind, subjectId: ID, facts: { more: true } },
    { kind: "document.approve", subjectId: ID, facts: { decidedAt: FACTS.acceptedAt, decision: "APPROVED" } },
    { kind: "document.snapshot", subjectId: "file", facts: { ofId: ID, sha256: sha256(PDF_BYTES) } },
  ]);
  const packed = (part: ChainPart) => packBundle({ readme: "", pdf: PDF_BYTES, record: part }, FACTS, PORTAL);
  expect((await verifyBundle(packed(record), KNOWN)).outcome).toBe("intact");
  const [first, ...rest] = record.links as [OwnLink, ...OwnLink[]];
  const forged = { ...first, event: { ...first.event, facts: { more: false } } };
  const { faults } = await verifyBundle(packed({ ...record, links: [forged, ...rest] }), KNOWN);
  expect(faults).toContainEqual(expect.stringContaining("Event 1, of the kind later.kind, is not the one"));
});

test("FIELD-4 times are told in the zone that the bundle names, with the declaration and the total that it opens", async () => {
  const content = { page: {}, totalCost: "1716" };
  const part = makeChainPart(PORTAL, [
    {
      kind: "document.approve",
      subjectId: ID,
      facts: { decidedAt: FACTS.acceptedAt, decision: "APPROVED", declaration: "I may accept this." },
      opened: { content },
    },
    { kind: "document.snapshot", subjectId: "file", facts: { ofId: ID, sha256: sha256(PDF_BYTES) } },
  ]);
  const packed = (timeZone: string) =>
    packBundle({ readme: "", pdf: PDF_BYTES, record: part }, { ...FACTS, timeZone }, PORTAL);
  const described = formatVerdict(await verifyBundle(packed("Australia/Sydney"), KNOWN), "UTC");
  expect(described.facts).toEqual(
    expect.arrayContaining([
      ["At", "22 Nov 2026, 12:02:03 pm AEDT\n22 Nov 2026, 1:02:03 am UTC"],
      ["Total", "$1,716.00"],
      ["Declaration", "I may accept this."],
    ]),
  );
  const odd = formatVerdict(await verifyBundle(packed("Not/AZone"), KNOWN), "UTC");
  expect(odd.facts).toContainEqual(["At", "22 Nov 2026, 1:02:03 am UTC"]);
});
