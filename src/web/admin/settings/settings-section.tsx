import { type ReactNode, useId } from "react";
import { Card } from "#web/ui/card.tsx";

type SettingsSectionProps = { title: string; text: string; children: ReactNode };

/** One group of settings: its name beside its fields. */
export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  const titleId = useId();
  return (
    <Card
      aria-labelledby={titleId}
      className="grid gap-5 p-5 sm:p-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10"
    >
      <div>
        <h2 id={titleId} className="font-semibold text-lg">
          {title}
        </h2>
        <p className="mt-1 text-pretty text-ink-soft text-sm">{text}</p>
      </div>
      <div className="min-w-0 max-w-2xl space-y-4">{children}</div>
    </Card>
  );
}
