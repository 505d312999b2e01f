import { randomBytes } from "node:crypto";
import { Client } from "pg";

/** A database of a test server, as a copy of another one. Its users must have left before `drop`. */
export type CopiedDatabase = { url: string; drop(): Promise<void> };

/** Copies a database to which nobody is connected. */
export async function copyDatabase(adminUrl: string, template: string): Promise<CopiedDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await runAsAdmin(adminUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runAsAdmin(adminUrl, `drop database ${name} with (force)`) };
}

export async function runAsAdmin(adminUrl: string, command: string): Promise<void> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(command);
  } finally {
    await admin.end();
  }
}
