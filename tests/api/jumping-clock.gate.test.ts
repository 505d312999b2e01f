import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { getProfile } from "#contract/account.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { verifyEvidence } from "#server/verification/verify-evidence.ts";
import { makeOrganization, makePerson, makeQuote, type TestPerson } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { readSeal } from "#tests/support/read-seal.ts";

const DAY_MS = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(() => vi.useRealTimers());
afterAll(() => app.close());

/** Sets the portal's clock; that of the database continues. */
function jump(days: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * DAY_MS });
}

async function signIn({ email, password }: TestPerson): Promise<string> {
  const signedIn = await app.rawRequest("POST /api/auth/sign-in/email", { body: { email, password } });
  const { token: session } = (await signedIn.json()) as { token: string };
  const told = await app.rawRequest("GET /api/auth/token", { token: session });
  return ((await told.json()) as { token: string }).token;
}

async function acceptAndPrint(): Promise<Buffer> {
  const organization = await makeOrganization(app.db);
  const token = await signIn(await makePerson(app.db, { organization }));
  const { document } = await makeQuote(app.db, { organizationId: organization.organizationId });
  const given = { token, params: { id: document.uniqueDocumentId } };
  const { contentHash } = await app.request(getDocument, given);
  const body = { uniqueDocumentId: given.params.id, status: "APPROVED" as const, contentHash };
  expect((await app.request(approveDocument, { ...given, body })).status).toBe("APPROVED");
  const files = async () => (await app.request(getDocument, given)).documentSnapshots;
  await expect.poll(async () => (await files()).length).toBe(1);
  const pdf = await app.rawRequest(`GET ${(await files())[0]?.uri}`);
  return Buffer.from(await pdf.arrayBuffer());
}

test("TRUST-8 a clock that jumps ahead, back, and back before the start: old sign-ins end, and what is accepted is sealed and stays intact", async () => {
  const token = await signIn(await makePerson(app.db));
  await acceptAndPrint();
  for (const days of [400, -400, -800]) {
    jump(days);
    if (days > 0) expect((await app.refusal(getProfile, { token })).status).toBe(401);
    await readSeal(await acceptAndPrint());
    expect(await app.deps.seal.findFault(), `${days} days`).toBeNull();
    expect(await verifyEvidence(app.deps, () => undefined)).toMatchObject({ isGood: true });
    vi.useRealTimers();
  }
});
