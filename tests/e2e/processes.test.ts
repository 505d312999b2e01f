import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { chooseOptionalWork } from "#contract/work-orders.ts";
import { lockData } from "#server/db/data-lock.ts";
import { startDemoPortal } from "#tests/support/demo-portal.ts";
import { many } from "#tests/support/many.ts";
import { createPersonClient } from "#tests/support/person-client.ts";
import { BRIEF_RUN, type Portal } from "#tests/support/portal.ts";
import { makeBasics, PASSWORD_IN_FILE } from "#tests/support/world.ts";

// One portal on the embedded database, which loads the demo world by itself. The last tests need it stopped.

const SERVER = fileURLToPath(new URL("../../dist/server/main.js", import.meta.url));
/** What npm runs, and the program that it starts, for a brief run. */
const COMMAND = [fileURLToPath(new URL("../../scripts/counterpart.mjs", import.meta.url))];
const PROGRAM = [...BRIEF_RUN, fileURLToPath(new URL("../../dist/server/cli.js", import.meta.url))];

let portal: Portal;
let elsewhere: string;
beforeAll(async () => {
  portal = await startDemoPortal({ isEmbedded: true });
  elsewhere = await mkdtemp(join(tmpdir(), "counterpart-elsewhere-"));
});
afterAll(async () => {
  await portal?.remove();
  await rm(elsewhere, { recursive: true, force: true });
});

const isServing = async () => (await fetch(`${portal.url}/healthz`).catch(() => null))?.status ?? "down";

type Told = { code: number | null; output: string; errors: string };

/** Runs a program of ours to its end. */
function run(args: string[], variables: Record<string, string | undefined>): Promise<Told> {
  const env = { ...variables, NODE_ENV: "production" };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const told = { output: "", errors: "" };
  child.stdout.on("data", (part: Buffer) => {
    told.output += part.toString();
  });
  child.stderr.on("data", (part: Buffer) => {
    told.errors += part.toString();
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, ...told })));
}

/** Starts a server that must give up. */
function startInVain(variables: Record<string, string>): Promise<Told> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return run([...BRIEF_RUN, SERVER], { PATH, NODE_COMPILE_CACHE, PORT: "0", ...variables });
}

/** Runs the command line like `npm run counterpart --`, from the data directory. */
function command(args: string[], start = COMMAND): Promise<Told> {
  const { dataDir } = portal;
  return run([...start, ...args], { ...process.env, DATA_DIR: dataDir, INIT_CWD: dataDir });
}

const load = (file: string, start = PROGRAM) => command(["load", join(portal.dataDir, file)], start);

/** Writes a company's world.json. Returns the email of its one person. */
async function writeWorld(): Promise<{ email: string }> {
  const { email, lists } = makeBasics();
  const terms = { name: "Terms", richText: "<p>বাংলা</p>", signatureType: "ACKNOWLEDGE" };
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

/** What the portal answers while something else goes on. */
async function answersDuring(work: Promise<unknown>): Promise<(number | string)[]> {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  const answers = new Set([await isServing()]);
  while (!isOver) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    answers.add(await isServing());
  }
  return [...answers];
}

test("a second process on the data directory is refused, and the first goes on serving", async () => {
  const starting = startInVain({ DATA_DIR: portal.dataDir });
  const portalAnswered = await answersDuring(starting);
  const { code, errors, output } = await starting;
  expect(code).toBe(1);
  expect(errors).toMatch(/^Another process \(\d+\) already uses the data directory /);
  expect(errors).toContain(portal.dataDir);
  expect(errors).toContain("set DATA_DIR to another folder");
  expect(errors.trim().split("\n")).toHaveLength(1);
  expect(output).not.toContain("is ready");
  expect(portalAnswered).toEqual([200]);
  const reader = createPersonClient(portal.url, "reader@demo.test");
  const document = await reader.request(getDocument, { params: { id: "doc-1042" } });
  expect(document.status).toBe("PENDING");
});

test("a world file is not loaded beside the running portal", async () => {
  const { email } = await writeWorld();
  const { code, errors } = await load("world.json");
  expect(code).toBe(1);
  expect(errors).toMatch(/^Another process \(\d+\) already uses the data directory .+Nothing was changed\./);
  expect(await signIn(email)).toBe(401);
});

const WRONG: [Record<string, string>, RegExp][] = [
  [{ PORT: "abc" }, /PORT/],
  [{ PORT: "70000" }, /PORT/],
  [{ MAIL_URL: "http://mail.example" }, /MAIL_URL/],
  [{ DATABASE_URL: "mysql://db.example/portal" }, /DATABASE_URL/],
  [{ ACCENT: "green", TIME_ZONE: "Atlantis" }, /ACCENT[\s\S]*TIME_ZONE|TIME_ZONE[\s\S]*ACCENT/],
];

test.each(many(WRONG.slice(-2), WRONG))(
  "a wrong configuration is told by its names and touches nothing: %o",
  async (variables, names) => {
    const untouched = join(elsewhere, "untouched");
    const { code, errors, output } = await startInVain({ DATA_DIR: untouched, ...variables });
    expect(code).toBe(1);
    expect(errors).toContain("The configuration is wrong.");
    expect(errors).toMatch(names);
    expect(errors).not.toMatch(/^ +at /m);
    expect(output).toBe("");
    expect(await readdir(elsewhere)).not.toContain("untouched");
  },
);

test("a data directory that cannot be written is told in a sentence", async () => {
  const { code, errors } = await startInVain({ DATA_DIR: SERVER });
  expect(code).toBe(1);
  expect(errors).toMatch(/^The data directory .+ cannot be written\. Set DATA_DIR to a folder/);
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

test("killed and started again, everything that was answered is there, and the same session goes on", async () => {
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
  expect(kept).toMatchObject({ status: "APPROVED", contentHash, totalCost, approvedBy: receipt.approvedBy });
  // Its follow-up work was not lost either.
  await expect
    .poll(async () => (await writer.request(getDocument, { params })).documentSnapshots.length)
    .toBe(1);
  expect(await portal.end("SIGTERM")).toBe(0);
});

test("the demo world, whose passwords everybody knows, is not served beyond this machine unasked", async () => {
  const { code, errors, output } = await startInVain({ DATA_DIR: portal.dataDir, HOST: "127.0.0.2" });
  expect(code).toBe(1);
  expect(errors).toContain("Set DEMO=1 to serve it there all the same");
  expect(output).not.toContain("is ready");
});

test("a port that is taken is told in a sentence, and the data directory is free again", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const { code, errors } = await startInVain({ DATA_DIR: portal.dataDir, PORT: String(port) });
  expect(code).toBe(1);
  expect(errors).toBe(
    `Port ${port} of 127.0.0.1 is in use already. Stop the program that listens there, or set PORT to another one.\n`,
  );
  lockData(portal.dataDir).release();
});

test("a company loads its own data: told every error, then loaded once", async () => {
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
      "Warning: PDFs may lack letters of generalDocuments[0] “Terms”, because the portal has no font for them: ব া ং ল\n",
  });
  expect(first.output).toMatch(/organizations +1 added +0 already there\n +people +1 added +0 already there/);
  const second = await load("world.json");
  expect(second.code).toBe(0);
  expect(second.output).toContain("Nothing new in");

  await portal.startAgain();
  expect(await signIn(email)).toBe(200);
});

test("the command line says how it is used", async () => {
  expect(await command([])).toMatchObject({
    code: 0,
    output: expect.stringContaining("Usage: npm run counterpart"),
  });
  expect(await command(["unload"])).toMatchObject({ code: 1, errors: expect.stringContaining("Usage:") });
});
