import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { inviteAdmin } from "#contract/admin/people.ts";
import { STEP_UP } from "#contract/call.ts";
import { listSessions } from "#contract/security.ts";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { confirmSelf } from "#tests/support/confirm-self.ts";
import { copyDatabase } from "#tests/support/copied-database.ts";
import { prompt } from "#tests/support/ended-session.ts";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import { mailedLinkIn } from "#tests/support/mailed-code.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { createPersonClient } from "#tests/support/person-client.ts";
import { BRIEF_RUN, type Portal, startPortal } from "#tests/support/portal.ts";
import { runCompany } from "#tests/support/run-company.ts";
import { startInVain } from "#tests/support/run-program.ts";
import { isLong } from "#tests/support/suite-cases.ts";

const run = promisify(execFile);
const COMMAND_LINE = fileURLToPath(new URL("../../dist/server/cli.js", import.meta.url));
const PASSWORD = "a-long-password-of-mine";
const OWNER = "olive@harbour.test";
const EDITOR = "edda@harbour.test";

let portal: Portal;
let browser: TestBrowser;
beforeAll(async () => {
  portal = await startPortal({ DEMO: "0", COMPANY_NAME: "Harbour & Sons" });
  browser = await startBrowser(portal.url);
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

/** The last link that the portal has printed. */
function printedLink(): string {
  const links = portal.output().match(/http\S+\/invitation#[\w-]{43}/g);
  return links?.at(-1) ?? "";
}

/** What `counterpart` prints. */
async function counterpart(args: string[], variables: Record<string, string>): Promise<string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: "production", ...variables };
  return (await run(process.execPath, [...BRIEF_RUN, COMMAND_LINE, ...args], { env })).stdout;
}

const invite = (email: string, variables: Record<string, string>) =>
  counterpart(["invite-owner", email], variables);

const pathOf = (link: string) => link.slice(portal.url.length);
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

async function joinAs(page: Page, firstName: string, lastName: string): Promise<void> {
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Choose a password").fill(PASSWORD);
  await page.getByRole("button", { name: "Accept the invitation" }).click();
}

test("RUN-2 the first line of the log names the version", () => {
  expect(portal.output().split("\n")[0]).toMatch(
    /^\{"level":30,"time":\d+,"version":"\d+\.\d+\.\d+","node":"[\d.]+","msg":"The portal starts"\}$/,
  );
});

test("COMPANY-1 FIELD-10 an empty portal: the printed link makes the owner, who invites an editor, who joins by mail with one name and is removed", async () => {
  await expect.poll(() => portal.output()).toContain(" is ready: ");
  expect(existsSync(join(portal.dataDir, "commands.sock"))).toBe(true);
  await expect.poll(printedLink).not.toBe("");
  const visitor = await browser.openPage("/admin");
  await visitor.waitForURL(({ pathname }) => pathname === "/login");

  const owner = await browser.openPage(pathOf(printedLink()));
  await heading(owner, "Join Harbour & Sons");
  await expectNoAxeViolations(owner);
  await owner.getByLabel("Email").fill(OWNER);
  await joinAs(owner, "Olive", "Park");
  await owner.waitForURL(`${portal.url}/admin`);
  await owner.getByRole("link", { name: "People", exact: true }).click();
  await heading(owner, "People");
  await owner.getByRole("cell", { name: OWNER, exact: true }).waitFor();

  const late = await browser.openPage(pathOf(printedLink()));
  await heading(late, "This invitation has been used");

  await owner.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = owner.getByRole("dialog", { name: "Invite a person" });
  await dialog.getByLabel("Email").fill(EDITOR);
  await dialog.getByLabel("Editor").check();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  const invited = owner.getByRole("region", { name: "Invited, not joined yet" });
  await confirmSelf(owner, invited.getByText(EDITOR, { exact: true }), PASSWORD);
  await expectNoAxeViolations(owner);

  const editor = await browser.openPage(pathOf(await mailedLinkIn(portal.dataDir, EDITOR)));
  await editor.getByText("Olive Park has invited you to work").waitFor();
  await joinAs(editor, "Edda", "");
  await editor.waitForURL(`${portal.url}/admin`);
  await editor.getByRole("link", { name: "People", exact: true }).click();
  await heading(editor, "People");
  expect(await editor.getByRole("button", { name: "Invite", exact: true }).count()).toBe(0);

  await owner.getByRole("cell", { name: "Edda", exact: true }).waitFor();
  await invited.waitFor({ state: "detached" });
  await owner.getByRole("button", { name: "Remove Edda" }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await owner.getByRole("cell", { name: "Edda", exact: true }).waitFor({ state: "detached" });
  // Their open page learns of it by itself.
  await prompt(editor).waitFor();

  await owner.getByRole("button", { name: "Remove Olive Park" }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await owner.getByRole("alert").getByText("This is the last owner.").waitFor();
  await owner.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
});

test("COMPANY-1 the command asks the running portal for an owner's link, which a signed-in person accepts", async () => {
  const link = /http\S+/.exec(await invite(EDITOR, { DATA_DIR: portal.dataDir }))?.[0] ?? "";

  const editor = await browser.openPage(pathOf(link));
  await editor.getByText(`${EDITOR} has an account here already.`).waitFor();
  await editor.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await editor.getByRole("button", { name: "Sign in and accept" }).click();
  await editor.waitForURL(`${portal.url}/admin`);
  await editor.getByRole("link", { name: "People", exact: true }).click();
  await editor.getByRole("button", { name: "Invite", exact: true }).waitFor();

  // An operator signs a person out everywhere.
  const owner = createPersonClient(portal.url, OWNER, PASSWORD);
  await owner.request(listSessions, {});
  const signOut = (email: string) => counterpart(["sign-out", email], { DATA_DIR: portal.dataDir });
  expect(await signOut(OWNER)).toContain(`${OWNER} is signed out everywhere.`);
  await expect(owner.request(listSessions, {})).rejects.toThrow("answered 401");
  expect(await signOut("unknown@harbour.test")).toContain("No person signs in with unknown@harbour.test.");

  // Another person's invitation, opened in the same browser.
  const again = createPersonClient(portal.url, OWNER, PASSWORD);
  await again.request(inviteAdmin, {
    body: { email: "viewer@harbour.test", adminRole: "viewer" },
    headers: { [STEP_UP]: PASSWORD },
  });
  await editor.goto(await mailedLinkIn(portal.dataDir, "viewer@harbour.test"));
  await editor.getByText("This invitation was sent to viewer@harbour.test").waitFor();
  await expectNoAxeViolations(editor);
  await editor.getByRole("button", { name: "Sign out" }).click();
  await editor.getByLabel("Choose a password").waitFor();
});

test("a second process on the data directory is refused, and the first goes on serving", async () => {
  const { code, errors, output } = await startInVain({ DATA_DIR: portal.dataDir });
  expect(code).toBe(1);
  expect(errors).toMatch(
    /^Another process \(\d+\) already uses the data directory .+set DATA_DIR to another folder/,
  );
  expect(errors.trim().split("\n")).toHaveLength(1);
  expect(output).not.toContain("is ready");
  expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
});

test("COMPANY-1 an owner sets the company's name, colour and numbers; killed and started again all is there, and the session goes on", async () => {
  const page = await browser.openPage("/admin/settings", {
    as: OWNER,
    password: PASSWORD,
    allowConsole: [/net::ERR_/],
  });
  await heading(page, "Settings");
  await page.getByLabel("ABN").fill("51 824 753 557");
  await page.getByLabel("Company name").fill("Harbour Works");
  await page.getByText("This isn't a valid ABN").waitFor();
  await page.getByLabel("ABN").fill("51 824 753 556");
  await page.getByLabel("Accent on light", { exact: true }).fill("#7a1f5c");
  const numbers = page.getByRole("group", { name: /Invoices/ });
  await numbers.getByLabel("Next number").fill("120");
  await numbers.getByText("next: INV-0120").waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Settings saved").waitFor();
  // Typing back to the text of before is a change as soon as the other one is saved.
  const saving = await pauseRequests(page, "**/api/settings/admin/update");
  await page.getByLabel("Company name").fill("Harbour Workshop");
  await page.getByRole("button", { name: "Save" }).click();
  await saving.answered();
  await page.getByLabel("Company name").fill("Harbour Works");
  expect(await page.getByText("Not saved yet").count()).toBe(1);
  await saving.release();
  await page.locator("button:enabled", { hasText: "Save" }).click();
  await page.getByText("Not saved yet").waitFor({ state: "detached" });
  await page.goto("about:blank");
  await portal.end("SIGKILL");
  await portal.startAgain();
  await page.goto(`${portal.url}/admin/settings`);
  await expect.poll(() => page.getByLabel("Company name").inputValue()).toBe("Harbour Works");
  expect(await page.getByLabel("ABN").inputValue()).toBe("51824753556");
  const html = await (await fetch(`${portal.url}/login`)).text();
  expect(html).toContain("--accent-light:#7a1f5c");

  const visitor = await browser.openPage("/login", { allowConsole: [/net::ERR_/] });
  await visitor.getByText("the client portal of Harbour Works").waitFor();
  expect(await portal.end()).toBe(0);
  expect(existsSync(join(portal.dataDir, "commands.sock"))).toBe(false);
});

// `keyboard-only.gate.test.ts` shows in every run what an owner does from here, `every-call.test.ts` that this database
// does it.
if (isLong) {
  test("COMPANY-1 COMPANY-3 COMPANY-5 COMPANY-6 COMPANY-7 COMPANY-9 TRUST-1 from an empty embedded database to the paid invoice, and the running portal verifies its evidence", async () => {
    await portal.startAgain();
    await runCompany(browser, portal, await browser.openPage("/admin", { as: OWNER, password: PASSWORD }));
    expect(await counterpart(["verify"], { DATA_DIR: portal.dataDir })).toMatch(
      /^Intact: \d+ events? in \d+ chains? and 1 file/,
    );
  });

  test("COMPANY-1 COMPANY-3 COMPANY-5 COMPANY-6 COMPANY-7 COMPANY-9 on an empty PostgreSQL server, from the command to the paid invoice", async () => {
    const empty = await copyDatabase(inject("demoData").adminUrl, "template0");
    const dataDir = await mkdtemp(join(tmpdir(), "counterpart-first-owner-"));
    onTestFinished(async () => {
      await empty.drop();
      await rm(dataDir, { recursive: true, force: true });
    });
    const database = { DATABASE_URL: empty.url, DATA_DIR: dataDir };
    const printed = new URL(/http\S+/.exec(await invite(OWNER, database))?.[0] ?? "");
    const served = await startPortal({ ...database, DEMO: "0", COMPANY_NAME: "Harbour & Sons" });
    onTestFinished(() => served.remove());
    const its = await startBrowser(served.url);
    onTestFinished(() => its.close());
    const owner = await its.openPage(printed.pathname + printed.hash);
    await joinAs(owner, "Olive", "Park");
    await owner.waitForURL(`${served.url}/admin`);
    await runCompany(its, served, owner);
    expect(await invite(OWNER, database)).toContain("already");
  });
}
