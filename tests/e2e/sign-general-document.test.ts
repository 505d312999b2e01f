import type { Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { GeneralDocument } from "#domain/agreements/general-document.ts";
import { answerOnce } from "#tests/support/answer-instead.ts";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { mailedLinkIn } from "#tests/support/mailed-code.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys({
  statements: [
    { text: "update user_profiles set active_organization_id = null where email = 'writer@demo.test'" },
    { text: "update user_profiles set first_name = '' where email = 'pending@demo.test'" },
  ],
});

const TERMS = "/general-document/general-terms";
const NEW_CLIENT = "/general-document/new-client-acknowledgement";
const DOCUMENT_CALL = "**/api/general-document/public/*";
const OFFLINE = /net::ERR_INTERNET_DISCONNECTED|API Request Failed/;

const accept = (page: Page) => page.getByRole("button", { name: "Accept" });
const tick = (page: Page) => page.getByRole("checkbox", { name: "I confirm" });
const thanks = (page: Page) => page.getByRole("heading", { level: 1, name: "Thanks for signing" });

async function fillVisitor(page: Page, email: string): Promise<void> {
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  await page.getByLabel("Email").fill(email);
}

describe("reading", () => {
  test("SIGN-1 a loader first; what is not there is an error page with a way back to the company", async () => {
    const page = await browser.openPage("about:blank");
    const held = await pauseRequests(page, DOCUMENT_CALL);
    await page.goto(portal.url + TERMS);
    await page.getByRole("status").getByText("Loading…").waitFor();
    await held.release();
    await page.getByRole("heading", { level: 1, name: "Sign General Terms and Conditions" }).waitFor();

    await page.goto(`${portal.url}/general-document/no-such-document`);
    await page.getByRole("heading", { level: 1, name: "An unexpected error has occurred" }).waitFor();
    await page.getByText("We were unable to fetch the requested document", { exact: true }).waitFor();
    const back = page.getByRole("link", { name: "Return to Ember & Oak Digital" });
    expect(await back.getAttribute("href")).toBe("https://emberandoak.example");
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await expectNoAxeViolationsAtAnyWidth(page);
  });

  test("SIGN-1 what fails for a moment, or has no id, can be tried again", async () => {
    const page = await browser.openPage("about:blank", { allowConsole: [/status of 503|API Request/] });
    // The route that was added last answers first.
    await answerOnce(page, DOCUMENT_CALL, (route) => route.fulfill({ json: { data: {} } }));
    await answerOnce(page, DOCUMENT_CALL, (route) => route.fulfill({ status: 503, json: {} }));
    const answered = () => page.waitForResponse(DOCUMENT_CALL);
    await Promise.all([answered(), page.goto(portal.url + TERMS)]);
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await Promise.all([answered(), page.getByRole("button", { name: "Try again" }).click()]);
    await page.getByRole("heading", { level: 1, name: "An unexpected error has occurred" }).waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign General Terms and Conditions" }).waitFor();
  });

  test("SIGN-2 CARE-3 'Sign' and the name, a rule, the text, and when it was last updated", async () => {
    const page = await browser.openPage(TERMS);
    const sheet = page.getByRole("article", { name: "Sign General Terms and Conditions" });
    await sheet.getByRole("heading", { level: 3, name: "1. Quotes and acceptance" }).waitFor();
    await sheet.getByRole("separator").waitFor();
    const updated = await sheet.getByText("Last updated").innerText();
    expect(updated).toMatch(/^Last updated \d{1,2} \w{3,4} \d{4}, \d{1,2}:\d\d [ap]m AE[DS]T$/);
  });
});

describe("a visitor", () => {
  test("SIGN-4 SIGN-5 SIGN-6 FIELD-8 errors once touched; Accept waits for right fields and the tick", async () => {
    const page = await browser.openPage(NEW_CLIENT);
    const asked = ["First name", "Last name", "Email", "Organization name"];
    await accept(page).waitFor();
    await expectNoAxeViolationsAtAnyWidth(page);
    expect(await page.getByText(/^Please enter/).count()).toBe(0);
    for (const label of asked) await page.getByLabel(label).focus();
    await page.getByLabel("ABN, ACN").fill("51 824 753 557");
    await tick(page).check();
    for (const message of [
      "Please enter your first name",
      "Please enter your last name",
      "Please enter your email",
      "Please enter your organization name",
    ]) {
      await page.getByText(message, { exact: true }).waitFor();
    }
    await page.getByText("This isn't a valid ABN").waitFor();
    await expectNoAxeViolationsAtAnyWidth(page);

    await fillVisitor(page, "grace");
    await page.getByText("Please enter a valid email", { exact: true }).waitFor();
    await page.getByLabel("Email").fill("grace.new@example.test");
    await page.getByRole("checkbox", { name: "on behalf of my Organization" }).waitFor();
    await page.getByLabel("Organization name").fill("Blue Wren Bakery");
    await page.getByRole("checkbox", { name: "on behalf of Blue Wren Bakery" }).waitFor();
    expect(await accept(page).isDisabled()).toBe(true);
    await page.getByLabel("ABN, ACN").fill("INC 1234567");
    await expect.poll(() => accept(page).isEnabled()).toBe(true);
    await tick(page).uncheck();
    await expect.poll(() => accept(page).isDisabled()).toBe(true);
    await tick(page).check();
    // Letters that the signed copy cannot show are named before anything is signed.
    await page.getByLabel("Organization name").fill("ᏣᎳᎩ Bakery");
    await accept(page).click();
    const boxes = "empty boxes for these letters in the organization's name: Ꮳ Ꮃ Ꭹ.";
    await page.getByRole("alert").filter({ hasText: boxes }).waitFor();
    await accept(page).click();
    await page.getByRole("heading", { level: 1, name: "Thanks for signing Grace Hopper" }).waitFor();
  });

  test("SIGN-4 SIGN-6 SIGN-8 signs with the keyboard alone, and is thanked at once", async () => {
    const page = await browser.openPage(TERMS, { width: 360, height: 780 });
    await accept(page).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.getByRole("link", { name: "Sign in" }).evaluate(isFocused)).toBe(true);
    for (const text of ["Grace", "Hopper", "", "grace.keys@example.test", "", ""]) {
      await page.keyboard.press("Tab");
      await page.keyboard.type(text);
    }
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    expect(await accept(page).evaluate(isFocused)).toBe(true);
    await page.keyboard.press("Enter");
    await thanks(page).waitFor();
    expect(await thanks(page).evaluate(isFocused)).toBe(true);
    await page
      .getByText("You will receive a copy of the signed document via email shortly", { exact: true })
      .waitFor();
    await page.getByText("grace.keys@example.test").waitFor();
    // Everyone sees the same text, because the page must not reveal to a visitor who has signed.
    await page.getByText("If you had signed this text before, your first signature stays valid").waitFor();
    await expectNoAxeViolationsAtAnyWidth(page);
  });

  test("SIGN-2 SIGN-6 a text that changed since it was read is not signed: the screen says so and preserves the input", async () => {
    const page = await browser.openPage("about:blank");
    await answerOnce(page, DOCUMENT_CALL, readAsItWasBefore);
    await page.goto(portal.url + TERMS);
    await page.getByText("An older sentence.").waitFor();
    await fillVisitor(page, "grace.changed@example.test");
    await tick(page).check();
    await accept(page).click();
    const alert = page.getByRole("alert");
    await alert.getByText("The text has changed", { exact: true }).waitFor();
    await page.getByText("after you opened this page").waitFor();
    expect(await page.getByText("An older sentence.").count()).toBe(0);
    expect(await tick(page).isChecked()).toBe(false);
    expect(await accept(page).isDisabled()).toBe(true);
    expect(await page.getByLabel("Email").inputValue()).toBe("grace.changed@example.test");
    await expectNoAxeViolationsAtAnyWidth(page);

    await alert.getByRole("button", { name: "Read the new text" }).click();
    await tick(page).check();
    await accept(page).click();
    await thanks(page).waitFor();
  });

  test("SIGN-6 a lost connection loses nothing that was typed", async () => {
    const page = await browser.openPage(TERMS, { allowConsole: [OFFLINE] });
    await fillVisitor(page, "grace.offline@example.test");
    await tick(page).check();
    await page.context().setOffline(true);
    await accept(page).click();
    await page.getByRole("alert").getByText("What you typed is still here").waitFor();
    await page.getByText("You're offline").waitFor();
    await expectNoAxeViolationsAtAnyWidth(page);
    await page.context().setOffline(false);
    await accept(page).click();
    await thanks(page).waitFor();
  });

  test("SIGN-3 SIGN-7 who has an account signs in and comes back to their own form", async () => {
    const page = await browser.openPage(TERMS);
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await page.getByLabel("Email").fill("reader@demo.test");
    await page.getByLabel("Password", { exact: true }).fill("counterpart-demo");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(portal.url + TERMS);
    await page.getByText("You sign as").waitFor();
    await page.getByText("so you can't sign for it: the signature is your own").waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
    // The form never offers a declaration of authority that it denies the person.
    const declaration = page.getByRole("checkbox", {
      name: "I confirm that I accept this for myself and not on",
    });
    expect(await page.getByText(/the authority to accept|my Organization/).count()).toBe(0);
    await declaration.check();
    await accept(page).click();
    await thanks(page).waitFor();
    await page.goto(portal.url + TERMS);
    await page.getByText(/^.+ \(reader@demo\.test\) has already signed this document\.$/).waitFor();
  });
});

describe("a visitor's email address", () => {
  test("SIGN-8 is confirmed by one press behind the link in the mail, not by opening it", async () => {
    const page = await browser.openPage(TERMS);
    const email = "grace.confirms@example.test";
    await fillVisitor(page, email);
    await tick(page).check();
    await accept(page).click();
    await thanks(page).waitFor();
    const link = await mailedLinkIn(portal.dataDir, email);
    await page.goto(link);
    const button = page.getByRole("button", { name: "Confirm" });
    await button.waitFor();
    await expectNoAxeViolationsAtAnyWidth(page);
    await button.focus();
    await page.keyboard.press("Enter");
    const confirmed = page.getByRole("heading", { level: 1, name: "Thank you, your address is confirmed" });
    await confirmed.waitFor();
    await page.getByText(email).waitFor();
    expect(await confirmed.evaluate(isFocused)).toBe(true);
    await expectNoAxeViolationsAtAnyWidth(page);

    await page.goto(`${portal.url}/confirm-signature#no-such-token-but-as-long-as-one`);
    await button.click();
    await page.getByRole("alert").getByText("This link doesn't work, or has expired").waitFor();
    await expectNoAxeViolationsAtAnyWidth(page);
    await page.goto(`${portal.url}/confirm-signature`);
    await page.getByText("This address isn't complete").waitFor();
  });
});

describe("a signed-in person", () => {
  test("SIGN-3 SIGN-6 SIGN-7 SIGN-8 with none active says for which organization, and finds the copy in its list", async () => {
    const page = await browser.openPage(TERMS, { as: "writer@demo.test" });
    const organization = page.getByLabel("Organization", { exact: true });
    await organization.waitFor();
    expect(await organization.getByRole("option").allInnerTexts()).toEqual([
      "Select...",
      "Harbour Coffee Roasters",
      "Saltbush Tours",
    ]);
    await page
      .getByText(
        "Maya Lindqvist (writer@demo.test) has already signed this document on behalf of Harbour Coffee Roasters.",
      )
      .waitFor();
    await page.getByText("To sign for Saltbush Tours too, choose it above.").waitFor();
    await expectNoAxeViolationsAtAnyWidth(page);
    await organization.selectOption("Saltbush Tours");
    await page.getByRole("checkbox", { name: "on behalf of Saltbush Tours" }).waitFor();
    await expectNoAxeViolationsAtAnyWidth(page);

    await page.goto(portal.url + NEW_CLIENT);
    await tick(page).check();
    expect(await accept(page).isDisabled()).toBe(true);
    await organization.selectOption("Harbour Coffee Roasters");
    const sending = Promise.withResolvers<void>();
    const hold = (route: Route) => sending.promise.then(() => route.continue());
    await answerOnce(page, "**/api/signed-general-document/user", hold);
    await accept(page).click();
    await expect.poll(() => accept(page).getAttribute("aria-busy")).toBe("true");
    expect(await accept(page).isDisabled(), "while it is being sent").toBe(true);
    sending.resolve();
    await page.getByRole("heading", { level: 1, name: "Thanks for signing Maya Lindqvist" }).waitFor();
    await page.reload();
    await page.getByText("has already signed this document on behalf of Harbour Coffee Roasters.").waitFor();
    expect(await organization.inputValue()).not.toBe("");
    expect(await accept(page).count()).toBe(0);

    await page.goto(`${portal.url}/user`);
    await page.getByLabel("Active Organization").selectOption("Harbour Coffee Roasters");
    await page.getByRole("button", { name: "Update" }).click();
    await page.getByText("Profile updated").waitFor();
    await page.goto(`${portal.url}/documents/type/LEGAL_DOCUMENT`);
    const listed = page.getByRole("row", { name: "New client acknowledgement Maya Lindqvist" });
    await listed.waitFor();
    await page.goto(portal.url + NEW_CLIENT);
    await page.getByText("has already signed this document").waitFor();
    expect(await organization.count(), "one is active now").toBe(0);
  });

  test("SIGN-3 SIGN-5 is asked for a name that the profile lacks, once", async () => {
    const page = await browser.openPage("/general-document/privacy-acknowledgement", {
      as: "pending@demo.test",
      width: 360,
      height: 780,
    });
    const firstName = page.getByLabel("First name");
    await firstName.focus();
    await page.getByLabel("Last name").focus();
    await page.getByText("Please enter your first name", { exact: true }).waitFor();
    expect(await page.getByLabel("Email").count()).toBe(0);
    await expectNoAxeViolationsAtAnyWidth(page);
    await firstName.fill("Priya");
    await page.getByText("on behalf of Saltbush Tours, and").waitFor();
    await tick(page).check();
    await accept(page).click();
    await page.getByRole("heading", { level: 1, name: "Thanks for signing Priya" }).waitFor();
    await page.goto(portal.url + TERMS);
    await page.getByText("You sign as").waitFor();
    expect(await page.getByLabel("First name").count()).toBe(0);
  });

  test("SIGN-6 API-6 whose answer is cut off accepts once more, and is thanked for the one signature", async () => {
    const page = await browser.openPage("/general-document/privacy-acknowledgement", {
      as: "reader@demo.test",
      allowConsole: [/net::ERR_FAILED|API Request Failed/],
    });
    const keys: (string | undefined)[] = [];
    await page.route("**/api/signed-general-document/user", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length > 1) return route.continue();
      expect((await route.fetch()).status()).toBe(200);
      return route.abort();
    });
    await tick(page).check();
    await accept(page).click();
    await page.getByRole("alert").getByText("What you typed is still here").waitFor();
    await accept(page).click();
    await thanks(page).waitFor();
    expect(keys).toEqual([keys[0], keys[0]]);
    await page.goto(`${portal.url}/general-document/privacy-acknowledgement`);
    await page.getByText(/^.+ \(reader@demo\.test\) has already signed this document\.$/).waitFor();
  });

  test("SIGN-4 without a profile uses the visitor's form, and is not asked to sign in", async () => {
    const page = await browser.openPage(TERMS, { as: "stranger@demo.test" });
    await page.getByLabel("First name").waitFor();
    expect(await page.getByRole("link", { name: "Sign in" }).count()).toBe(0);
  });
});

function isFocused(element: Element): boolean {
  return element === document.activeElement;
}

/** The document before its text changed, as a page that is already open shows it. */
async function readAsItWasBefore(route: Route): Promise<void> {
  const response = await route.fetch();
  const { data } = (await response.json()) as { data: GeneralDocument };
  const before = { ...data, richText: "<p>An older sentence.</p>", contentHash: "0".repeat(64) };
  await route.fulfill({ response, json: { data: before } });
}
