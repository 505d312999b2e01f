import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { buffer } from "node:stream/consumers";
import type { CompanyLogo, Current, Deps } from "../deps.ts";
import { findFullImage } from "../images/queries.ts";
import { remakeMailLogo, remakePrintLogo } from "../images/remake-image.ts";

type LogoDeps = Pick<Deps, "db" | "files" | "log" | "settings">;

type Logo = { bytes: Uint8Array; isDrawing: boolean };

/** Reads the logo of the settings. `db` is in the scope of the portal. */
export function createCompanyLogo(deps: LogoDeps): CompanyLogo {
  return {
    // Few mail programs show an SVG.
    forMail: onceForSettings(deps, ({ bytes, isDrawing }) => (isDrawing ? null : remakeMailLogo(bytes))),
    forPrint: onceForSettings(deps, async ({ bytes, isDrawing }) =>
      isDrawing ? dataUrl("image/svg+xml", bytes) : dataUrl("image/png", await remakePrintLogo(bytes)),
    ),
  };
}

/** Makes a form of the logo, again after the settings have changed. */
function onceForSettings<Form>(
  deps: LogoDeps,
  make: (logo: Logo) => Promise<Form> | Form | null,
): () => Promise<Form | null> {
  let cached: { current: Current; form: Form | null } | null = null;
  return async () => {
    const current = deps.settings.now();
    if (cached?.current === current) return cached.form;
    try {
      const logo = await readLogo(deps, current);
      const form = logo === null ? null : await make(logo);
      cached = { current, form };
      return form;
    } catch (error) {
      // A mail or a PDF without its logo is better than none.
      deps.log.warn(error, "The logo cannot be read, so the company's name is shown in its place");
      return null;
    }
  };
}

async function readLogo({ db, files }: LogoDeps, { logoImageId, logoPath }: Current): Promise<Logo | null> {
  if (logoImageId === null) {
    if (logoPath === undefined) return null;
    return { bytes: await readFile(logoPath), isDrawing: extname(logoPath).toLowerCase() === ".svg" };
  }
  const image = await findFullImage(db, logoImageId);
  const bytes = image?.sha256 ? await files.open(image.sha256) : null;
  if (!bytes) throw new Error(`The image ${logoImageId} is missing.`);
  return { bytes: await buffer(bytes), isDrawing: false };
}

function dataUrl(type: string, bytes: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
}
