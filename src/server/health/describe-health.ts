import { statfs } from "node:fs/promises";
import { formatBytes } from "#domain/system/format-figures.ts";
import type { SystemPart } from "#domain/system/system-part.ts";
import type { Deps } from "../deps.ts";
import { VERSION } from "../version.ts";
import { MIN_FREE_BYTES, type Readiness, readinessOf } from "./find-readiness.ts";

type Described = Omit<SystemPart, "id">;

type Check = keyof Readiness["checks"];

/** The checks of /readyz but for the disk, which has a part of its own, with what to do where one fails. */
const CHECKS: Record<Exclude<Check, "disk">, { label: string; advice: string }> = {
  database: {
    label: "Database",
    advice:
      "The database doesn't answer as it should, so people see errors. Ask the person who runs the server to look at the database of DATABASE_URL.",
  },
  migrations: {
    label: "Tables",
    advice: "The tables are of an older version. Restart the portal, which brings them up to date.",
  },
  isolation: {
    label: "Isolation",
    advice:
      "Other users of the database server can connect to this database. The portal's log has the statements with which an administrator closes it.",
  },
  jobs: {
    label: "Background work",
    advice:
      "Emails and PDFs wait and nothing works on them. Restart the portal. Nothing is lost: they go on where they were.",
  },
  seal: {
    label: "Seal of PDFs",
    advice:
      "PDFs of accepted and signed documents wait, because they can't be sealed. The portal's log names what is wrong with the key or the certificate.",
  },
  clock: {
    label: "Clock",
    advice:
      "The portal's clock and that of its database differ, so records get wrong times and codes expire too early or too late. Ask the person who runs the server to let both get the time by NTP.",
  },
};

export async function describeReadiness(deps: Deps): Promise<Described> {
  const { checks } = await readinessOf(deps)();
  const named = Object.entries(CHECKS).map(([check, words]) => ({
    ...words,
    found: checks[check as keyof typeof CHECKS],
  }));
  const failed = named.filter(({ found }) => found !== "ok");
  return {
    state: failed.length > 0 ? "fault" : "ok",
    facts: named.map(({ label, found }) => ({
      label,
      text: found === "ok" ? "In order" : capitalized(found),
    })),
    advice:
      failed.map(({ advice }) => advice).join("\n") ||
      "Nothing to do. The portal checks itself, and monitoring can read the same at /readyz.",
  };
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Below this the portal still works, and someone should make room. */
const LOW_FREE_BYTES = 2_000_000_000;

export async function describeDisk({ env }: Deps): Promise<Described> {
  const { bavail, blocks, bsize } = await statfs(env.dataDir);
  const free = bavail * bsize;
  const state = free < MIN_FREE_BYTES ? "fault" : free < LOW_FREE_BYTES ? "attention" : "ok";
  return {
    state,
    facts: [
      { label: "Free", text: `${formatBytes(free)} of ${formatBytes(blocks * bsize)}` },
      { label: "Folder", text: env.dataDir },
    ],
    advice: DISK_ADVICE[state],
  };
}

const DISK_ADVICE: Record<Described["state"], string> = {
  fault:
    "The disk of the portal's files is full, so changes and PDFs are refused. Make room on it; what was saved is safe, and nothing has to be restarted.",
  attention: "The disk of the portal's files fills up. Make room, or move the folder to a larger disk.",
  ok: "Nothing to do. Files, PDFs and pictures are stored here.",
};

export async function describeVersion({ database }: Deps): Promise<Described> {
  const { rows } = await database.pool.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  const isEmbedded = database.kind === "embedded";
  const postgres = `PostgreSQL ${rows[0]?.version ?? ""}${isEmbedded ? ", embedded" : ", on a server"}`;
  return {
    state: "ok",
    facts: [
      { label: "Portal", text: VERSION },
      { label: "Database", text: postgres },
      { label: "Node.js", text: process.versions.node },
      { label: "Running since", at: new Date(Date.now() - process.uptime() * 1000).toISOString() },
    ],
    advice: isEmbedded
      ? "Nothing to do. The embedded database suits one machine; “move” in the operations guide brings it to a PostgreSQL server."
      : "Nothing to do. What a newer version changes is in its changelog.",
  };
}
