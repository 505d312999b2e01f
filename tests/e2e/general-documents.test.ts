import { expect, test } from "vitest";
import { answerOnce } from "#tests/support/answer-instead.ts";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { mailedCodeIn, readMailTo } from "#tests/support/mailed-code.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys({ variables: { SIGNING_CODE: "1" } });

const LOST = { allowConsole: [/net::ERR_FAILED/, /API Request Failed/] };

test("COMPANY-8 FIELD-8 an editor publishes an agreement and its next version, compares both, and asks who signed the first", async () => {
  const page = await browser.openPage("/admin/general-documents/new", { as: "editor@demo.test", ...LOST });
  const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
  const publish = async (version: number) => {
    await page.getByRole("button", { name: "Publish" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await page.getByText(`Version ${version} published`).waitFor();
  };
  await page.getByRole("textbox", { name: "Title" }).fill("Photo release");
  expect(await page.getByRole("textbox", { name: "Address" }).inputValue()).toBe("photo-release");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("Please write the text").waitFor();
  await page.getByRole("textbox", { name: "Text" }).fill("We may show three photos.");
  await answerOnce(page, "**/api/general-document/admin", (route) => route.abort());
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByRole("alert").getByText("What you typed is still here").waitFor();
  await page.getByRole("button", { name: "Save draft" }).click();
  await heading("Photo release");
  await publish(1);

  const client = await browser.openPage("/general-document/photo-release", { as: "writer@demo.test" });
  await client.getByRole("checkbox").check();
  await client.getByRole("button", { name: "Accept" }).click();
  await client.getByRole("heading", { level: 1, name: "Thanks for signing" }).waitFor();

  await page.getByRole("link", { name: "Write the next version" }).click();
  await page.getByText("This begins with the text of version 1.").waitFor();
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("We may show seven photos.");
  await text.evaluate((one) => {
    one.insertAdjacentHTML("beforeend", "<ul><li>صور المقهى</li><li>صور الفريق</li></ul>");
    one.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByRole("link", { name: "Compare with version 1" }).click();
  await heading("Version 1 to draft");
  await page.locator("del", { hasText: /^three$/ }).waitFor();
  await page.locator("ins", { hasText: /^seven$/ }).waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.goBack();
  await publish(2);

  const row = page.getByRole("row").filter({ hasText: "writer@demo.test" });
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Ask to sign again" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  await page.getByText("1 person asked").waitFor();
  await row.getByText(/^Requested/).waitFor();
  expect(await row.getByRole("checkbox").count(), "no signer is asked twice").toBe(0);
  await expectNoAxeViolationsAtAnyWidth(page);

  await client.goto(`${portal.url}/general-document/photo-release`);
  await client.getByText("You signed version 1", { exact: true }).waitFor();
  await client.getByText("We may show seven photos.").waitFor();
  await client.locator('ul[dir="rtl"] > li[lang="ar"]').first().waitFor();
  await client.getByRole("button", { name: "Accept" }).waitFor();
});

test("SIGN-6 SIGN-8 TRUST-3 where a code is asked for, nothing is signed without it, and nothing is typed twice", async () => {
  const page = await browser.openPage("/general-document/general-terms", { width: 360, height: 780 });
  const email = "grace.code@example.test";
  const accept = page.getByRole("button", { name: "Accept" });
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("checkbox", { name: "I confirm" }).check();
  await accept.click();
  const code = page.getByLabel("Code");
  await code.waitFor();
  await page.getByText(`We sent a code to ${email}`).waitFor();
  await expect.poll(() => code.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await accept.isDisabled()).toBe(true);
  await expectNoAxeViolationsAtAnyWidth(page);
  const mailed = await mailedCodeIn(portal.dataDir, email);
  await code.fill(mailed === "000000" ? "111111" : "000000");
  await accept.click();
  await page.getByRole("alert").getByText("This code is wrong or has expired").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await code.fill(mailed);
  await accept.click();
  await page.getByRole("heading", { level: 1, name: "Thanks for signing" }).waitFor();

  // The company downloads the evidence of the signature, which anyone can verify.
  const company = await browser.openPage("/admin/general-documents/of/general-terms", {
    as: "staff@demo.test",
  });
  // Both are there once the signed copy is made.
  const evidence = company.getByRole("link", { name: "Evidence of Grace Hopper" });
  const isThere = async () => {
    await company.reload();
    await company.getByText(email).waitFor();
    return evidence.count();
  };
  await expect.poll(isThere, { interval: 300 }).toBe(1);
  await evidence.click();
  const take = company.getByRole("button", { name: "Download evidence" });
  await take.waitFor();
  await expectNoAxeViolationsAtAnyWidth(company);
  const [bundle] = await Promise.all([company.waitForEvent("download"), take.click()]);
  const verifier = await browser.openPage("/verify");
  await verifier.getByLabel("PDF or evidence bundle (zip)").setInputFiles(await bundle.path());
  await verifier.getByRole("heading", { name: "Intact, signed by Ember & Oak Digital" }).waitFor();
  await verifier.getByText(`Grace Hopper, ${email}`).waitFor();

  // The same person signs the same text again, now with an ABN. The next code is mailed after the copy.
  await readMailTo(portal.dataDir, email, /signed copy/);
  await page.goto(`${portal.url}/general-document/general-terms`);
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("ABN, ACN").fill("51 824 753 556");
  await page.getByRole("checkbox", { name: "I confirm" }).check();
  await accept.click();
  await code.fill(await mailedCodeIn(portal.dataDir, email));
  await accept.click();
  await page.getByRole("heading", { level: 1, name: "You already signed this" }).waitFor();
  await page.getByText("and nothing was added").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
});
