import { BLOCKS_CSS } from "#blocks/blocks-css.ts";
import { renderPrintableAgreement } from "#blocks/pages/print-agreement.tsx";
import { displayName } from "#domain/account/user-profile.ts";
import type { Deps } from "../deps.ts";
import { drawQr } from "../draw-qr.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { printFontCss } from "../pdf/fonts.ts";
import type { SignatureRow, VersionRow } from "./queries.ts";

/** The signed text and its signature as HTML for the PDF. */
export function printSignedCopy(
  { env, settings }: Pick<Deps, "env" | "settings">,
  signature: SignatureRow,
  version: VersionRow,
  {
    anchor,
    accessGivenByName,
    singleSignOn,
    logo,
  }: Record<"anchor" | "accessGivenByName" | "singleSignOn" | "logo", string | null>,
): string {
  const { userFirstName, userLastName, userEmail, ipAddress, userAgent } = signature;
  const { companyName, abn, accent, timeZone, certificateShowsOrigin } = settings.now();
  const address = `${env.publicUrl}/verify`;
  return renderPrintableAgreement({
    name: version.name,
    richText: version.richText,
    signature: {
      userName: displayName({ firstName: userFirstName, lastName: userLastName, email: userEmail }),
      ...signature,
      // A visitor may leave the name of their organization out, and signs for one all the same.
      organizationName:
        signature.organizationName ??
        (signature.userProfileId === null ? "An organization that they didn't name" : null),
      declaration: signature.declaration ?? "",
      contentHash: version.contentHash,
      anchor,
      accessGivenByName,
      singleSignOn,
      origin: certificateShowsOrigin ? { ipAddress, userAgent } : null,
      supplier: { name: companyName, abn },
      verify: { address, qr: drawQr(address) },
    },
    brand: { companyName, logo, accent },
    css: BLOCKS_CSS,
    fontCss: printFontCss(),
    timeZone,
    sanitise: sanitiseHtml,
  });
}
