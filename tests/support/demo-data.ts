import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { listDocuments } from "#contract/documents.ts";
import { runAsAdmin } from "./copied-database.ts";
import { createPersonClient, type PersonClient } from "./person-client.ts";
import { startPortal } from "./portal.ts";
import { startPostgresServer } from "./postgres-server.ts";
import { signInByCall } from "./sign-in-by-call.ts";

declare module "vitest" {
  export interface ProvidedContext {
    demoData: DemoData;
  }
}

/** The demo data with the PDFs of its approved documents, or the file that says why not. Journeys copy the data. */
export type DemoData = {
  /** The data directory. It appears as the last step. */
  complete: string;
  failure: string;
  /** The cookies of the demo people's sessions, by email. */
  sessions: string;
  /** The server with the database, and the database's name. */
  adminUrl: string;
  template: string;
};

const TEMPLATE = "counterpart_demo";
const PEOPLE = ["writer", "reader", "staff", "editor", "viewer", "stranger"].map(
  (name) => `${name}@demo.test`,
);
const PRINTED_WITHIN_MS = 240_000;

/** Makes the demo data while the first tests run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [home, server] = await Promise.all([
    mkdtemp(join(tmpdir(), "counterpart-demo-")),
    startPostgresServer(),
  ]);
  const demoData: DemoData = {
    complete: join(home, "complete"),
    failure: join(home, "failure"),
    sessions: join(home, "sessions.json"),
    adminUrl: server.urlOf("postgres"),
    template: TEMPLATE,
  };
  const made = makeDemoData(demoData, server.urlOf(TEMPLATE), join(home, "part"))
    .then((dataDir) => rename(dataDir, demoData.complete))
    .catch((error: unknown) => logFailure(demoData.failure, error));
  project.provide("demoData", demoData);
  return async () => {
    await made;
    await server.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
}

async function logFailure(path: string, error: unknown): Promise<void> {
  await writeFile(`${path}-part`, error instanceof Error ? (error.stack ?? error.message) : String(error));
  await rename(`${path}-part`, path);
}

/** Starts a portal on an empty database, as a newcomer does, and saves its data. */
async function makeDemoData(demoData: DemoData, databaseUrl: string, dataDir: string): Promise<string> {
  await mkdir(dataDir);
  await runAsAdmin(demoData.adminUrl, `create database ${TEMPLATE}`);
  const portal = await startPortal({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  try {
    const signedIn = PEOPLE.map(async (email) => [email, await signInByCall(portal.url, email)] as const);
    await writeFile(demoData.sessions, JSON.stringify(Object.fromEntries(await Promise.all(signedIn))));
    await untilPrinted(createPersonClient(portal.url, "reader@demo.test"));
  } finally {
    await portal.remove();
  }
  return dataDir;
}

async function untilPrinted(person: PersonClient): Promise<void> {
  const deadline = Date.now() + PRINTED_WITHIN_MS;
  while (!(await arePrinted(person))) {
    if (Date.now() > deadline) throw new Error("The PDFs of the demo world were not made.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function arePrinted(person: PersonClient): Promise<boolean> {
  const documents = await person.request(listDocuments, {});
  return documents.every((one) => one.status !== "APPROVED" || one.documentSnapshots.length > 0);
}
