// Loaded into the server under measurement (node --import): keeps what was last printed in PRINT_FILE, so that a bare
// browser can print the same.
import { writeFileSync } from "node:fs";
import { CdpPage } from "puppeteer-core/internal/cdp/Page.js";

const { setContent, pdf } = CdpPage.prototype;
const contents = new WeakMap();
CdpPage.prototype.setContent = function keep(html, ...rest) {
  contents.set(this, html);
  return setContent.call(this, html, ...rest);
};
CdpPage.prototype.pdf = function keepAndPrint(options) {
  writeFileSync(process.env.PRINT_FILE, JSON.stringify({ html: contents.get(this), options }));
  return pdf.call(this, options);
};
