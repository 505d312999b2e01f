import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BRIEF_RUN, type Portal, startPortal } from "#tests/support/portal.ts";
import { makeBasics, PASSWORD_IN_FILE } from "#tests/support/world.ts";

/** What npm runs, and the program that it starts, for a brief run. */
const COMMAND = [fileURLToPath(new URL("../../scripts/counterpart.mjs", import.meta.url))];
const PROGRAM = [...BRIEF_RUN, fileURLToPath(new URL("../../dist/server/cli.js", import.meta.url))];

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ DEMO: "0" });
});
afterAll(() => portal.remove());

type Told = { code: number | null; output: string; errors: string };

/** Runs the command line like `npm run counterpart --`, from the data directory. */
const run = (...args: string[]): Promise<Told> => start([...COMMAND, ...args]);

const load = (file: string): Promise<Told> => start([...PROGRAM, "load", join(portal.dataDir, file)]);

function start(args: string[]): Promise<Told> {
  const { dataDir } = portal;
  const env = { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir, INIT_CWD: dataDir };
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

async function signIn(email: string): Promise<number> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ email, password: PASSWORD_IN_FILE });
  return (await fetch(`${portal.url}/api/auth/sign-in/email`, { method: "POST", headers, body })).status;
}

test("a company loads its own data: refused beside the running portal, told every error, then loaded once", async () => {
  const { email, lists } = makeBasics();
  const terms = { name: "Terms", richText: "<p>বাংলা</p>", signatureType: "ACKNOWLEDGE" };
  const generalDocuments = [{ generalDocumentId: "bengali", ...terms }];
  const world = JSON.stringify({ worldVersion: 1, ...lists, generalDocuments });
  await writeFile(join(portal.dataDir, "world.json"), world);
  await writeFile(join(portal.dataDir, "wrong.json"), JSON.stringify({ worldVersion: 1, products: [{}, 5] }));

  const beside = await load("world.json");
  expect(beside.code).toBe(1);
  expect(beside.errors).toMatch(
    /^Another process \(\d+\) already uses the data directory .+Nothing was changed\./,
  );
  expect(await signIn(email)).toBe(401);
  await portal.end();

  const wrong = await load("wrong.json");
  expect(wrong.code).toBe(1);
  expect(wrong.errors).toBe(
    "Not loaded, and nothing was changed: 2 errors.\n\n" +
      "products[0].productName: Missing: expected string\n" +
      "products[1]: Invalid input: expected object, received number\n",
  );

  const first = await run("load", "world.json");
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
  expect(await run()).toMatchObject({
    code: 0,
    output: expect.stringContaining("Usage: npm run counterpart"),
  });
  expect(await run("unload")).toMatchObject({ code: 1, errors: expect.stringContaining("Usage:") });
});
