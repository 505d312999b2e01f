import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { TestBrowser } from "./browser.ts";
import { expectNoAxeViolations } from "./expect-accessible.ts";
import { BRIEF_RUN, type Portal } from "./portal.ts";

const COMMAND_LINE = fileURLToPath(new URL("../../dist/server/cli.js", import.meta.url));

/**
 * Verifies a bundle like those who get it: on /verify, in a saved copy of that page without a network, and by the
 * command. Each says that it is intact and by whom it is signed, and notices one changed byte.
 */
export async function expectVerified(browser: TestBrowser, portal: Portal, bundle: string): Promise<void> {
  const changed = join(portal.dataDir, "changed.zip");
  writeFileSync(changed, flipped(readFileSync(bundle)));
  const page = await browser.openPage("/verify");
  const saved = join(portal.dataDir, "verify-evidence.html");
  const [copy] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Save this page" }).click(),
  ]);
  await copy.saveAs(saved);

  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.context().setOffline(true);
  for (const address of [null, pathToFileURL(saved).href]) {
    if (address) await page.goto(address);
    await drop(page, bundle);
    await page.getByRole("heading", { name: "Intact, signed by Ember & Oak Digital" }).waitFor();
    await page.getByText("Online store and wholesale portal (P-1042)").waitFor();
    await page.getByText("Maya Lindqvist, writer@demo.test").waitFor();
    await expectNoAxeViolations(page);
    await page.getByLabel("PDF or evidence bundle (zip)").setInputFiles(changed);
    await page.getByRole("heading", { name: "Not intact: the content was changed" }).waitFor();
    await expectNoAxeViolations(page);
  }
  expect(asked.filter((url) => !url.startsWith("file:"))).toEqual([]);
  await page.close();

  expect(await verifyByCommand(portal, bundle)).toMatchObject({
    code: 0,
    message: expect.stringMatching(/^Intact, signed by Ember & Oak Digital\./),
  });
  expect(await verifyByCommand(portal, changed)).toMatchObject({
    code: 1,
    message: expect.stringContaining("Not intact: the content was changed."),
  });
}

/** The bytes with one bit of the PDF, which is most of a bundle, turned over. */
function flipped(bytes: Buffer): Buffer {
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

/** Drops a file on the page, as a hand does. */
async function drop(page: Page, path: string): Promise<void> {
  const bytes = readFileSync(path).toString("base64");
  await page.evaluate((base64) => {
    const content = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], "evidence.zip"));
    document.querySelector(".drop")?.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
  }, bytes);
}

function verifyByCommand(portal: Portal, path: string): Promise<{ code: number; message: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: "production", DATA_DIR: portal.dataDir };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...BRIEF_RUN, COMMAND_LINE, "verify", path],
      { env },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, message: `${stdout}${stderr}` });
      },
    );
  });
}
