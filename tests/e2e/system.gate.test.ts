import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { makeBackupKey } from "#server/backup/encrypt-backup.ts";
import { answerInstead } from "#tests/support/answer-instead.ts";
import { capturePicture } from "#tests/support/capture-picture.ts";
import { confirmSelf } from "#tests/support/confirm-self.ts";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const folder = await mkdtemp(join(tmpdir(), "counterpart-backups-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const { browser } = await startJourneys({
  variables: {
    BACKUP_FOLDER: folder,
    BACKUP_KEY: await makeBackupKey(),
    // No mail server answers there.
    MAIL_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "portal@ember.test",
  },
});

const HARBOUR = "harbour-coffee";
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** What a section says on a portal that has just started: its state, what to do, and a figure of it. */
const SECTIONS = [
  ["Emails", /Doesn't work/, /They wait for up to a week/, /^No: nothing answers at this address/],
  ["Readiness", /In order/, /Nothing to do/, /^Database/],
  [
    "Background work",
    /In order|Needs attention/,
    /tried again for a week|Work waits|Some work failed/,
    /^Waiting/,
  ],
  ["Disk", /In order|Needs attention/, /./, /\d+ .B of \d+ .B/],
  [
    "Backups",
    /In order|Needs attention/,
    /first backup is made|BACKUP_KEY is stored in a second place/,
    /^Folder/,
  ],
  ["Evidence", /In order/, /Each night|each night/, null],
  ["Certificates", /In order/, /its certificate is renewed there/, /\d+ years$/],
  ["Limits", /In order/, /No request was refused/, /^Sign-ins and codes/],
  ["Version", /In order/, /Nothing to do/, /^\d+\.\d+\.\d+$/],
] as const;

test("RUN-3 an owner without a shell reads of each part how it works and what to do, has the evidence compared, and makes a backup", async () => {
  const page = await browser.openPage("/admin/system", { as: "staff@demo.test" });
  for (const [name, state, advice, figure] of SECTIONS) {
    const part = section(page, name);
    await part.getByText(state).first().waitFor();
    await part.getByText(advice).first().waitFor();
    if (figure) await part.getByText(figure).first().waitFor();
  }
  // What doesn't work comes first.
  expect(await page.getByRole("heading", { level: 2 }).first().innerText()).toBe("Emails");
  await expectNoAxeViolationsAtAnyWidth(page);

  await page.getByRole("button", { name: "Verify now" }).click();
  await section(page, "Evidence")
    .getByText(/^\d+ events in \d+ chains/)
    .waitFor();

  const backups = section(page, "Backups");
  const backUp = backups.getByRole("button", { name: "Back up now" });
  // The first one begins by itself.
  await backUp.click({ timeout: 600_000 });
  await backups.getByText("A backup is being made and restored").waitFor();
  await expect.poll(() => backUp.isEnabled(), { timeout: 600_000 }).toBe(true);
  await backups.getByText("In order").waitFor();
  await backups.getByText(/^counterpart-.+\.backup\.age$/).waitFor();
  const facts = await backups.getByRole("definition").allInnerTexts();
  expect(facts.join(" ")).not.toMatch(/Failed|Not yet|Under way/);
  await capturePicture(page, "system", true);
  expect(readdirSync(folder).filter((name) => name.endsWith(".backup.age")).length).toBeGreaterThan(0);
});

test("RUN-3 editors and viewers find no way to the system page, and read there whom to ask", async () => {
  for (const as of ["editor@demo.test", "viewer@demo.test"]) {
    const page = await browser.openPage("/admin/system", { as });
    await page.getByText("Only owners see how the portal works").waitFor();
    expect(await page.getByRole("region", { name: "Backups" }).count()).toBe(0);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("link", { name: "Templates" }).waitFor();
    expect(await page.getByRole("link", { name: "System" }).count()).toBe(0);
  }
});

type Exported = Record<string, Record<string, unknown>[]> & { export: Record<string, unknown> };

/** Presses the button and reads the file. */
async function downloadData(page: Page): Promise<{ data: Exported; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download data" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^personal-data-\d{4}-\d{2}-\d{2}\.json$/);
  const text = readFileSync(await download.path(), "utf8");
  return { data: JSON.parse(text) as Exported, text };
}

test("RUN-3 a client downloads what the portal stores of them, an owner the same of another person, and a viewer finds no way to it", async () => {
  const own = await browser.openPage("/user", { as: "writer@demo.test", width: 360 });
  await own.getByText("Everything the portal stores about you").waitFor();
  const { data, text } = await downloadData(own);
  expect(data.export).toMatchObject({ company: "Ember & Oak Digital" });
  expect(data.profile).toEqual([expect.objectContaining({ email: "writer@demo.test", first_name: "Maya" })]);
  // What a person looks for: whom they belong to, what they decided and signed, and where they are signed in.
  expect(data.memberships).toContainEqual(expect.objectContaining({ organization_id: HARBOUR }));
  for (const name of ["decisions", "signatures", "notifications", "sessions"])
    expect(data[name]?.length, name).toBeGreaterThan(0);
  expect(text).not.toMatch(/counterpart-demo|reader@demo\.test/);

  const owner = await browser.openPage("/admin/people/all", { as: "staff@demo.test" });
  await owner.getByRole("table").getByRole("link", { name: "Maya Lindqvist" }).click();
  await owner.getByText("Everything the portal stores about them").waitFor();
  const ofOwner = await downloadData(owner);
  for (const name of ["profile", "memberships", "decisions", "signatures"])
    expect(ofOwner.data[name], name).toEqual(data[name]);
  await owner.getByRole("region", { name: "Activity" }).getByText("downloaded a person's data").waitFor();

  const { pathname } = new URL(owner.url());
  const viewer = await browser.openPage(pathname, { as: "viewer@demo.test" });
  await viewer.getByRole("heading", { level: 1, name: "Maya Lindqvist" }).waitFor();
  expect(await viewer.getByRole("button", { name: "Download data" }).count()).toBe(0);
  expect(await viewer.getByRole("region", { name: "Personal data" }).count()).toBe(0);
});

test("RUN-3 an owner reads what the erasure of a person removes and what stays, erases them, and goes on in the list", async () => {
  const page = await browser.openPage("/admin/people/all", { as: "staff@demo.test" });
  await page.getByRole("table").getByRole("link", { name: "Tom Okafor" }).click();
  await page.getByRole("button", { name: "Erase person" }).click();
  const dialog = page.getByRole("dialog", { name: "Erase Tom Okafor?" });
  for (const title of ["Erased", "Stays as evidence, without their name", "Not reached"])
    await dialog.getByRole("heading", { name: title }).waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  const erase = dialog.getByRole("button", { name: "Erase person" });
  expect(await erase.isDisabled()).toBe(true);
  await dialog.getByRole("checkbox").check();
  const missing: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() === 404) missing.push(answer.url());
  });
  // The live event of the erasure comes before its answer.
  const refetched = page.waitForResponse(/\/api\/activity\/admin/);
  await answerInstead(page, "**/erase", async (route) => {
    const answer = await route.fetch();
    if (answer.ok()) await refetched;
    return route.fulfill({ response: answer });
  });
  await erase.click();
  await confirmSelf(page, page.getByRole("heading", { level: 1, name: "All people" }));
  await page.getByText("Person erased").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  await page.getByRole("searchbox", { name: /Search/ }).fill("reader@demo.test");
  await page.getByText("No items").waitFor();
  expect(missing).toEqual([]);
});
