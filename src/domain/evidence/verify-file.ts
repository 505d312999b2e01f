import { formatVerdict } from "./bundle/format-verdict.ts";
import { verifyBundle } from "./bundle/verify-bundle.ts";
import type { FormattedVerdict } from "./formatted-verdict.ts";
import { formatPdfVerdict } from "./pdf/format-pdf-verdict.ts";
import { isPdf, verifyPdf } from "./pdf/verify-pdf.ts";
import { recoverAnchor } from "./recover-anchor.ts";

/** No bundle and no PDF of the portal is larger. */
export const MAX_VERIFIED_BYTES = 256 * 1024 * 1024;

/** `keys` sign the portal's evidence; `sealKeys` are SHA-256 (hex) of the public keys that seal its PDFs. */
export type PortalKeys = { keys: readonly string[]; sealKeys: readonly string[] };

/** What else the reader has: a line "evidence:…" that was printed or mailed, and the zone of their clock. */
type Reader = { line?: string | undefined; zone?: string | undefined };

/** Verifies an evidence bundle or a sealed PDF, without a network, for the command line and the page /verify. */
export async function verifyFile(
  bytes: Uint8Array<ArrayBuffer>,
  { keys, sealKeys }: PortalKeys,
  { line = "", zone }: Reader,
): Promise<FormattedVerdict> {
  const anchor = line.trim() === "" ? null : await recoverAnchor(line, { keys });
  if (line.trim() !== "" && !anchor) return LINE_UNREADABLE;
  return isPdf(bytes)
    ? formatPdfVerdict(await verifyPdf(bytes, { keys, sealKeys, anchor }), zone)
    : formatVerdict(await verifyBundle(bytes, { keys, anchor }), zone);
}

const LINE_UNREADABLE: FormattedVerdict = {
  level: "unread",
  heading: "The line cannot be read",
  sentences: ["It begins with “evidence:”. Copy it whole, with its hyphens, or leave it out."],
  facts: [],
};
