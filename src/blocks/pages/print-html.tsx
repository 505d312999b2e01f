import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** What every HTML document for print needs: blocks.css, and the fonts that it names. */
export type PrintStyles = { css: string; fontCss: string };

type PrintedHtml = { title: string; styles: readonly string[]; children: ReactNode };

/** An HTML document for print, which makes no request. */
export function printHtml({ title, styles, children }: PrintedHtml): string {
  const page = (
    <html lang="en-AU">
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <style>{styles.join("\n")}</style>
      </head>
      <body className="cp-print">{children}</body>
    </html>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}

/** Whose paper it is. The logo is a data URL; null: the company has none. */
export type Letterhead = { companyName: string; logo: string | null };

export function PrintHeader({ companyName, logo, text }: Letterhead & { text: string }) {
  return (
    <header className="cp-print__header cp-print__header--letter">
      {logo === null ? (
        <p className="cp-print__company" dir="auto">
          {companyName}
        </p>
      ) : (
        <PrintLogo companyName={companyName} logo={logo} />
      )}
      <p>{text}</p>
    </header>
  );
}

/** The logo at the head of a page. Nothing without one: the company's name is in the text. */
export function PrintLogo({ companyName, logo }: Letterhead) {
  return logo === null ? null : <img className="cp-print__logo" src={logo} alt={companyName} />;
}
