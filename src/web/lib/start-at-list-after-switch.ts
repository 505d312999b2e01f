import { useEffect, useRef } from "react";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { PATHS } from "#web/paths.ts";
import { useActingOrganization } from "./acting-organization.ts";

/** Leads to an unfiltered list after a switch of organization. A record's screen names its list once it is known. */
export function useStartAtListAfterSwitch(list: string | undefined): void {
  const acting = useActingOrganization();
  const navigate = useNavigate();
  const known = useRef<string>(PATHS.dashboard);
  const shown = useRef(acting);
  useEffect(() => {
    if (list !== undefined) known.current = list;
  }, [list]);
  useEffect(() => {
    const before = shown.current;
    shown.current = acting;
    if (before === undefined || acting === undefined || before === acting) return;
    void navigate(known.current, { replace: true });
  }, [acting, navigate]);
}
