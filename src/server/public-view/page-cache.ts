import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { ViewPage } from "./render-view.ts";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type Compressed = "br" | "gzip";
/** The compression of an answer; null for none. */
type Encoding = Compressed | null;

/** A rendered page. The version of its rows does not cover its images. */
export type CachedPage = ViewPage & {
  imageSources: readonly string[];
  /** The images as the page shows them (readImageState). */
  images: string;
  bodies: Map<Compressed, Promise<Buffer>>;
};

type Entry = { version: string; page: Promise<CachedPage | null>; bytes: number };

/** Renderings of shared documents in bounded memory, each for one version of its rows. */
export type PageCache = {
  /** The cached page of exactly this version, or the one that `render` makes. Concurrent callers share one rendering. */
  read(id: string, version: string, render: () => Promise<CachedPage | null>): Promise<CachedPage | null>;
  /** Forgets a page that was found outdated. */
  forget(id: string): void;
};

/** `maxBytes` bounds the HTML of all pages together. Their compressed copies are far smaller. */
export function createPageCache(maxBytes: number): PageCache {
  const entries = new Map<string, Entry>();
  let total = 0;

  function forget(id: string): void {
    total -= entries.get(id)?.bytes ?? 0;
    entries.delete(id);
  }

  /** Counts a rendered page, and forgets the pages that were read longest ago. */
  function count(id: string, entry: Entry, page: CachedPage | null): void {
    if (entries.get(id) !== entry) return;
    const bytes = Buffer.byteLength(page?.html ?? "");
    if (page?.status !== 200 || bytes > maxBytes) {
      forget(id);
      return;
    }
    entry.bytes = bytes;
    total += entry.bytes;
    for (const oldest of entries.keys()) {
      if (total <= maxBytes) return;
      if (oldest !== id) forget(oldest);
    }
  }

  return {
    forget,
    async read(id, version, render) {
      const cached = entries.get(id);
      if (cached?.version === version) {
        // The last of a map is the one read latest.
        entries.delete(id);
        entries.set(id, cached);
        return cached.page;
      }
      forget(id);
      const entry: Entry = { version, page: render(), bytes: 0 };
      entries.set(id, entry);
      try {
        const page = await entry.page;
        count(id, entry, page);
        return page;
      } catch (error) {
        if (entries.get(id) === entry) forget(id);
        throw error;
      }
    },
  };
}

/** The page as it is sent, compressed once per encoding. */
export function bodyOf({ html, bodies }: CachedPage, encoding: Encoding): Promise<Buffer> | string {
  if (encoding === null) return html;
  const body = bodies.get(encoding) ?? compress(html, encoding);
  bodies.set(encoding, body);
  return body;
}

function compress(html: string, encoding: Compressed): Promise<Buffer> {
  if (encoding === "gzip") return compressGzip(html);
  const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_QUALITY } = constants;
  return compressBrotli(html, {
    params: { [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_QUALITY]: 4 },
  });
}

/** The best encoding that a browser accepts. */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const names = String(accepted ?? "")
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(";")[0]);
  if (names.includes("br")) return "br";
  return names.includes("gzip") ? "gzip" : null;
}
