import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { listDocuments } from "#contract/documents.ts";
import { createPersonClient, type PersonClient } from "./person-client.ts";
import { startPortal } from "./portal.ts";

declare module "vitest" {
  export interface ProvidedContext {
    demoData: DemoData;
  }
}

/** A data directory with the demo data and the PDFs of its approved documents, or the file that says why not. */
export type DemoData = { complete: string; failure: string };

const PRINTED_WITHIN_MS = 240_000;

/** Makes the demo data while the first tests run. One of both paths appears as the last step. Journeys copy the data. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), "counterpart-demo-"));
  const demoData = { complete: join(home, "complete"), failure: join(home, "failure") };
  const made = makeDemoData(join(home, "part"))
    .then((dataDir) => rename(dataDir, demoData.complete))
    .catch((error: unknown) => tellFailure(demoData.failure, error));
  project.provide("demoData", demoData);
  return async () => {
    await made;
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
}

async function tellFailure(path: string, error: unknown): Promise<void> {
  await writeFile(`${path}-part`, error instanceof Error ? (error.stack ?? error.message) : String(error));
  await rename(`${path}-part`, path);
}

/** Starts a portal on an empty data directory, as a newcomer does, and keeps the directory. */
async function makeDemoData(dataDir: string): Promise<string> {
  await mkdir(dataDir);
  const portal = await startPortal({ DATA_DIR: dataDir });
  try {
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
