import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { deriveKey, readSecret } from "#server/data-dir/secret.ts";
import { createFileLinks } from "#server/files/file-links.ts";
import { files } from "#server/schema/files.ts";
import { makeOrganization, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();

const PDF = Buffer.from("%PDF-1.7 not really one");

async function storeFile(fileName = "Shop fit-out (P-1).pdf", bytes: Buffer = PDF): Promise<string> {
  const fileId = unique("file");
  const { organizationId } = await makeOrganization(app.db);
  const stored = await app.deps.files.put(bytes);
  await app.db
    .insert(files)
    .values({ fileId, organizationId, ...stored, contentType: "application/pdf", fileName });
  return fileId;
}

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);
const get = (uri: string) => app.rawRequest(`GET ${uri}`);

describe("links to files", () => {
  test("APPR-2 a fresh link opens the PDF in the browser, and no cache may store it", async () => {
    const response = await get(app.deps.links.sign(await storeFile("Café ‘fit-out’ (P-1).pdf"), new Date()));
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PDF);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-length": String(PDF.byteLength),
      "content-disposition": "inline; filename*=UTF-8''Caf%C3%A9%20%E2%80%98fit-out%E2%80%99%20%28P-1%29.pdf",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
  });

  test("API-5 expired, forged, swapped, missing and unknown are refused alike", async () => {
    const [one, two] = [await storeFile(), await storeFile()];
    const fresh = app.deps.links.sign(one, new Date());
    const refused = await Promise.all([
      get(app.deps.links.sign(one, secondsAgo(61))),
      get(fresh.replace(/signature=(.)/, (_all, first) => `signature=${first === "_" ? "A" : "_"}`)),
      get(fresh.replace(one, two)),
      get(fresh.replace(/expires=\d+/, "expires=99999999999")),
      get(fresh.replace(/&signature.*/, "")),
      get(`/api/files/${one}`),
      get(`/api/files/${one}?expires=1&expires=2&signature[]=x`),
      get(app.deps.links.sign("no-such-file", new Date())),
      app.rawRequest(`GET /api/files/..%2f..%2fsecret?expires=1&signature=x`),
    ]);
    const answers = await Promise.all(refused.map(async (one) => `${one.status} ${await one.text()}`));
    expect(new Set(answers)).toEqual(
      new Set([
        '403 {"error":{"code":"forbidden","message":"This link no longer works. Go back to the portal and open the file again."}}',
      ]),
    );
  });

  test("a file whose bytes are gone answers clearly, and the server stays up", async () => {
    app.log.allowErrors(/bytes of a stored file are missing/);
    const bytes = Buffer.from(unique("lost"));
    const fileId = await storeFile("lost.pdf", bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await rm(join(app.deps.env.dataDir, "files", sha256.slice(0, 2), sha256.slice(2, 4), sha256));
    const response = await get(app.deps.links.sign(fileId, new Date()));
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { code: "unavailable" } });
    expect((await get("/healthz")).status).toBe(200);
  });

  test("links outlive a restart of the server", async () => {
    const again = createFileLinks(deriveKey(readSecret(app.deps.env.dataDir), "links to files"));
    const [fileId, now] = [await storeFile(), new Date()];
    expect(again.sign(fileId, now)).toBe(app.deps.links.sign(fileId, now));
  });
});
