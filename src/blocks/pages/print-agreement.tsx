import { renderToStaticMarkup } from "react-dom/server";
import { formatDateTime } from "#domain/format.ts";
import { type RenderContext, RenderContextProvider } from "../render-context.ts";
import { RichText } from "../rich-text.tsx";
import signatureCss from "../styles/signature.css?raw";

type PrintableAgreement = {
  name: string;
  richText: string;
  signature: {
    userName: string;
    userEmail: string;
    organizationName: string | null;
    globalOrganizationIdentifier: string | null;
    declaration: string;
    signedAt: string;
    signedGeneralDocumentId: string;
    contentHash: string;
    /** The anchor of its evidence; null: it has none. */
    anchor: string | null;
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
        <style>{`${fontCss}\n:root{--accent-light:${brand.accent}}\n${css}\n${signatureCss}`}</style>
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
          <Signature {...agreement} />
        </main>
      </body>
    </html>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}

function Signature({ signature, timeZone, brand: { companyName } }: PrintableAgreement) {
  const { organizationName, globalOrganizationIdentifier } = signature;
  return (
    <section className="cp-signature" aria-labelledby="signature">
      <h2 id="signature" className="cp-heading cp-heading--h4">
        Signature
      </h2>
      <p>{signature.declaration}</p>
      <dl className="cp-signature__facts">
        <Fact term="Signed by" value={`${signature.userName} (${signature.userEmail})`} />
        {organizationName && <Fact term="On behalf of" value={organizationName} />}
        {globalOrganizationIdentifier && <Fact term="Identifier" value={globalOrganizationIdentifier} />}
        <Fact term="Signed at" value={formatDateTime(signature.signedAt, timeZone)} />
        <Fact term="Signature" value={signature.signedGeneralDocumentId} />
        <Fact term="Text (SHA-256)" value={signature.contentHash} />
        {signature.anchor && <Fact term="Evidence" value={signature.anchor} />}
      </dl>
      <p>{companyName} has sealed this file.</p>
    </section>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  );
}
