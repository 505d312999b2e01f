const LINES = [
  { name: "Brand and content workshop", price: "$2,400.00", isTicked: true },
  { name: "Website design and build", price: "$18,600.00", isTicked: true },
  { name: "Online ordering", price: "$4,950.00", isTicked: false },
];

/** A drawing of a proposal as an example. Screen readers skip it. */
export function SampleSheet() {
  return (
    <div aria-hidden="true" className="hidden select-none lg:block">
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
              <span className={line.isTicked ? "money" : "money text-ink-faint"}>{line.price}</span>
            </div>
          ))}
        </div>
        <div className="mt-5 flex items-end justify-between">
          <div>
            <div className="text-ink-faint text-sm">Total including GST</div>
            <div className="font-semibold font-text text-2xl">$23,100.00</div>
          </div>
          <span className="rounded-md bg-brand px-5 py-2 font-medium text-on-brand">Accept</span>
        </div>
      </div>
    </div>
  );
}
