import { execFile, spawn } from "node:child_process";
import { mkdtemp, open, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { chooseOptionalWork } from "#contract/work-orders.ts";
import { type DemoPortal, startDemoPortal } from "#tests/support/demo-portal.ts";
import { longJourney } from "#tests/support/long-journey.ts";
import { createPersonClient } from "#tests/support/person-client.ts";
import { BRIEF_RUN } from "#tests/support/portal.ts";
import { runProgram, startInVain, type Told } from "#tests/support/run-program.ts";
import { casesFor } from "#tests/support/suite-cases.ts";
import { makeBasics, PASSWORD_IN_FILE } from "#tests/support/world.ts";

// The output of the programs, and the state after a kill. `first-owner.gate.test.ts` has a killed portal on the embedded database.

/** What npm runs, and the program that it starts, for a brief run. */
const COMMAND = [fileURLToPath(new URL("../../scripts/counterpart.mjs", import.meta.url))];
const PROGRAM = [...BRIEF_RUN, fileURLToPath(new URL("../../dist/server/cli.js", import.meta.url))];

let portal: DemoPortal;
let elsewhere: string;
beforeAll(async () => {
  portal = await startDemoPortal({ isAlone: true });
  elsewhere = await mkdtemp(join(tmpdir(), "counterpart-elsewhere-"));
});
afterAll(async () => {
  await portal?.remove();
  await rm(elsewhere, { recursive: true, force: true });
});

/** Runs the command line like `npm run counterpart --`, from the data directory. */
function command(args: string[], start = COMMAND): Promise<Told> {
  return runProgram([...start, ...args], { ...process.env, ...portal.places, INIT_CWD: portal.dataDir });
}

const load = (file: string, start = PROGRAM) => command(["load", join(portal.dataDir, file)], start);

/** Writes a company's world.json. Returns the email of its one person. */
async function writeWorld(): Promise<{ email: string }> {
  const { email, lists } = makeBasics();
  const terms = { name: "Terms", richText: "<p>বাংলা ᏣᎳᎩ</p>", signatureType: "ACKNOWLEDGE" };
  const generalDocuments = [{ generalDocumentId: "bengali", ...terms }];
  const world = JSON.stringify({ worldVersion: 1, ...lists, generalDocuments });
  await writeFile(join(portal.dataDir, "world.json"), world);
  return { email };
}

async function signIn(email: string): Promise<number> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ email, password: PASSWORD_IN_FILE });
  return (await fetch(`${portal.url}/api/auth/sign-in/email`, { method: "POST", headers, body })).status;
}

const WRONG: [Record<string, string>, RegExp][] = [
  [{ PORT: "abc" }, /PORT/],
  [{ PORT: "70000" }, /PORT/],
  [{ MAIL_URL: "http://mail.example" }, /MAIL_URL/],
  [{ DATABASE_URL: "mysql://db.example/portal" }, /DATABASE_URL/],
  [{ ACCENT: "green", TIME_ZONE: "Atlantis" }, /ACCENT[\s\S]*TIME_ZONE|TIME_ZONE[\s\S]*ACCENT/],
];

test.each(casesFor(WRONG.slice(-1), WRONG))(
  "a wrong configuration is told by its names and touches nothing: %o",
  async (variables, names) => {
    const untouched = join(elsewhere, "untouched");
    const { code, errors, output } = await startInVain({ DATA_DIR: untouched, ...variables });
    expect(code).toBe(1);
    expect(errors).toMatch(names);
    expect(errors).not.toMatch(/^ +at /m);
    expect(output).toBe("");
    expect(await readdir(elsewhere)).not.toContain("untouched");
  },
);

test("a data directory that cannot be written is told in a sentence", async () => {
  const { code, errors } = await startInVain({ DATA_DIR: COMMAND[0] ?? "" });
  expect(code).toBe(1);
  expect(errors).toMatch(/^The data directory .+ can't be used: .+\. Set DATA_DIR to a folder/);
  expect(errors.trim().split("\n")).toHaveLength(1);
});

test("a part of an older build is not there, and no page in its place", async () => {
  const answer = await fetch(`${portal.url}/assets/of-an-older-build.js`);
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toContain("application/json");
});

test("VIEW-2 the built portal answers malformed percent-encoding below /view like an unknown address", async () => {
  const read = async (path: string) => {
    const answer = await fetch(`${portal.url}${path}`);
    return { status: answer.status, body: await answer.text() };
  };
  const unknown = await read("/view/no-such-document");
  expect(unknown.status).toBe(404);
  for (const path of ["/view/%ff", "/view/50%", "/view/some/%e0%a4"])
    expect(await read(path)).toEqual(unknown);
});

// `killed-request.gate.test.ts` kills servers in the midst of a decision, on both databases.
longJourney(
  "killed and started again, everything that was answered is there, and the same session goes on",
  async () => {
    const writer = createPersonClient(portal.url, "writer@demo.test");
    const params = { id: "doc-1041" };
    await writer.request(chooseOptionalWork, {
      params: { id: "wo-3113" },
      body: { optional: { doesClientWantWorkDone: false } },
    });
    const { contentHash, totalCost } = await writer.request(getDocument, { params });
    const receipt = await writer.request(approveDocument, {
      params,
      body: { uniqueDocumentId: params.id, status: "APPROVED", contentHash },
    });
    await portal.end("SIGKILL");
    await portal.startAgain();
    const kept = await writer.request(getDocument, { params });
    expect(kept).toMatchObject({
      status: "APPROVED",
      contentHash,
      totalCost,
      approvedBy: receipt.approvedBy,
    });
    // Its follow-up work was not lost either.
    await expect
      .poll(async () => (await writer.request(getDocument, { params })).documentSnapshots.length)
      .toBe(1);
  },
);

test("the demo world, whose passwords everybody knows, is not served beyond this machine unasked", async () => {
  const { code, errors, output } = await startInVain({ ...portal.places, HOST: "127.0.0.2" });
  expect(code).toBe(1);
  expect(errors).toContain("Set DEMO=1 to serve it there all the same");
  expect(output).not.toContain("is ready");
});

test("a company loads its own data beside the running portal, told every error before", async () => {
  const { email } = await writeWorld();
  await writeFile(join(portal.dataDir, "wrong.json"), JSON.stringify({ worldVersion: 1, products: [{}, 5] }));
  const wrong = await load("wrong.json");
  expect(wrong.code).toBe(1);
  expect(wrong.errors).toBe(
    "Not loaded, and nothing was changed: 2 errors.\n\n" +
      "products[0].productName: Missing: expected string\n" +
      "products[1]: Invalid input: expected object, received number\n",
  );

  const first = await load("world.json", COMMAND);
  expect(first).toMatchObject({
    code: 0,
    errors:
      "Warning: PDFs may lack letters of generalDocuments[0] “Terms”, because the portal has no font for them: Ꮳ Ꮃ Ꭹ\n",
  });
  expect(first.output).toMatch(/organizations +1 added +0 already there\n +people +1 added +0 already there/);
  expect(await signIn(email)).toBe(200);
  expect(await portal.end("SIGTERM")).toBe(0);
});

test("TRUST-7 a backup that is stopped in its midst leaves nothing", async () => {
  const path = join(elsewhere, "stopped.backup");
  // The backup blocks on the reader of its file, so it cannot finish before it is stopped.
  await promisify(execFile)("mkfifo", [`${path}.part`]);
  const env = { ...process.env, ...portal.places, NODE_ENV: "production" };
  const backup = spawn(process.execPath, [...PROGRAM, "backup", path], { env, stdio: "ignore" });
  const ended = new Promise((resolve) => backup.once("exit", resolve));
  const reader = await open(`${path}.part`);
  backup.kill("SIGINT");
  expect(await ended).toBe(130);
  await reader.close();
  expect(await readdir(elsewhere)).not.toContain("stopped.backup.part");
});

test("the command line says how it is used, and names a mistake", async () => {
  expect(await command(["backup"], PROGRAM)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^"backup" needs other arguments\. Nothing was done\.\nUsage:/),
  });
  expect(await command(["unload"], PROGRAM)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^"unload" is no command of the portal\. Nothing was done\.\nUsage:/),
  });
});
