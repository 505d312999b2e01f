import { renderToStaticMarkup } from "react-dom/server";
import { type RenderContext, RenderContextProvider } from "../render-context.ts";
import { RichText } from "../rich-text.tsx";
import acceptanceCss from "../styles/acceptance.css?raw";
import {
  CertificateHead,
  Fact,
  ForExperts,
  type HowConsented,
  type Supplier,
  type Verify,
  WhoFacts,
  Words,
} from "./certificate-parts.tsx";

type PrintableAgreement = {
  name: string;
  richText: string;
  signature: HowConsented & {
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
  brand: { companyName: string; accent: string };
  /** blocks.css with its fonts. */
  css: string;
  fontCss: string;
  timeZone: string;
  sanitise: RenderContext["sanitise"];
};

/** The signed copy of a general document as an HTML document for print. It makes no request. */
export function renderPrintableAgreement(agreement: PrintableAgreement): string {
  const { name, richText, brand, css, fontCss, sanitise } = agreement;
  const context: RenderContext = {
    mode: "print",
    sanitise,
    areChoicesLocked: true,
  };
  const page = (
    <html lang="en-AU">
      <head>
        <meta charSet="utf-8" />
        <title>{name}</title>
        <style>{`${fontCss}\n:root{--accent-light:${brand.accent}}\n${css}\n${acceptanceCss}`}</style>
      </head>
      <body className="cp-print">
        <header className="cp-print__header">
          <p className="cp-print__company" dir="auto">
            {brand.companyName}
          </p>
          <p>Signed copy</p>
        </header>
        <main className="cp-page">
          <h1 className="cp-heading cp-heading--h1" dir="auto">
            {name}
          </h1>
          <RenderContextProvider value={context}>
            {/* The screen shows a newline in the signed HTML as a space, and so does paper. */}
            <RichText html={richText} className="cp-paragraph" areNewlinesBreaks={false} />
          </RenderContextProvider>
        </main>
        <Signature {...agreement} />
      </body>
    </html>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}

function Signature({ name, signature, timeZone, brand: { companyName } }: PrintableAgreement) {
  const { globalOrganizationIdentifier, version } = signature;
  return (
    <section className="cp-acceptance">
      <CertificateHead
        title="Certificate of signature"
        supplier={signature.supplier}
        verify={signature.verify}
        name={name}
        line={version === null ? "Version not recorded" : `Version ${version}`}
      />
      <Words declaration={signature.declaration} how={signature} />
      <WhoFacts
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
      <ForExperts anchor={signature.anchor}>
        <Fact term="Signature">{signature.signedGeneralDocumentId}</Fact>
        <Fact term="Text (SHA-256)">{signature.contentHash}</Fact>
      </ForExperts>
      <p className="cp-acceptance__note">{companyName} has sealed this file.</p>
    </section>
  );
}
