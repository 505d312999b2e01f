import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { listDocuments } from "#contract/documents.ts";
import { createPersonClient, type PersonClient } from "./person-client.ts";
import { startPortal } from "./portal.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A data directory with the demo data and the PDFs of its approved documents. */
    demoData: string;
  }
}

const PRINTED_WITHIN_MS = 90_000;

/** Starts a portal on an empty data directory, as a newcomer does, and keeps the directory. Journeys copy it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "counterpart-demo-"));
  const portal = await startPortal({ DATA_DIR: dataDir });
  try {
    await untilPrinted(createPersonClient(portal.url, "reader@demo.test"));
  } finally {
    await portal.remove();
  }
  project.provide("demoData", dataDir);
  return () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
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
