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

export function PrintHeader({ companyName, text }: { companyName: string; text: string }) {
  return (
    <header className="cp-print__header">
      <p className="cp-print__company" dir="auto">
        {companyName}
      </p>
      <p>{text}</p>
    </header>
  );
}
