import type { PublicDocument } from "#domain/documents/public-document.ts";
import { PublicBrand } from "./public-brand.tsx";

type PublicNoticeProps = {
  brand: PublicDocument["brand"];
  title: string;
  message: string;
  /** What the reader can do. */
  advice?: string;
};

/** A whole page in place of a document that a visitor cannot see. */
export function PublicNotice({ brand, title, message, advice }: PublicNoticeProps) {
  return (
    <main className="pv-notice">
      <PublicBrand brand={brand} />
      <svg viewBox="11 5 38 38" fill="none" aria-hidden="true">
        <path
          d="M12 6h17l9 9v27H12z M29 6v9h9"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
        <path d="M19 25h12M19 31h7" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
      <h1>{title}</h1>
      <p>{message}</p>
      {advice && <p>{advice}</p>}
      <a href="/home" className="pv-button">
        Return home
      </a>
    </main>
  );
}
