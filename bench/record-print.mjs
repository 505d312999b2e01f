// Loaded into the server under measurement (node --import): keeps what was first printed in PRINT_FILE, so that a bare
// browser can print the same.
import { writeFileSync } from "node:fs";
import { CdpCDPSession } from "puppeteer-core/internal/cdp/CdpSession.js";
import { CdpPage } from "puppeteer-core/internal/cdp/Page.js";

const { setContent } = CdpPage.prototype;
const { send } = CdpCDPSession.prototype;
let printed = "";
CdpPage.prototype.setContent = function keep(html, ...rest) {
  printed = html || printed;
  return setContent.call(this, html, ...rest);
};
let isKept = false;
CdpCDPSession.prototype.send = function keepAndSend(method, options, ...rest) {
  // The first one is of the warm-up: a file to write for each would be part of the measurement.
  if (method === "Page.printToPDF" && !isKept) {
    isKept = true;
    writeFileSync(process.env.PRINT_FILE, JSON.stringify({ html: printed, options }));
  }
  return send.call(this, method, options, ...rest);
};
