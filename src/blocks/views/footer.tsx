import type { block } from "#domain/page/blocks/footer.ts";
import type { BlockView } from "../block.tsx";
import { DirectedText } from "../directed.tsx";
import { PageLink } from "../page-link.tsx";

export function Footer({ props }: BlockView<typeof block>) {
  const { businessName, abn, address, termsLink, contactEmail } = props;
  return (
    <footer className="cp-footer">
      {businessName && <DirectedText as="p" text={businessName} className="cp-footer__name" />}
      {abn && <p>ABN {abn.replace(/^ABN:?\s*/i, "")}</p>}
      {address && <DirectedText as="p" text={address} className="cp-footer__address" />}
      {(termsLink || contactEmail) && (
        <p className="cp-footer__links">
          {termsLink && (
            <PageLink href={termsLink} target="_blank" className="cp-link">
              Terms and conditions
            </PageLink>
          )}
          {contactEmail && (
            <PageLink href={`mailto:${contactEmail}`} className="cp-link">
              {contactEmail}
            </PageLink>
          )}
        </p>
      )}
    </footer>
  );
}
