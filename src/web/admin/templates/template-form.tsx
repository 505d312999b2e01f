import { zodResolver } from "@hookform/resolvers/zod";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useFieldArray, useForm, useWatch } from "react-hook-form";
import { changeTemplate, getTemplate, listTemplates } from "#contract/admin/templates.ts";
import { tokenOf } from "#domain/page/variables.ts";
import { MOST_VARIABLES, variableNameFor } from "#domain/templates/own-variable.ts";
import { detailsOfTemplate, type Template, TemplateDetails } from "#domain/templates/template.ts";
import { changedVersion, sayChanged } from "#web/admin/ui/say-changed.ts";
import { call, explainFormFailure } from "#web/lib/call.ts";
import { fieldOf } from "#web/lib/field-of.ts";
import { useCached } from "#web/lib/use-call.ts";
import { beginSave } from "#web/ui/begin-save.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Field, TextArea } from "#web/ui/field.tsx";
import { KeepUnsaved } from "#web/ui/keep-unsaved.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { useNewest } from "#web/ui/use-newest.ts";

/** The form of a template's name, its description and its own variables. */
export function TemplateForm({ template }: { template: Template }) {
  const cached = useCached();
  const [recordVersion, setRecordVersion] = useState(template.recordVersion);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<TemplateDetails>({
    mode: "onTouched",
    resolver: zodResolver(TemplateDetails),
    defaultValues: detailsOfTemplate(template),
  });
  const { register, handleSubmit, control, formState, getValues, setValue } = form;
  const { errors, isSubmitting } = formState;
  const variables = useFieldArray({ control, name: "variables" });
  const typed = useWatch({ control, name: "variables" });
  const newest = detailsOfTemplate(template);
  useNewest(form, newest, () => setRecordVersion(template.recordVersion));

  /** A new variable gets its name from its label, and keeps it: texts name it. */
  function nameVariable(at: number) {
    const { label, name } = getValues(`variables.${at}`);
    if (name !== "" || label.trim() === "") return;
    const taken = getValues("variables").map((one) => one.name);
    setValue(`variables.${at}.name`, variableNameFor(label, taken), { shouldDirty: true });
  }

  const submit = handleSubmit(async (details) => {
    setFailure(null);
    const takeSaved = beginSave(form);
    try {
      const params = { id: template.templateId };
      const changed = await call(changeTemplate, { params, body: { ...details, recordVersion } });
      await cached.replace(getTemplate, { params }, (now) => now && { ...now, ...changed });
      setRecordVersion(changed.recordVersion);
      takeSaved(detailsOfTemplate(changed));
      showToast({ title: "Template saved", text: changed.name });
      await Promise.all([cached.refetch(getTemplate), cached.refetch(listTemplates)]);
    } catch (error) {
      setFailure(explainFormFailure(error));
      const current = changedVersion(error);
      if (current === null) return;
      setRecordVersion(current);
      setFailure(sayChanged("this template"));
    }
  });

  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => {
        for (const at of variables.fields.keys()) nameVariable(at);
        void submit(event);
      }}
    >
      <KeepUnsaved form={form} />
      {failure ? (
        <Notice tone="error" title="The template was not saved">
          {failure}
        </Notice>
      ) : null}
      <Field label="Name" autoComplete="off" {...fieldOf(register, errors, "name")} />
      <TextArea
        label="What it is for"
        hint="Shown to those who choose a template."
        rows={2}
        {...fieldOf(register, errors, "description")}
      />
      <fieldset className="min-w-0">
        <legend className="mb-1 font-medium text-sm">Own variables</legend>
        <p className="mb-3 text-ink-soft text-sm">
          Whoever makes a document of the template is asked for them. Names, numbers and dates of the portal
          need no variable of their own.
        </p>
        <ul className="space-y-3">
          {variables.fields.map((field, at) => (
            <li key={field.id} className="flex items-start gap-2">
              <div className="grid min-w-0 flex-1 gap-3 rounded-lg border border-line p-3 sm:grid-cols-2">
                <Field
                  label="What people read"
                  autoComplete="off"
                  hint={typed[at]?.name ? `In texts: ${tokenOf(typed[at].name)}` : undefined}
                  error={errors.variables?.[at]?.label?.message}
                  {...register(`variables.${at}.label`, { onBlur: () => nameVariable(at) })}
                />
                <Field
                  label="Usual text"
                  autoComplete="off"
                  {...fieldOf(register, errors, `variables.${at}.default`)}
                />
              </div>
              <IconButton label={`Remove variable ${at + 1}`} onClick={() => variables.remove(at)}>
                <Trash2 aria-hidden="true" strokeWidth={1.5} />
              </IconButton>
            </li>
          ))}
        </ul>
        {errors.variables?.root?.message ? (
          <p className="mt-2 text-red-ink text-sm">{errors.variables.root.message}</p>
        ) : null}
        {variables.fields.length < MOST_VARIABLES ? (
          <Button
            size="sm"
            className="mt-3"
            icon={<Plus aria-hidden="true" />}
            onClick={() => variables.append({ name: "", label: "", default: "" })}
          >
            Add variable
          </Button>
        ) : null}
      </fieldset>
      <Button type="submit" isBusy={isSubmitting}>
        Save
      </Button>
    </form>
  );
}
