import { X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { formatDuration } from "#domain/system/format-figures.ts";
import type { SystemFact, SystemPart } from "#domain/system/system-part.ts";
import type { Deps, Gauge } from "../deps.ts";

const DAY_MS = 86_400_000;
const SOON_DAYS = 30;

type Kind = "seal" | "tls";
/** `end` is null for a file that cannot be read as a certificate. */
type Certificate = { kind: Kind; path: string; end: Date | null; isNewer: boolean };

const LABELS: Record<Kind, string> = { seal: "Seal of PDFs", tls: "HTTPS of the portal" };

/** The certificates that the portal uses. Its own seal's certificate is made with the first sealed PDF. */
function findCertificates({ env }: Pick<Deps, "env">): Certificate[] {
  const seal = env.sealFiles?.certificatePath ?? join(env.dataDir, "seal-certificate.pem");
  const isMissing = env.sealFiles === null && !statSync(seal, { throwIfNoEntry: false });
  return [
    ...(isMissing ? [] : [read("seal", seal)]),
    ...(env.tls ? [read("tls", env.tls.certificatePath)] : []),
  ];
}

function read(kind: Kind, path: string): Certificate {
  try {
    const startedMs = Date.now() - process.uptime() * 1000;
    // The seal's files are read for each PDF, those of HTTPS once.
    const isNewer = kind === "tls" && statSync(path).mtimeMs > startedMs;
    return { kind, path, end: new X509Certificate(readFileSync(path)).validToDate, isNewer };
  } catch {
    return { kind, path, end: null, isNewer: false };
  }
}

export async function describeCertificates(deps: Deps): Promise<Omit<SystemPart, "id">> {
  const now = deps.clock();
  const found = findCertificates(deps).map((one) => ({ ...one, days: daysLeft(one, now) }));
  const least = Math.min(Number.POSITIVE_INFINITY, ...found.map(({ days }) => days ?? -1));
  const facts = found.flatMap(({ kind, end }): SystemFact[] => {
    if (!end) return [{ label: LABELS[kind], text: "Can't be read" }];
    const until = { label: `${LABELS[kind]}, valid until`, at: end.toISOString() };
    const seconds = (end.getTime() - now.getTime()) / 1000;
    if (seconds < 0) return [until];
    return [until, { label: `${LABELS[kind]}, expires in`, text: formatDuration(seconds) }];
  });
  if (least < 0)
    return {
      state: "fault",
      facts,
      advice:
        "A certificate has expired or can't be read. With an expired seal, PDFs of accepted documents wait; with expired HTTPS, browsers warn people. Ask the person who runs the server to replace the file.",
    };
  if (found.some(({ isNewer }) => isNewer))
    return {
      state: "attention",
      facts,
      advice: "A newer certificate for HTTPS is on the disk. Restart the portal, which then uses it.",
    };
  if (least < SOON_DAYS)
    return {
      state: "attention",
      facts,
      advice: "A certificate expires soon. Ask the person who runs the server to replace it before that day.",
    };
  return { state: "ok", facts, advice: CERTIFICATES_OK };
}

const CERTIFICATES_OK =
  "Nothing to do. If a proxy serves HTTPS for the portal, its certificate is renewed there.";

function daysLeft({ end }: Certificate, now: Date): number | null {
  return end && Math.floor((end.getTime() - now.getTime()) / DAY_MS);
}

export async function measureCertificates(deps: Deps): Promise<Gauge[]> {
  const samples = findCertificates(deps).flatMap(({ kind, end }) =>
    end ? [[{ certificate: kind }, end.getTime() / 1000] as const] : [],
  );
  return [
    {
      name: "counterpart_certificate_end_timestamp_seconds",
      help: "When a certificate of the portal expires",
      samples,
    },
  ];
}
