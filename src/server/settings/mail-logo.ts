import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Current, Deps, MailLogo } from "../deps.ts";
import { findFullImage } from "../images/queries.ts";
import { remakeMailLogo } from "../images/remake-image.ts";

type LogoDeps = Pick<Deps, "db" | "files" | "log" | "settings">;

/**
 * Reads the company's logo for mails, again after the settings have changed. Null: there is none, or a mail cannot show
 * it: few mail programs show an SVG. `db` is in the scope of the portal.
 */
export function createMailLogo(deps: LogoDeps): () => Promise<MailLogo | null> {
  let cached: { current: Current; logo: MailLogo | null } | null = null;
  return async () => {
    const current = deps.settings.now();
    if (cached?.current === current) return cached.logo;
    try {
      const bytes = await readLogo(deps, current);
      const logo = bytes === null ? null : await remakeMailLogo(bytes);
      cached = { current, logo };
      return logo;
    } catch (error) {
      // A mail without its logo is better than no mail.
      deps.log.warn(error, "The logo cannot be read, so a mail is sent without it");
      return null;
    }
  };
}

async function readLogo(
  { db, files }: LogoDeps,
  { logoImageId, logoPath }: Current,
): Promise<Uint8Array | null> {
  if (logoImageId === null)
    return logoPath === undefined || extname(logoPath).toLowerCase() === ".svg" ? null : readFile(logoPath);
  const image = await findFullImage(db, logoImageId);
  const bytes = image?.sha256 ? await files.open(image.sha256) : null;
  if (!bytes) throw new Error(`The image ${logoImageId} is missing.`);
  return buffer(bytes);
}
