import { NO_HEAD } from "#domain/evidence/evidence-event.ts";
import type { Outcome, ReportProgress } from "../commands/serve-commands.ts";
import { deriveKey } from "../data-dir/secret.ts";
import type { EvidenceKey } from "../deps.ts";
import { type EvidenceRow, faultsOfEvent } from "../evidence/check-evidence.ts";
import { createEvidenceKey } from "../evidence/evidence-key.ts";
import type { Head } from "./describe-backup.ts";
import { openBackup, refusedBackup } from "./read-archive.ts";
import { type Receiver, readBackup } from "./read-backup.ts";

const EVENTS = "public.evidence_events";

type Link = Pick<EvidenceRow, "position" | "previousHead" | "head">;

/** Reads a backup without restoring it: verifies the hash of every part, and the chains and signatures of the evidence. */
export async function verifyBackup(
  path: string,
  report: ReportProgress,
  key: string | null = null,
): Promise<Outcome> {
  const own = new Map<string, string>();
  const chains = new Map<string, Link[]>();
  const faults: string[] = [];
  let columns: readonly string[] = [];
  const receiver: Receiver = {
    begin: async (head) => {
      columns = head.tables.find(({ name }) => name === EVENTS)?.columns ?? [];
    },
    storeFile: async () => undefined,
    storeInstallationFile: async (name, bytes) => void own.set(name, bytes.toString("utf8").trim()),
    addRows: async (table, lines) => {
      if (table !== EVENTS) return;
      const evidenceKey = keyOf(own);
      for (const line of lines) {
        const event = eventOf(columns, line);
        const { chain, position } = event;
        if (faultsOfEvent(evidenceKey, event).length > 0)
          faults.push(`Event ${position} of the chain ${chain} was changed, or another key signed it.`);
        const links = chains.get(chain) ?? [];
        links.push(event);
        chains.set(chain, links);
      }
    },
  };
  const { head, rows, files, manifest } = await readBackup(openBackup(path, key), receiver, report);
  faults.push(...head.ends.flatMap((end) => findBreak(end, chains.get(end.chain) ?? [])));
  const events = [...chains.values()].flat().length;
  const holds =
    `${rows} rows and ${files} files of the portal ${head.installationId} as of ${head.madeAt}, with ${events} events of ` +
    "evidence";
  if (manifest.lost.length > 0) faults.push(sentenceForLost(manifest.lost));
  if (faults.length > 0) return { isGood: false, message: [`Not intact: ${holds}.`, ...faults].join("\n  ") };
  const message =
    `Intact: ${holds}. Every part has the hash that the manifest names, and the events follow each other and are signed. ` +
    "After a restore, `counterpart verify` compares them with their records.";
  return { isGood: true, message };
}

/** The sentence for bytes that the portal had lost before the backup was made. */
export function sentenceForLost(lost: readonly string[]): string {
  const count = lost.length === 1 ? "1 file is" : `${lost.length} files are`;
  return `${count} not in it, because the portal had lost the bytes: ${lost.slice(0, 5).join(", ")}${lost.length > 5 ? " …" : ""}`;
}

function keyOf(own: ReadonlyMap<string, string>): EvidenceKey {
  const secret = own.get("secret");
  if (secret === undefined) throw refusedBackup("its secret does not come first");
  return createEvidenceKey(deriveKey(secret, "evidence"), own.get("former-evidence-keys")?.split("\n") ?? []);
}

function eventOf(columns: readonly string[], line: string): EvidenceRow {
  try {
    const values = JSON.parse(line) as string[];
    const text = (column: string) => values[columns.indexOf(column)] ?? "";
    const json = (column: string) => JSON.parse(text(column)) as EvidenceRow["salts"];
    return {
      chain: text("chain"),
      position: Number(text("position")),
      kind: text("kind") as EvidenceRow["kind"],
      subjectId: text("subject_id"),
      // "2026-11-23 02:00:00.123+00"
      at: new Date(text("at").replace(" ", "T").replace(/\+00$/, "Z")),
      facts: json("facts"),
      sealed: json("sealed"),
      salts: json("salts"),
      previousHead: text("previous_head"),
      head: text("head"),
      publicKey: text("public_key"),
      signature: text("signature"),
    };
  } catch {
    throw refusedBackup("an event of its evidence cannot be read");
  }
}

/** What is wrong with a chain, at its first fault. */
function findBreak({ chain, position, head }: Head["ends"][number], links: readonly Link[]): string[] {
  let last: Pick<Link, "position" | "head"> = { position: 0, head: NO_HEAD };
  for (const link of links.toSorted((one, other) => one.position - other.position)) {
    if (link.position !== last.position + 1 || link.previousHead !== last.head)
      return [`The chain ${chain} is broken at event ${link.position}.`];
    last = link;
  }
  return last.position === position && last.head === head
    ? []
    : [`The chain ${chain} ends at event ${last.position} and not at ${position}.`];
}
