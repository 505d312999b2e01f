import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { Client } from "pg";
import { v7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendDocument } from "#contract/admin/drafts.ts";
import { signGeneralDocument } from "#contract/agreements.ts";
import { approveDocument, declineDocument, getDocument } from "#contract/documents.ts";
import { readAnchor, writeAnchor } from "#domain/evidence/anchor.ts";
import { createEvidenceKey } from "#server/evidence/evidence-key.ts";
import { signedGeneralDocuments, signedVersions } from "#server/schema/agreements.ts";
import { documentDecisions, documentSnapshots, documentVersions } from "#server/schema/document-versions.ts";
import { evidenceEvents, evidenceHeads } from "#server/schema/evidence.ts";
import { files } from "#server/schema/files.ts";
import { mails } from "#server/schema/mail.ts";
import { verifyAnchor } from "#server/verification/verify-anchor.ts";
import { verifyEvidence } from "#server/verification/verify-evidence.ts";
import { changeEachColumn } from "#tests/support/change-each-column.ts";
import {
  makeAdmin,
  makeDocument,
  makeOrganization,
  makePerson,
  makeQuote,
} from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { asIntruder } from "#tests/support/past-triggers.ts";
import { makeSigning, signaturesOf, signingBody } from "#tests/support/signing.ts";
import { isLong } from "#tests/support/suite-cases.ts";

let app: TestApp;
let ids: { chain: string; accepted: string; declined: string; sent: string; signature: string };

beforeAll(async () => {
  app = await createTestApp();
  const editor = await makeAdmin(app.db, "editor");
  const organization = await makeOrganization(app.db, { organizationName: "Ember" });
  const { organizationId: chain } = organization;
  const writer = await makePerson(app.db, { organization });
  const quote = async (name: string, isDraft = false) => {
    const document = { name, ...(isDraft && { status: "DRAFT" as const, shownAt: null }) };
    return (await makeQuote(app.db, { organizationId: chain, document })).document.uniqueDocumentId;
  };
  const [accepted, declined, sent] = [
    await quote("Fit-out"),
    await quote("Terrace"),
    await quote("Signs", true),
  ];
  const of = (id: string) => ({ as: writer, params: { id } });
  const { contentHash } = await app.request(getDocument, of(accepted));
  await app.request(approveDocument, {
    ...of(accepted),
    body: { uniqueDocumentId: accepted, status: "APPROVED", contentHash },
  });
  await app.request(declineDocument, {
    ...of(declined),
    body: { uniqueDocumentId: declined, status: "DECLINED", reason: "Too dear" },
  });
  await app.request(sendDocument, {
    as: editor,
    params: { id: sent },
    body: { revision: 1, message: "Have a look" },
  });
  const signing = await makeSigning(app);
  const as = signing.writer;
  await app.request(signGeneralDocument, { as, body: signingBody(as, signing.documentId) });
  const [signature] = await signaturesOf(app, signing.documentId);
  const { signedGeneralDocumentId = "" } = signature ?? {};
  ids = { chain, accepted, declined, sent, signature: signedGeneralDocumentId };
});
afterAll(() => app?.close());

const verify = () => verifyEvidence(app.deps, () => undefined);
const isNoticed = async () => !(await verify()).isGood;

/** Changes the database directly, returns what `verify` reports, and undoes the change. */
async function reportAfter(table: string, where: string, statement: string): Promise<string> {
  const before = await asIntruder<{ rows: object[] }>(
    app,
    `select coalesce(jsonb_agg(one), '[]') as rows from ${table} as one where ${where}`,
  );
  await asIntruder(app, statement);
  const { message } = await verify();
  await asIntruder(app, `delete from ${table} where ${where}`);
  const columns = await asIntruder<{ name: string }>(
    app,
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  const names = columns.map(({ name }) => name).join(", ");
  await asIntruder(
    app,
    `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(before[0]?.rows)],
  );
  return message;
}

describe("TRUST-1 `counterpart verify` compares all evidence", () => {
  test("an untouched portal is intact, and the sentence counts what was compared", async () => {
    await expect.poll(() => app.db.$count(files), { interval: 50 }).toBe(2);
    const heard: string[] = [];
    const { isGood, message } = await verifyEvidence(app.deps, (progress) => heard.push(progress));
    expect(message).toMatch(/^Intact: \d+ events in \d+ chains and \d+ files are as the portal kept them\.$/);
    expect(isGood).toBe(true);
    expect(heard.some((one) => /^\d+ of \d+ events compared$/.test(one))).toBe(true);
    expect(heard.some((one) => /^\d+ files read$/.test(one))).toBe(true);
  });

  test("each field of each record and of its evidence", async () => {
    const { chain, accepted, declined, sent, signature } = ids;
    const ofDocument = (id: string) => `unique_document_id = '${id}'`;
    // evidence.test.ts changes each field of a decision, which is compared by the same function.
    const decisions = [accepted, declined].map((id) => [documentDecisions, ofDocument(id)] as const);
    const records: (readonly [PgTable, string, string[]?])[] = [
      ...(isLong ? decisions : []),
      [documentVersions, ofDocument(sent)],
      [
        documentSnapshots,
        ofDocument(accepted),
        ["document_snapshot_id", "organization_id", "status", "created_at"],
      ],
      [signedGeneralDocuments, `signed_general_document_id = '${signature}'`, ["email_confirmed_at"]],
      [signedVersions, `name = 'Privacy & <terms>'`],
      [files, `file_id = (select file_id from document_snapshots)`, ["file_name", "created_at"]],
      [files, `file_id = (select file_id from signed_general_documents)`, ["file_name", "created_at"]],
      [evidenceEvents, `chain = '${chain}' and position = 1`],
      [evidenceHeads, `chain = '${chain}'`],
    ];
    for (const [table, where, exceptions] of records)
      expect(await changeEachColumn(app, table, where, isNoticed, exceptions)).toEqual([]);
    expect((await verify()).message).toMatch(/^Intact/);
  });

  test("a decision that was removed or slipped in, and a document that was set back to open", async () => {
    const { chain, accepted, declined } = ids;
    const isAccepted = `unique_document_id = '${accepted}'`;
    expect(
      await reportAfter(
        "document_decisions",
        isAccepted,
        `delete from document_decisions where ${isAccepted}`,
      ),
    ).toBe(
      `Not intact: 1 difference in 6 events in 3 chains and 2 files.\n  Event 1 of Ember: the acceptance of “Fit-out”, ${accepted}, is no longer in the database.`,
    );
    const isFirst = `chain = '${chain}' and position = 1`;
    const message = await reportAfter(
      "evidence_events",
      isFirst,
      `delete from evidence_events where ${isFirst}`,
    );
    expect(message).toContain("The chain of Ember has a hole: event 1 is missing.");
    expect(message).toContain(`The decision on the document ${accepted} has no evidence`);
    const isDeclined = `unique_document_id = '${declined}'`;
    const open = `update unique_documents set status = 'PENDING' where ${isDeclined}`;
    expect(await reportAfter("unique_documents", isDeclined, open)).toContain(
      `the decline of “Terrace”, ${declined}, differs from its evidence: the status of the document.`,
    );
    const { uniqueDocumentId: claimed } = await makeDocument(app.db, { status: "PENDING" });
    const isClaimed = `unique_document_id = '${claimed}'`;
    const claim = `update unique_documents set status = 'APPROVED' where ${isClaimed}`;
    expect(await reportAfter("unique_documents", isClaimed, claim)).toContain(
      `The status of the decided document ${claimed} has no evidence`,
    );
  });

  test("a chain whose end was cut off, and nothing is added to it", async () => {
    const { chain, sent } = ids;
    const isLast = `chain = '${chain}' and position >= 3`;
    const message = await reportAfter(
      "evidence_events",
      isLast,
      `delete from evidence_events where ${isLast}`,
    );
    expect(message).toContain("The end of the chain of Ember is cut off: events 3 to 4 are missing.");
    const isEnd = `chain = '${chain}'`;
    expect(
      await reportAfter("evidence_heads", isEnd, `update evidence_heads set position = 2 where ${isEnd}`),
    ).toContain("The chain of Ember ends at event 2, but there are events up to 4.");
    expect(await reportAfter("evidence_heads", isEnd, `delete from evidence_heads where ${isEnd}`)).toContain(
      "The chain of Ember has events, but the row of its end is gone.",
    );

    app.log.allowErrors(/A request was refused/);
    await asIntruder(app, `update evidence_heads set position = 3 where ${isEnd}`);
    const organization = { organizationId: chain };
    const as = await makePerson(app.db, { organization });
    const body = { uniqueDocumentId: sent, status: "DECLINED" as const, reason: "No" };
    expect((await app.refusal(declineDocument, { as, params: { id: sent }, body })).details).toMatchObject({
      reason: "evidence-damaged",
    });
    expect((await app.request(getDocument, { as, params: { id: sent } })).status).toBe("PENDING");
    await asIntruder(app, `update evidence_heads set position = 4 where ${isEnd}`);
  });

  test.each([
    ["gone", ""],
    ["without its first end", " where chain = 'portal'"],
  ])(
    "a portal whose evidence is %s does not begin it again with what the database says now",
    async (_what, where) => {
      const own = await createTestApp();
      try {
        await own.stop();
        const { DATABASE_URL: connectionString } = own.variables;
        const intruder = new Client({ connectionString });
        await intruder.connect();
        await intruder.query(
          "insert into evidence_heads (chain, position, head) select 'org', 0, head from evidence_heads",
        );
        await intruder.query(`delete from evidence_heads${where}`);
        await intruder.end();
        await expect(createTestApp(own.variables)).rejects.toThrow(/The database has no evidence, though/);
      } finally {
        await own.close();
      }
    },
  );

  test("an erasure at the same time is no difference: what differs is read a second time", async () => {
    const stored = await app.deps.files.put(Buffer.from("a file of someone"));
    const fileId = v7();
    await app.db.insert(files).values({ fileId, ...stored, contentType: "text/plain", fileName: "a.txt" });
    const erasing: TestApp["deps"]["files"] = {
      ...app.deps.files,
      async open(sha256) {
        if (sha256 !== stored.sha256) return app.deps.files.open(sha256);
        await app.db.delete(files).where(eq(files.fileId, fileId));
        return null;
      },
    };
    let reads = 0;
    const evidence: TestApp["deps"]["evidence"] = {
      ...app.deps.evidence,
      isTrusted(key) {
        reads += 1;
        return reads > 1 && app.deps.evidence.isTrusted(key);
      },
    };
    const deps = { ...app.deps, files: erasing, evidence };
    expect((await verifyEvidence(deps, () => undefined)).message).toMatch(/^Intact: /);
    expect(reads).toBeGreaterThan(1);
    await app.deps.files.remove(stored.sha256);
  });

  test("bytes on the disk that were changed or removed", async () => {
    const [file] = await app.db.select().from(files);
    const { sha256 = "", fileId } = file ?? {};
    const path = join(app.variables.DATA_DIR ?? "", "files", sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    const bytes = readFileSync(path);
    const changed = Buffer.from(bytes);
    changed[500] = (changed[500] ?? 0) ^ 1;
    writeFileSync(path, changed);
    expect((await verify()).message).toContain(`The bytes of the file ${fileId} were changed`);
    writeFileSync(path, bytes);
    expect((await verify()).isGood).toBe(true);
  });
});

describe("TRUST-1 an anchor outside the portal proves the chain", () => {
  /** The anchor in the mail about a record. */
  async function mailedAnchor(aboutId: string): Promise<string> {
    const mailed = await app.db.select().from(mails).where(eq(mails.aboutId, aboutId));
    return mailed.map(({ text }) => /^evidence:\S+$/m.exec(text)?.[0] ?? "").find((one) => one !== "") ?? "";
  }
  const compare = (anchor: string) => verifyAnchor(app.deps, anchor);

  test("the mails of a decline, an acceptance and a signature carry it, and it is found as long as nothing changed", async () => {
    const { accepted, declined, signature } = ids;
    for (const [id, what] of [
      [accepted, "the acceptance of “Fit-out”"],
      [declined, "the decline of “Terrace”"],
      [signature, "the signature"],
    ] as const) {
      const { isGood, message } = await compare(await mailedAnchor(id));
      expect(message).toContain(what);
      expect(message).toMatch(/^Intact: this anchor is event \d of /);
      expect(isGood).toBe(true);
    }
  });

  test("it detects a chain that was cut with all its records, or rewritten, with the key", async () => {
    const { chain, declined } = ids;
    const anchor = await mailedAnchor(declined);
    const position = Number(anchor.split(":")[2]);
    const isChain = `chain = '${chain}'`;
    const [before] = await app.db
      .select()
      .from(evidenceEvents)
      .where(eq(evidenceEvents.head, anchor.split(":")[3] ?? ""));
    const [end] = await app.db.select().from(evidenceHeads).where(eq(evidenceHeads.chain, chain));

    const forged = { chain, position, head: "e".repeat(64) };
    const signature = app.deps.evidence.sign(forged);
    const rewrite = "update evidence_events set head = $1, signature = $2 where chain = $3 and position = $4";
    await asIntruder(app, rewrite, [forged.head, signature, chain, position]);
    expect((await compare(anchor)).message).toContain(
      "The chain of Ember was rewritten: its event 2 isn't the one",
    );
    await asIntruder(app, rewrite, [before?.head, before?.signature, chain, position]);

    // To cut the end for good, they move all of it away, and the row of the end back.
    await asIntruder(
      app,
      `update evidence_events set chain = chain || 'x' where ${isChain} and position >= ${position}`,
    );
    await asIntruder(app, `update evidence_heads set position = 1, head = $1 where ${isChain}`, [
      before?.previousHead,
    ]);
    expect(await compare(anchor)).toEqual({
      isGood: false,
      message: "The portal signed event 2 of Ember, which is gone: the chain was cut off or emptied.",
    });
    await asIntruder(app, `update evidence_events set chain = '${chain}' where chain = '${chain}x'`);
    await asIntruder(app, `update evidence_heads set position = $1, head = $2 where ${isChain}`, [
      end?.position,
      end?.head,
    ]);
    expect((await compare(anchor)).isGood).toBe(true);
  });

  test("a changed one, one with another key and an invalid one are distinguished", async () => {
    const anchor = readAnchor(await mailedAnchor(ids.declined));
    if (!anchor) throw new Error("The mail has no anchor.");
    expect((await compare("nothing")).message).toMatch(/^This is no anchor/);
    expect((await compare(writeAnchor({ ...anchor, position: 1 }))).message).toMatch(/doesn't fit/);
    const other = createEvidenceKey(randomBytes(32), []);
    const theirs = { ...anchor, publicKey: other.publicKey, signature: other.sign(anchor) };
    expect((await compare(writeAnchor(theirs))).message).toMatch(/a key that this portal doesn't know/);
    const gone = { ...anchor, chain: "gone" };
    const signed = { ...gone, signature: app.deps.evidence.sign(gone) };
    expect((await compare(writeAnchor(signed))).message).toMatch(/the chain gone was removed/);
  });
});
