import type { Current } from "../deps.ts";
import type { Env } from "../env/read-env.ts";
import { hasOwnLogo } from "../settings/current-settings.ts";

/** What a page says of the company, to its script and to whoever draws it. */
export function toldBrand(current: Current, { isDeclarationTicked }: Env): object {
  const { productName, companyName, companySite, version } = current;
  // Its oldest name, such as Europe/Kiev for Europe/Kyiv, which older browsers know too.
  const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: current.timeZone }).resolvedOptions();
  const logoAddress = hasOwnLogo(current) ? `/brand/logo?v=${version}` : null;
  return { productName, companyName, companySite, logoAddress, timeZone, isDeclarationTicked };
}
