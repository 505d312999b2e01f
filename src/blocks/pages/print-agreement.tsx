import { type RenderContext, RenderContextProvider } from "../render-context.ts";
import { RichText } from "../rich-text.tsx";
import acceptanceCss from "../styles/acceptance.css?raw";
import {
  CertificateHead,
  type ConsentRecord,
  Declaration,
  Fact,
  SignerFacts,
  type Supplier,
  TechnicalDetails,
  type Verify,
} from "./certificate-parts.tsx";
import { type Letterhead, PrintHeader, type PrintStyles, printHtml } from "./print-html.tsx";

type PrintableAgreement = PrintStyles & {
  name: string;
  richText: string;
  signature: ConsentRecord & {
    globalOrganizationIdentifier: string | null;
    declaration: string;
    signedAt: Date;
    signedGeneralDocumentId: string;
    version: number | null;
    contentHash: string;
    /** The anchor of its evidence; null: it has none. */
    anchor: string | null;
    supplier: Supplier;
    verify: Verify;
  };
  /** The accent is a colour such as "#0f6b5c". */
  brand: Letterhead & { accent: string };
  timeZone: string;
  sanitise: RenderContext["sanitise"];
};

/** The signed copy of a general document as an HTML document for print. */
export function renderPrintableAgreement(agreement: PrintableAgreement): string {
  const { name, richText, brand, css, fontCss, sanitise } = agreement;
  return printHtml({
    title: name,
    styles: [fontCss, `:root{--accent-light:${brand.accent}}`, css, acceptanceCss],
    children: (
      <>
        <PrintHeader {...brand} text="Signed copy" />
        <main className="cp-page">
          <h1 className="cp-heading cp-heading--h1" dir="auto">
            {name}
          </h1>
          <RenderContextProvider value={{ mode: "print", sanitise, areChoicesLocked: true }}>
            {/* The screen shows a newline in the signed HTML as a space, and so does paper. */}
            <RichText html={richText} className="cp-paragraph" areNewlinesBreaks={false} />
          </RenderContextProvider>
        </main>
        <Signature {...agreement} />
      </>
    ),
  });
}

function Signature({ name, signature, timeZone, brand: { companyName, logo } }: PrintableAgreement) {
  const { globalOrganizationIdentifier, version } = signature;
  return (
    <section className="cp-acceptance">
      <CertificateHead
        title="Certificate of signature"
        supplier={signature.supplier}
        logo={logo}
        verify={signature.verify}
        name={name}
        line={version === null ? "Version not recorded" : `Version ${version}`}
      />
      <Declaration declaration={signature.declaration} how={signature} />
      <SignerFacts
        how={signature}
        at={signature.signedAt}
        words={{ by: "Signed by", at: "Signed at", since: "May sign since", decision: "signature" }}
        companyName={companyName}
        timeZone={timeZone}
      />
      {globalOrganizationIdentifier !== null && (
        <dl className="cp-acceptance__facts">
          <Fact term="Identifier of the organization">{globalOrganizationIdentifier}</Fact>
        </dl>
      )}
      <TechnicalDetails anchor={signature.anchor}>
        <Fact term="Signature">{signature.signedGeneralDocumentId}</Fact>
        <Fact term="Text (SHA-256)">{signature.contentHash}</Fact>
      </TechnicalDetails>
      <p className="cp-acceptance__note">{companyName} has sealed this file.</p>
    </section>
  );
}
