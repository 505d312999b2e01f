import { addRetainer, listRetainers } from "#contract/admin/retainers.ts";
import type { NewRetainer } from "#domain/retainers/retainer.ts";
import { call } from "#web/lib/call.ts";
import { companyToday } from "#web/lib/company-time.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Screen } from "#web/ui/page-body.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { RETAINERS, retainerPath } from "../ui/paths.ts";
import { ForEditors } from "../ui/record-screen.tsx";
import { RequestedOrganization } from "../ui/requested-organization.tsx";
import { RetainerForm, type TypedRetainer } from "./retainer-form.tsx";

/** /admin/retainers/new */
export function NewRetainerPage() {
  const navigate = useNavigate();
  const cached = useCached();

  async function save(body: NewRetainer) {
    const { retainerId, name } = await call(addRetainer, { body });
    showToast({ title: "Retainer added", text: name });
    void cached.refetch(listRetainers);
    await navigate(retainerPath(retainerId), { replace: true });
  }

  return (
    <Screen
      title="New retainer"
      eyebrow={<TextLink to={RETAINERS}>Retainers</TextLink>}
      intro="Each period prepares one invoice with these lines, on its first day."
    >
      <ForEditors message="Editors and owners add retainers. You may read them.">
        <RequestedOrganization>
          {(organization) => (
            <RetainerForm
              key={organization?.id}
              values={{ ...emptyRetainer(), organizationId: organization?.id ?? "" }}
              organization={organization}
              action="Add retainer"
              onCancel={() => void navigate(RETAINERS)}
              onSave={save}
            />
          )}
        </RequestedOrganization>
      </ForEditors>
    </Screen>
  );
}

function emptyRetainer(): TypedRetainer {
  return {
    organizationId: "",
    name: "",
    lines: [{ description: "", quantity: "1", unit: "", rate: "", discountPercent: "0", hasGst: true }],
    period: "MONTH",
    startsOn: companyToday(),
    endsOn: "",
    hasWork: false,
    work: { name: "", description: "" },
    issuesItself: false,
  };
}
