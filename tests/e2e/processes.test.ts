import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { chooseOptionalWork } from "#contract/work-orders.ts";
import { startDemoPortal } from "#tests/support/demo-portal.ts";
import { many } from "#tests/support/many.ts";
import { createPersonClient } from "#tests/support/person-client.ts";
import { BRIEF_RUN, type Portal } from "#tests/support/portal.ts";

const SERVER = fileURLToPath(new URL("../../dist/server/main.js", import.meta.url));

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

/** Starts a server that must give up. Returns its exit code and its output. */
async function startInVain(variables: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: "production", PORT: "0", ...variables };
  const server = spawn(process.execPath, [...BRIEF_RUN, SERVER], { env, stdio: ["ignore", "pipe", "pipe"] });
  const told = { output: "", errors: "" };
  server.stdout.on("data", (part: Buffer) => {
    told.output += part.toString();
  });
  server.stderr.on("data", (part: Buffer) => {
    told.errors += part.toString();
  });
  const ended = new Promise<number | null>((resolve) => server.once("close", resolve));
  return { code: await ended, ...told };
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

test("a port that is taken is told in a sentence, and the data directory is free again", async () => {
  const { port } = new URL(portal.url);
  for (const _again of [1, 2]) {
    const { code, errors } = await startInVain({ DATA_DIR: elsewhere, PORT: port, DEMO: "0" });
    expect(code).toBe(1);
    expect(errors).toBe(
      `Port ${port} of 127.0.0.1 is in use already. Stop the program that listens there, or set PORT to another one.\n`,
    );
  }
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
