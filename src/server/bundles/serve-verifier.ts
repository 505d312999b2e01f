import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { escapeHtml } from "#domain/escape-html.ts";
import type { PortalKeys } from "#domain/evidence/verify-file.ts";
import type { Deps } from "../deps.ts";

export type VerifierPage = { html: string; contentPolicy: string };

const STYLE = `
:root{color-scheme:light dark;--paper:light-dark(#f7f4ee,#161512);--surface:light-dark(#fffdfa,#1e1c19);--line:light-dark(#8d8474,#837b6d);--ink:light-dark(#221f1a,#f2eee6);--soft:light-dark(#575047,#c0b8ab);--brand:light-dark(#0f6b5c,#5cc4ae);--good:light-dark(#1d5c34,#93d8a8);--good-fill:light-dark(#e2f0e4,#17301f);--unsure:light-dark(#6f4e00,#ecc97c);--unsure-fill:light-dark(#fbf0d5,#33280f);--bad:light-dark(#9a2a1a,#f5aa9c);--bad-fill:light-dark(#fae6e1,#3d1b16)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.55 "Figtree Variable",system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:44rem;margin:0 auto;padding:clamp(1.5rem,5vw,4rem) clamp(1rem,4vw,2rem)}
.company{margin:0;color:var(--soft)}
h1{margin:.25rem 0 .75rem;font-size:clamp(1.6rem,5vw,2.25rem);line-height:1.2}
h2{margin:0 0 .5rem;font-size:1.3rem;line-height:1.3}
p{margin:0 0 .75rem}
a{color:var(--brand)}
.drop{display:block;margin:1.5rem 0 1rem;padding:2rem 1rem;border:2px dashed var(--line);border-radius:.75rem;background:var(--surface);text-align:center}
.drop strong{display:block;margin-bottom:.25rem;font-size:1.1rem}
.drop input{display:block;width:fit-content;max-width:100%;margin:1rem auto 0;font:inherit}
.drop input::file-selector-button{min-height:2.75rem;padding:0 1rem;border:1px solid var(--line);border-radius:.5rem;background:var(--paper);color:var(--ink);font:inherit;cursor:pointer}
summary{min-height:2.75rem;padding:.6rem 0;cursor:pointer}
details label{display:block;margin-bottom:.35rem;color:var(--soft)}
details input{width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--surface);color:var(--ink);font:inherit}
:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
#result{margin:1.25rem 0;padding:1.25rem;border:1px solid var(--line);border-radius:.75rem;background:var(--surface);overflow-wrap:anywhere}
#result[data-state=intact]{border-color:var(--good);background:var(--good-fill)}
#result[data-state=intact] h2{color:var(--good)}
#result[data-state=unknown-signer],#result[data-state=unread]{border-color:var(--unsure);background:var(--unsure-fill)}
#result[data-state=unknown-signer] h2,#result[data-state=unread] h2{color:var(--unsure)}
#result[data-state=not-intact]{border-color:var(--bad);background:var(--bad-fill)}
#result[data-state=not-intact] h2{color:var(--bad)}
#result :last-child{margin-bottom:0}
dl{display:grid;gap:.25rem 1rem;margin:1rem 0 0}
dt{margin-top:.4rem;color:var(--soft)}
dd{margin:0;white-space:pre-line}
@media(min-width:36rem){dl{grid-template-columns:8rem 1fr}dt{margin-top:0}}
footer{margin-top:2rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--soft);font-size:.95rem}
`;

/** The page that verifies bundles and sealed PDFs, in one file. Its policy, also of a saved copy, forbids connections. */
function verifierPage(script: string, companyName: string, known: PortalKeys): VerifierPage {
  // Neither may end its element. "<" appears in texts of the script only.
  const code = script.replaceAll("</", "<\\/");
  const contentPolicy = [
    "default-src 'none'",
    "connect-src 'none'",
    `script-src ${hashOf(code)}`,
    `style-src ${hashOf(STYLE)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join(";");
  const json = JSON.stringify(known).replaceAll("<", "\\u003c");
  const company = escapeHtml(companyName);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>Verify a document · ${company}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="company" dir="auto">${company}</p>
<h1>Verify a document</h1>
<p>Find out who accepted or signed a document, and whether anything in it was changed since. The file stays on your computer: this page has no way to send it.</p>
<noscript><p><strong>This page needs JavaScript to verify a file.</strong></p></noscript>
<div class="drop"><strong>Drop the PDF or its evidence bundle here</strong> or choose it:
<input id="file" type="file" accept=".pdf,.zip,application/pdf,application/zip" aria-label="PDF or evidence bundle (zip)"></div>
<details><summary>Compare with a line from the PDF or an email</summary>
<label for="line">The line that begins with “evidence:”, before you choose the file</label>
<input id="line" autocomplete="off" spellcheck="false"></details>
<section id="result" aria-live="polite" aria-label="Result" hidden></section>
<footer>
<p><a href="" download="verify-evidence.html">Save this page</a>. It works without the portal and without a network.</p>
<p>It knows the keys of ${company} as of the moment when you open or save it here. If someone else sent you a copy of this page, compare the key that it shows with the line “evidence:…” of an email that came from the company itself.</p>
</footer>
</main>
<script type="application/json" id="keys">${json}</script>
<script>${code}</script>
</body>
</html>
`;
  return { html, contentPolicy };
}

function hashOf(text: string): string {
  return `'sha256-${hash("sha256", text, "base64")}'`;
}

/** Serves /verify to everybody. Without the built browser part the page has no script. */
export function serveVerifier(
  app: FastifyInstance,
  { settings, evidence, seal }: Pick<Deps, "settings" | "evidence" | "seal">,
  webFolder: string | null,
): void {
  const script = webFolder === null ? "" : readFileSync(join(webFolder, "verify.js"), "utf8");
  app.get("/verify", { schema: { hide: true } }, async (_request, reply) => {
    const { html, contentPolicy } = verifierPage(script, settings.now().companyName, {
      keys: evidence.publicKeys,
      sealKeys: seal.publicKeys(),
    });
    return reply
      .headers({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": `${contentPolicy};frame-ancestors 'none'`,
        "cache-control": "no-cache",
      })
      .send(html);
  });
}
