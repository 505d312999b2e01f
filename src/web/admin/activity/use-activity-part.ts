import { ACTOR_NAMES } from "#domain/activity/activity.ts";
import { KIND_NAMES } from "#domain/activity/describe-action.ts";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import type { ActivityPart } from "../ui/timeline.tsx";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

type Filter = "kind" | "by" | "from" | "to" | "organization";

/** The part of the activity that the address names, and how to change it. */
export function useActivityPart() {
  const [parameters, setParameters] = useSearchParams();
  const named = (name: Filter) => parameters.get(name) ?? "";
  const kind = KIND_NAMES.find((one) => one === named("kind"));
  const by = ACTOR_NAMES.find((one) => one === named("by"));
  const [from, to] = [named("from"), named("to")].map((day) => (DAY.test(day) ? day : undefined));
  const organizationId = named("organization") || undefined;
  const part: ActivityPart = {
    ...(kind && { kind }),
    ...(by && { by }),
    ...(from && { from }),
    ...(to && { to }),
    ...(organizationId && { organizationId }),
  };
  function choose(name: Filter, value: string): void {
    setParameters(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === "") next.delete(name);
        else next.set(name, value);
        next.delete("page");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return { part, choose };
}
