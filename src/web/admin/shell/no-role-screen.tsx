import { BRAND } from "#web/lib/brand.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { PATHS } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";

/** For an admin whose role was removed while the company's side was open. */
export function NoRoleScreen() {
  usePageTitle("No access");
  return (
    <div role="alert" className="mx-auto w-full max-w-lg px-4 py-16 sm:py-24">
      <h1 className="text-balance font-semibold font-text text-3xl">You no longer have access</h1>
      <p className="mt-3 text-pretty text-ink-soft text-lg">
        An owner of {BRAND.companyName} has taken your role away. What you saved before is kept.
      </p>
      <a href={PATHS.home} className={buttonClass({}, "mt-8")}>
        Client portal
      </a>
    </div>
  );
}
