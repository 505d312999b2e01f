import { FileText, ListChecks, Stamp } from "lucide-react";
import { Exact } from "#blocks/exact.tsx";
import { BRAND } from "#web/lib/brand.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { PATHS } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { ProductLogo } from "#web/ui/product-logo.tsx";
import { ExternalLink } from "#web/ui/text-link.tsx";

const OFFERS = [
  {
    icon: FileText,
    title: "Read with ease",
    text: "Proposals and scopes of work beautifully laid out, on a phone or at a desk.",
  },
  {
    icon: ListChecks,
    title: "Choose what you want",
    text: "Tick the optional work you need. The total, discount and GST follow as you go.",
  },
  {
    icon: Stamp,
    title: "Accept and keep it",
    text: "One click accepts on behalf of your organization. The PDF is yours straight away.",
  },
];

/** The first screen for visitors: whose portal this is, its purpose, and the way in. */
export function LandingPage() {
  usePageTitle(undefined);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-6xl flex-col px-4 sm:px-6">
      <header className="flex h-16 items-center justify-between sm:h-20">
        <ProductLogo />
        <ButtonLink to={PATHS.login}>Sign in</ButtonLink>
      </header>
      <main className="flex flex-1 flex-col justify-center py-10 sm:py-16">
        <div className="grid items-center gap-12 lg:grid-cols-[1.1fr_0.9fr] lg:gap-16">
          <div>
            <p className="font-medium text-brand">
              The client portal of <Exact>{BRAND.companyName}</Exact>
            </p>
            <h1 className="mt-3 text-balance font-semibold font-text text-4xl tracking-[-0.02em] sm:text-[3.25rem] sm:leading-[1.1]">
              Every agreement we make, in one place.
            </h1>
            <p className="mt-5 max-w-[52ch] text-pretty text-ink-soft text-lg">
              Read what we propose, decide what you want done, and track the work and invoices that follow.
            </p>
            <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
              <ButtonLink to={PATHS.login} tone="primary" size="lg">
                Sign in to your portal
              </ButtonLink>
              <ExternalLink href={BRAND.companySite}>
                About <Exact>{BRAND.companyName}</Exact>
              </ExternalLink>
            </div>
          </div>
          <SampleSheet />
        </div>
        <ul className="mt-16 grid gap-8 border-line border-t pt-10 sm:grid-cols-3 lg:mt-20">
          {OFFERS.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <Icon aria-hidden="true" strokeWidth={1.5} className="size-6 text-brand" />
              <h2 className="mt-3 font-semibold">{title}</h2>
              <p className="mt-1 text-pretty text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </main>
      <footer className="border-line border-t py-6 text-ink-faint text-sm">
        No account yet? Your contact at <Exact>{BRAND.companyName}</Exact> will invite you.
      </footer>
    </div>
  );
}

const LINES = [
  { name: "Brand and content workshop", price: "$2,400.00", isTicked: true },
  { name: "Website design and build", price: "$18,600.00", isTicked: true },
  { name: "Online ordering", price: "$4,950.00", isTicked: false },
];

/** A drawing of a proposal as an example. Screen readers skip it. */
function SampleSheet() {
  return (
    <div aria-hidden="true" className="select-none">
      <div className="-rotate-1 rounded-lg border border-line bg-raised p-8 shadow-float">
        <div className="flex items-center justify-between text-ink-faint text-sm">
          <span>Proposal</span>
          <span className="rounded-full bg-orange-fill px-2.5 py-0.5 font-semibold text-orange-ink text-xs tracking-[0.03em]">
            PENDING
          </span>
        </div>
        <p className="mt-3 font-semibold font-text text-2xl">A new home for your shop</p>
        <div className="mt-4 space-y-2">
          <div className="h-2 w-full rounded-full bg-ink/8" />
          <div className="h-2 w-11/12 rounded-full bg-ink/8" />
          <div className="h-2 w-2/3 rounded-full bg-ink/8" />
        </div>
        <div className="mt-6 divide-y divide-line border-line border-y">
          {LINES.map((line) => (
            <div key={line.name} className="flex items-center gap-3 py-3 text-sm">
              <span
                className={
                  line.isTicked
                    ? "flex size-4 items-center justify-center rounded-[4px] bg-brand text-on-brand"
                    : "size-4 rounded-[4px] border border-line-strong"
                }
              >
                {line.isTicked ? (
                  <svg viewBox="0 0 12 12" fill="none" aria-hidden="true" className="size-3">
                    <path
                      d="m2.5 6.2 2.3 2.3 4.7-5"
                      stroke="currentColor"
                      strokeWidth="1.75"
                      strokeLinecap="round"
                    />
                  </svg>
                ) : null}
              </span>
              <span className={line.isTicked ? "flex-1" : "flex-1 text-ink-faint"}>{line.name}</span>
              <Exact className={line.isTicked ? "money" : "money text-ink-faint"}>{line.price}</Exact>
            </div>
          ))}
        </div>
        <div className="mt-5 flex items-end justify-between">
          <div>
            <div className="text-ink-faint text-sm">Total including GST</div>
            <div className="font-semibold font-text text-2xl" translate="no">
              $23,100.00
            </div>
          </div>
          <span className="rounded-md bg-brand px-5 py-2 font-medium text-on-brand">Accept</span>
        </div>
      </div>
    </div>
  );
}
