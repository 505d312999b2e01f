import { PDF, PdfName, PdfStream } from "@libpdf/core";
import { escapeHtml } from "#domain/escape-html.ts";
import type { PdfMetadata } from "../deps.ts";
import { mendStructure } from "./mend-structure.ts";

/** The same PDF with its author, its program, XMP metadata and a mended structure, all appended to its bytes. */
export async function writeMetadata(bytes: Uint8Array, metadata: PdfMetadata): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes);
  addMetadata(pdf, metadata);
  return pdf.save({ incremental: true });
}

/** writeMetadata for a PDF that is to be saved with more. */
export function addMetadata(pdf: PDF, { author, program, identifier }: PdfMetadata): void {
  mendStructure(pdf);
  pdf.setMetadata({ author, creator: program });
  const packet = xmpPacket({
    title: pdf.getTitle() ?? "",
    author,
    program,
    identifier,
    language: pdf.getLanguage() ?? "",
    producer: pdf.getProducer() ?? "",
    madeAt: pdf.getCreationDate()?.toISOString() ?? "",
  });
  const entries = { Type: PdfName.of("Metadata"), Subtype: PdfName.of("XML") };
  const metadata = PdfStream.fromDict(entries, new TextEncoder().encode(packet));
  pdf.getCatalog().set("Metadata", pdf.register(metadata));
}

type XmpFacts = PdfMetadata & { title: string; language: string; producer: string; madeAt: string };

/** The metadata as XMP (ISO 16684-1), which archives and document systems read. */
function xmpPacket({ title, author, program, identifier, language, producer, madeAt }: XmpFacts): string {
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${xml(author)}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>${xml(language)}</rdf:li></rdf:Bag></dc:language>
<dc:identifier>${xml(identifier)}</dc:identifier>
<xmp:CreatorTool>${xml(program)}</xmp:CreatorTool>
<xmp:CreateDate>${madeAt}</xmp:CreateDate>
<xmp:ModifyDate>${madeAt}</xmp:ModifyDate>
<pdf:Producer>${xml(producer)}</pdf:Producer>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
}

/** XML 1.0 has no control characters except white space, not even escaped. */
function xml(text: string): string {
  return escapeHtml(text.replaceAll(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, ""));
}
