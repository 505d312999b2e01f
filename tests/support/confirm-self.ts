import type { Locator, Page } from "playwright-core";

/** Confirms by password that it is them, unless the session's last confirmation still holds. Resolves once `done` is shown. */
export async function confirmSelf(page: Page, done: Locator, password = "counterpart-demo"): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.or(done).first().waitFor();
  if (await dialog.isVisible()) {
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await dialog.getByRole("button", { name: "Confirm" }).click();
  }
  await done.first().waitFor();
}
