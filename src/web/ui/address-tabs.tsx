import { Tabs } from "@base-ui/react/tabs";
import { type ReactNode, useEffect } from "react";
import { TAB_PARAMETER, TabContext } from "#web/lib/routing/address.ts";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";

type Tab = { name: string; panel: ReactNode };

/** Tabs whose state is in the address. The first one opens by default and for an unknown name. */
export function AddressTabs({ label, tabs }: { label: string; tabs: readonly [Tab, ...Tab[]] }) {
  const [parameters, setParameters] = useSearchParams();
  const [first, ...others] = tabs;
  const names = [first.name, ...others.map((tab) => tab.name)] as const;
  const parameter = parameters.get(TAB_PARAMETER);

  const isUnknown = tabNamed(parameter, names) === undefined;
  useEffect(() => {
    if (isUnknown)
      setParameters({ [TAB_PARAMETER]: first.name }, { replace: true, preventScrollReset: true });
  }, [isUnknown, first.name, setParameters]);

  return (
    <Tabs.Root
      value={openTab(parameter, names)}
      // Only the tab stays in the address. The filters of another tab's table are dropped.
      onValueChange={(name) => setParameters({ [TAB_PARAMETER]: String(name) }, { preventScrollReset: true })}
    >
      <div className="mb-6 border-line border-b print:hidden">
        {/* Words begin where the heading does. What does not fit fades out at the right, where the last tab stops before. */}
        <Tabs.List
          aria-label={label}
          className="-mx-4 flex scroll-pr-8 gap-2 overflow-x-auto pr-8 pl-2 [mask-image:linear-gradient(to_left,transparent,#000_2rem)]"
        >
          {tabs.map((tab) => (
            <Tabs.Tab
              key={tab.name}
              value={tab.name}
              // Not the package's indicator, which measures the tabs and so lays the page out before the frame of a press, and
              // no transition, whose frames would come before it.
              className="relative h-11 shrink-0 rounded-md px-2 font-medium text-ink-soft outline-offset-[-4px] select-none hover:text-ink data-active:text-ink data-active:after:absolute data-active:after:inset-x-2 data-active:after:bottom-0 data-active:after:border-brand data-active:after:border-b-2"
            >
              {tab.name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.name} value={tab.name} className="rounded-md outline-offset-4">
          <TabContext value={(one) => openTab(one, names)}>{tab.panel}</TabContext>
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

/** The tab that a query parameter names, in any spelling; undefined if it names none. */
export function tabNamed<Name extends string>(
  parameter: string | null,
  names: readonly [Name, ...Name[]],
): Name | undefined {
  if (parameter === null) return names[0];
  return names.find((name) => bare(name) === bare(parameter));
}

export function openTab<Name extends string>(
  parameter: string | null,
  names: readonly [Name, ...Name[]],
): Name {
  return tabNamed(parameter, names) ?? names[0];
}

/** "Work Orders", "work-orders" and "WORK_ORDERS" name the same tab. */
function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
