import { BLOCKS_CSS } from "#blocks/blocks-css.ts";
import { renderPrintableAgreement } from "#blocks/pages/print-agreement.tsx";
import { displayName } from "#domain/account/user-profile.ts";
import type { Deps } from "../deps.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { printFontCss } from "../pdf/fonts.ts";
import type { SignatureRow, VersionRow } from "./queries.ts";

/** The signed text and its signature as HTML for the PDF. */
export function printSignedCopy(
  { settings }: Pick<Deps, "settings">,
  signature: SignatureRow,
  version: VersionRow,
  anchor: string | null,
): string {
  const { userFirstName, userLastName, userEmail } = signature;
  const { companyName, accent, timeZone } = settings.now();
  return renderPrintableAgreement({
    name: version.name,
    richText: version.richText,
    signature: {
      userName: displayName({ firstName: userFirstName, lastName: userLastName, email: userEmail }),
      userEmail,
      organizationName: signature.organizationName,
      globalOrganizationIdentifier: signature.globalOrganizationIdentifier,
      declaration: signature.declaration ?? "",
      signedAt: signature.signedAt.toISOString(),
      signedGeneralDocumentId: signature.signedGeneralDocumentId,
      contentHash: version.contentHash,
      anchor,
    },
    brand: { companyName, accent },
    css: BLOCKS_CSS,
    fontCss: printFontCss(),
    timeZone,
    sanitise: sanitiseHtml,
  });
}
