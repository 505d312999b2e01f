import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { answerInstead, answerOnce } from "#tests/support/answer-instead.ts";
import { confirmSelf } from "#tests/support/confirm-self.ts";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { longJourney } from "#tests/support/long-journey.ts";
import { mailedLinkIn } from "#tests/support/mailed-code.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys();

const OWNER = "staff@demo.test";
const LOST = { allowConsole: [/net::ERR_FAILED/, /API Request Failed/] };
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const dialogOf = (page: Page) => page.getByRole("dialog");
const tab = (page: Page, name: string) => page.getByRole("tab", { name }).click();
const toast = (page: Page, title: string) => page.getByRole("status").getByText(title).waitFor();

test("COMPANY-3 an owner adds an organization, invites its first person, makes it active, and keeps notes and links", async () => {
  const page = await browser.openPage("/admin/organizations", { as: OWNER, ...LOST });
  await rowOf(page, "Harbour Coffee Roasters").getByText("ACTIVE").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);

  await page.getByRole("button", { name: "Add organization" }).click();
  await dialogOf(page).getByRole("button", { name: "Add" }).click();
  await dialogOf(page).getByText("Please enter a name").waitFor();
  await dialogOf(page).getByRole("textbox", { name: "Name" }).fill("harbour  coffee roasters");
  await dialogOf(page).getByRole("button", { name: "Add" }).click();
  await dialogOf(page).getByRole("alert").getByText("Another organization has this name already").waitFor();
  await dialogOf(page).getByRole("button", { name: "Open the other one" }).waitFor();
  await dialogOf(page).getByRole("textbox", { name: "Name" }).fill("Tidal Pools");
  // The network fails: everything typed stays, and the same press succeeds once it is back.
  await answerOnce(page, "**/api/organization/admin", (route) => route.abort());
  await dialogOf(page).getByRole("button", { name: "Add" }).click();
  await dialogOf(page).getByRole("alert").getByText("What you typed is still here").waitFor();
  await dialogOf(page).getByRole("button", { name: "Add" }).click();
  await heading(page, "Tidal Pools");
  await page.getByText("Not active yet").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);

  await tab(page, "People");
  await page.getByRole("button", { name: "Invite a person" }).click();
  await dialogOf(page).getByRole("textbox", { name: "First name" }).fill("Ana");
  await dialogOf(page).getByRole("textbox", { name: "Last name" }).fill("Silva");
  await dialogOf(page).getByRole("textbox", { name: "Email" }).fill("ana@tidal.test");
  await dialogOf(page)
    .getByRole("radio", { name: /^Can read and accept/ })
    .check();
  await dialogOf(page).getByRole("button", { name: "Send invitation" }).click();
  const invited = page.getByRole("region", { name: "Invited" });
  await confirmSelf(page, invited.getByText("ana@tidal.test"));
  await expectNoAxeViolationsAtAnyWidth(page);
  await invited.getByRole("button", { name: "Send again" }).click();
  await toast(page, "Invitation sent again");

  await tab(page, "Notes");
  const note = page.getByRole("textbox", { name: "New note" });
  await note.fill("Closed in winter.");
  // Another tab would lose it.
  await page.getByRole("tab", { name: "Links" }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  expect(await note.inputValue()).toBe("Closed in winter.");
  await page.evaluate(() => history.back());
  await page.getByRole("button", { name: "Keep editing" }).click();
  expect(new URL(page.url()).searchParams.get("tab")).toBe("Notes");
  // The same for what is typed while it is being saved: only that stays in the field.
  const savingNote = await pauseRequests(page, "**/notes");
  await page.getByRole("button", { name: "Add note" }).click();
  await note.fill("Closed in winter. Ask for Ana.");
  await tab(page, "Links");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await savingNote.release();
  await page.getByRole("listitem").getByText("Closed in winter.").waitFor();
  expect(await note.inputValue()).toBe("Ask for Ana.");
  // By keys alone, and without reading the list again.
  const reading = (route: Route) => (route.request().method() === "GET" ? route.abort() : route.fallback());
  const readAgain = await answerInstead(page, "**/notes", reading);
  const change = page.getByRole("button", { name: "Change the note of" });
  await change.press("Enter");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Closed in June.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("listitem").getByText("Closed in June.").waitFor();
  await page.locator("button:focus", { hasText: "Change the note of" }).waitFor();
  readAgain();
  // A second note is edited at the same time; the first preserves its input.
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByRole("listitem").getByText("Ask for Ana.").waitFor();
  await change.first().click();
  const texts = page.getByRole("textbox", { name: "Note", exact: true });
  await texts.fill("Ask for Ana Silva.");
  await change.click();
  await expect.poll(() => texts.count()).toBe(2);
  expect(await texts.first().inputValue()).toBe("Ask for Ana Silva.");
  await expectNoAxeViolationsAtAnyWidth(page);

  await tab(page, "Links");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Add link" }).click();
  await page.getByRole("textbox", { name: "Label" }).fill("Project board");
  await page.getByRole("textbox", { name: "Address" }).fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Save links" }).click();
  await page.getByText("Please enter a web address, such as").waitFor();
  await page.getByRole("textbox", { name: "Address" }).fill("boards.example/tidal");
  const savingLinks = await pauseRequests(page, "**/links");
  await page.getByRole("button", { name: "Save links" }).click();
  // Leaving during a save waits for the answer, and then leaves without a question.
  await page.evaluate(() => history.back());
  await dialogOf(page).getByText("You'll leave as soon as it's saved.").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await savingLinks.release();
  await page.getByRole("tabpanel", { name: "Notes" }).waitFor();
  await toast(page, "Links saved");
  await tab(page, "Links");
  expect(await page.getByRole("textbox", { name: "Address" }).inputValue()).toBe(
    "https://boards.example/tidal",
  );
  await expectNoAxeViolationsAtAnyWidth(page);
  const label = page.getByRole("textbox", { name: "Label" });
  await label.fill("Board");
  // Nothing is lost by leaving during a save that fails.
  const failing = Promise.withResolvers<void>();
  await answerOnce(page, "**/links", async (route) => {
    await failing.promise;
    await route.abort();
  });
  await page.getByRole("button", { name: "Save links" }).click();
  await tab(page, "Notes");
  failing.resolve();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.getByRole("alert").getByText("What you typed is still here").waitFor();
  expect(await label.inputValue()).toBe("Board");
  const savingAgain = await pauseRequests(page, "**/links");
  await page.getByRole("button", { name: "Save links" }).click();
  await savingAgain.answered();
  await label.fill("Board of work");
  await savingAgain.release();
  await page.locator("button:enabled", { hasText: "Save links" }).click();
  await expect.poll(() => page.getByRole("button", { name: "Save links" }).isDisabled()).toBe(true);
  expect(await label.inputValue()).toBe("Board of work");

  await page.getByRole("button", { name: "Make active" }).click();
  await dialogOf(page).getByText("It has no members yet, so no email is sent.").waitFor();
  await dialogOf(page).getByRole("button", { name: "Make active" }).click();
  await confirmSelf(page, page.getByRole("article").getByText("ACTIVE", { exact: true }));

  await page.getByRole("link", { name: "See as client" }).click();
  await page
    .getByText("You see the portal as the members of Tidal Pools do. Nothing can be changed.")
    .waitFor();
  await heading(page, "Tidal Pools");
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByRole("link", { name: "Back to the company’s side" }).click();
  await heading(page, "Tidal Pools");
});

test("COMPANY-3 an admin who sees a client's document as the client does cannot accept it", async () => {
  const page = await browser.openPage("/admin/documents/doc-1042", {
    as: "viewer@demo.test",
    allowConsole: [/Only they can change something here/],
  });
  await page.getByRole("link", { name: "See as client" }).click();
  await page.getByText("You see the portal as the members of Harbour Coffee Roasters do.").waitFor();
  await page.getByRole("button", { name: "Accept" }).first().click();
  await dialogOf(page)
    .getByRole("button", { name: /^Accept/ })
    .click();
  await page.getByText("Only they can change something here. Nothing was changed.").waitFor();
  // A reload stays, and an address of the portal that is not in the view is the admin's own again.
  await page.reload();
  await page.getByText("You see the portal as the members of Harbour Coffee Roasters do.").waitFor();
  await page.getByRole("button", { name: "Accept" }).first().waitFor();
});

test("COMPANY-3 DASH-1 a client's open page follows as an owner makes the organization active and deactivates it", async () => {
  const client = await browser.openPage("/dashboard", { as: "pending@demo.test" });
  await client.getByText("Your current organization is not active").waitFor();
  const page = await browser.openPage("/admin/organizations/saltbush-tours", { as: OWNER });
  await page.getByRole("button", { name: "Make active" }).click();
  await dialogOf(page)
    .getByText(/member.? gets? an email/)
    .waitFor();
  await dialogOf(page).getByRole("button", { name: "Make active" }).click();
  await confirmSelf(page, page.getByRole("article").getByText("ACTIVE", { exact: true }));
  await client.getByRole("banner").getByRole("link", { name: "Proposals" }).waitFor();
  await client.getByText("Saltbush Tours is active now.").waitFor();

  await page.getByRole("button", { name: "Deactivate" }).click();
  await dialogOf(page).getByRole("button", { name: "Deactivate" }).click();
  await dialogOf(page).getByText("Please enter a reason").waitFor();
  await dialogOf(page).getByRole("textbox", { name: "Reason" }).fill("They have sold the business");
  await dialogOf(page).getByRole("button", { name: "Deactivate" }).click();
  await confirmSelf(page, page.getByText("Deactivated by Noah Castellan"));
  await client.getByRole("heading", { name: "What you can still read" }).waitFor();
  await page.getByText("They have sold the business").first().waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
});

longJourney(
  "COMPANY-3 documents that wait for a decision are named before an organization is deactivated",
  async () => {
    const page = await browser.openPage("/admin/organizations/harbour-coffee", { as: OWNER, width: 360 });
    await page.getByRole("button", { name: "Deactivate" }).click();
    await dialogOf(page)
      .getByText(/\d+ documents? waits? for their decision/)
      .waitFor();
    expect(await dialogOf(page).getByRole("listitem").count()).toBeGreaterThan(0);
    await expectNoAxeViolationsAtAnyWidth(page);
    await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("article").getByText("ACTIVE", { exact: true }).first().waitFor();
  },
);

test("COMPANY-3 an editor announces news, which a client reads at once; only owners may change a right", async () => {
  const client = await browser.openPage("/notifications", { as: "reader@demo.test" });
  const page = await browser.openPage("/admin/announcements", { as: "editor@demo.test" });
  await heading(page, "Announcements");
  await page.getByRole("button", { name: "Announce", exact: true }).click();
  await dialogOf(page).getByRole("button", { name: "Send" }).click();
  await dialogOf(page).getByText("Please enter a title").waitFor();
  await dialogOf(page).getByRole("textbox", { name: "Title" }).fill("Closed on Monday");
  await dialogOf(page).getByRole("textbox", { name: "Text" }).fill("We are back on Tuesday.");
  await dialogOf(page).getByRole("button", { name: "Send" }).click();
  await dialogOf(page).getByRole("alert").getByText("Please choose at least one organization").waitFor();
  await dialogOf(page).getByRole("searchbox", { name: "Search organizations" }).fill("harbour");
  await dialogOf(page).getByRole("checkbox", { name: "Harbour Coffee Roasters" }).check();
  await expectNoAxeViolationsAtAnyWidth(page);
  await dialogOf(page).getByRole("button", { name: "Send" }).click();
  await rowOf(page, "Closed on Monday").getByText("Harbour Coffee Roasters").waitFor();
  await rowOf(page, "Closed on Monday")
    .getByText(/\d+ people/)
    .waitFor();
  await client.getByText("Closed on Monday: We are back on Tuesday.").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);

  await page.goto(`${portal.url}/admin/organizations/harbour-coffee?tab=People`);
  await rowOf(page, "Maya Lindqvist").waitFor();
  for (const name of [/^Change Maya/, "Deactivate"]) {
    expect(await page.getByRole("button", { name }).count(), String(name)).toBe(0);
  }
});

test("COMPANY-3 a viewer looks at everything and changes nothing, also on a phone; what cannot be read says so", async () => {
  const page = await browser.openPage("/admin/organizations", {
    as: "viewer@demo.test",
    width: 360,
    allowConsole: [/status of 500/],
  });
  await page.getByRole("link", { name: "Harbour Coffee Roasters" }).click();
  await heading(page, "Harbour Coffee Roasters");
  // The row of tabs begins with the heading, and a tab that is open is not in the part that fades out.
  const edgesOf = (element: Element) => element.getBoundingClientRect().toJSON() as DOMRect;
  const words = page.getByRole("tab", { name: "Overview" });
  const { left } = await page.getByRole("heading", { level: 1 }).evaluate(edgesOf);
  expect((await words.evaluate(edgesOf)).left + 8).toBe(left);
  const buttons = ["Change name", "Deactivate", "Announce", "Add note", "Add link", "Invite a person"];
  for (const name of ["People", "Notes", "Announcements", "Links", "Overview"]) {
    await tab(page, name);
    await page.getByRole("tabpanel", { name }).waitFor();
    const opened = page.getByRole("tab", { name, selected: true });
    await expect
      .poll(async () => Math.floor((await opened.evaluate(edgesOf)).right))
      .toBeLessThanOrEqual(360 - 32);
    for (const button of buttons) expect(await page.getByRole("button", { name: button }).count()).toBe(0);
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth, name).toBe(clientWidth);
  }
  await page.goto(`${portal.url}/admin/organizations/nowhere`);
  await heading(page, "There is no such organization");
  const list = "**/api/organization/admin/list?*";
  const stopAnswering = await answerInstead(page, list, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${portal.url}/admin/organizations`);
  await page.getByRole("alert").getByText("We were unable to fetch the organizations.").waitFor();
  stopAnswering();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("link", { name: "Fernwood Dental" }).waitFor();
});

test("COMPANY-3 CARE-5 a request made before the live stream opens appears on a page that was fetched without it", async () => {
  const page = await browser.openPage("about:blank", { as: OWNER });
  const opening = Promise.withResolvers<void>();
  await page.route("**/api/live", async (route) => {
    await opening.promise;
    await route.continue();
  });
  await page.goto(`${portal.url}/admin/requests`);
  await rowOf(page, "Harbour Coffee Roasters").first().waitFor();

  const client = await browser.openPage("/permissions", { as: "writer@demo.test" });
  await client.getByRole("button", { name: "Request New User" }).click();
  await dialogOf(client).getByRole("textbox", { name: "First name" }).fill("Nils");
  await dialogOf(client).getByRole("textbox", { name: "Last name" }).fill("Berg");
  await dialogOf(client).getByRole("textbox", { name: "Email" }).fill("nils@harbour.test");
  await dialogOf(client).getByRole("button", { name: "Add" }).click();
  await client.getByRole("row").filter({ hasText: "Nils Berg" }).waitFor();
  opening.resolve();
  await page.getByRole("link", { name: "Nils Berg" }).waitFor();
});

test("COMPANY-3 an owner answers a client's request and changes a member's right", async () => {
  const client = await browser.openPage("/permissions", { as: "writer@demo.test" });
  await client.getByRole("button", { name: "Request New User" }).click();
  await dialogOf(client).getByRole("textbox", { name: "First name" }).fill("Ida");
  await dialogOf(client).getByRole("textbox", { name: "Last name" }).fill("Moss");
  await dialogOf(client).getByRole("textbox", { name: "Email" }).fill("ida@harbour.test");
  await dialogOf(client).getByRole("button", { name: "Add" }).click();

  const page = await browser.openPage("/admin/requests", { as: OWNER });
  await page.getByRole("link", { name: "Ida Moss" }).click();
  await page.getByRole("button", { name: "Answer Ida Moss" }).click();
  await expectNoAxeViolationsAtAnyWidth(page);
  await dialogOf(page).getByRole("button", { name: "Grant and invite" }).click();
  const requests = page.getByRole("region", { name: "Requests" });
  await confirmSelf(
    page,
    requests.getByRole("listitem").filter({ hasText: "Ida Moss" }).getByText("INVITED"),
  );
  await requests.getByRole("button", { name: "Withdraw Ida Moss" }).click();
  await dialogOf(page).getByRole("button", { name: "Withdraw" }).click();
  await requests.getByRole("button", { name: "Withdraw Ida Moss" }).waitFor({ state: "detached" });
  await client.getByRole("row").filter({ hasText: "Ida Moss" }).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Change Maya Lindqvist" }).click();
  await dialogOf(page)
    .getByRole("radio", { name: /^Can read S/ })
    .check();
  await expectNoAxeViolationsAtAnyWidth(page);
  await dialogOf(page).getByRole("button", { name: "Change access" }).click();
  await rowOf(page, "Maya Lindqvist").getByText("Can read", { exact: true }).waitFor();
  await expect.poll(() => client.getByRole("button", { name: "Request New User" }).count()).toBe(0);
});

test("COMPANY-4 an owner corrects a person's name, has a new email confirmed by its owner, and removes the person for good", async () => {
  const page = await browser.openPage("/admin/people", { as: OWNER });
  await page.getByRole("link", { name: "All people" }).click();
  await heading(page, "All people");
  await expectNoAxeViolationsAtAnyWidth(page);
  // While the next screen is on its way, the pause after typing ends.
  await page.route("**/assets/person-page*.js", async (route) => {
    await page.waitForTimeout(1000);
    await route.continue();
  });
  await page.getByRole("searchbox", { name: /Search/ }).fill("reader@demo.test");
  await page.getByRole("table").getByRole("link", { name: "Tom Okafor" }).click();

  await page.getByRole("button", { name: "Correct name" }).click();
  await dialogOf(page).getByRole("textbox", { name: "First name" }).fill("");
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  await dialogOf(page).getByText("Please enter a first name").waitFor();
  await dialogOf(page).getByRole("textbox", { name: "First name" }).fill("Oliver");
  await dialogOf(page).getByRole("textbox", { name: "Last name" }).fill("Renamed");
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  await heading(page, "Oliver Renamed");

  await page.getByRole("button", { name: "Change email" }).click();
  await dialogOf(page).getByRole("textbox", { name: "New email" }).fill("oliver@harbour.test");
  await dialogOf(page).getByRole("button", { name: "Send link" }).click();
  await confirmSelf(page, page.getByText("oliver@harbour.test isn't confirmed yet"));
  await expectNoAxeViolationsAtAnyWidth(page);
  const visitor = await browser.openPage("about:blank");
  await visitor.goto(await mailedLinkIn(portal.dataDir, "oliver@harbour.test"));
  await heading(visitor, "Confirm your new email");
  await expectNoAxeViolationsAtAnyWidth(visitor);
  await visitor.getByRole("button", { name: "Confirm" }).click();
  await heading(visitor, "Your email is confirmed");
  await page.getByRole("region", { name: "Facts" }).getByText("oliver@harbour.test").waitFor();

  await page.getByRole("button", { name: "Remove for good" }).click();
  expect(await dialogOf(page).getByRole("button", { name: "Remove for good" }).isDisabled()).toBe(true);
  await dialogOf(page).getByRole("checkbox").check();
  await expectNoAxeViolationsAtAnyWidth(page);
  await dialogOf(page).getByRole("button", { name: "Remove for good" }).click();
  await heading(page, "All people");
  await page.getByRole("searchbox", { name: /Search/ }).fill("oliver@harbour.test");
  await page.getByText("No items").waitFor();
});
