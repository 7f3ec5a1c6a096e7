import { useState } from "react";
import { useForm } from "react-hook-form";
import { useRevalidator, useRouteLoaderData } from "react-router";
import type { AdminSettings } from "#contract/settings.ts";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { adminSettingsMessages as text, settingsFields as labels } from "#domain/messages/admin-settings.ts";
import { fillLegalText } from "#domain/messages/legal.ts";
import privacy from "#domain/messages/privacy.md?raw";
import terms from "#domain/messages/terms.md?raw";
import { settingsLimits } from "#domain/settings/settings.ts";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { FormError } from "#web/components/form-error.tsx";
import { showWriteFailure } from "#web/components/form-errors.ts";
import { Input, Textarea } from "#web/components/input.tsx";
import { Loading } from "#web/components/states.tsx";
import { toast } from "#web/components/toast.ts";
import { useAction } from "#web/components/use-action.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { legalFacts } from "#web/lib/legal-facts.ts";
import type { SiteConfig } from "#web/lib/site.ts";
import { changesOf } from "./audit-changes.ts";
import { Loaded } from "#web/features/admin/parts/loaded.tsx";
import { MarkdownField } from "#web/features/admin/parts/markdown-field.tsx";
import { SettingChange, SettingsHistory } from "./settings-history.tsx";
import { SubscriberMoves } from "#web/features/admin/money/subscriber-moves.tsx";
import {
  type Group,
  groupNames,
  groups,
  readTyped,
  type SettingName,
  settingNames,
  typedSettings,
} from "./settings-values.ts";
import { useAdminQuery, useWrite } from "#web/features/admin/parts/use-admin.ts";
import { Card } from "#web/components/card.tsx";
import { SaveBar } from "#web/features/admin/parts/save-bar.tsx";

const hints: Partial<Record<SettingName, string>> = {
  photos: text.atMost(settingsLimits.maxPhotos),
  eurRate: text.eurRateHint,
  sponsorshipDays: text.atMost(settingsLimits.maxSponsorshipDays),
};
const inputModes: Partial<Record<SettingName, "decimal" | "numeric" | "email" | "tel" | "url">> = {
  listing: "decimal",
  sponsorshipPerDay: "decimal",
  socialPromotion: "decimal",
  subscription: "decimal",
  eurRate: "decimal",
  photos: "numeric",
  sponsorshipDays: "numeric",
  email: "email",
  phone: "tel",
  facebook: "url",
  instagram: "url",
  tiktok: "url",
};

function untouched(settings: AdminSettings) {
  return { ...typedSettings(settings), reason: "" };
}

function useBuiltIn(company: AdminSettings["company"]) {
  const root = useRouteLoaderData<{ site: SiteConfig }>("root");
  // Without the headings' anchors, which only the built-in pages use.
  const filled = (text: string) =>
    fillLegalText(text, legalFacts(root?.site, company)).replaceAll(/^(# .+) \{#.+\}$/gm, "$1");
  return {
    terms: () => filled(terms),
    privacy: () => filled(privacy),
    imprint: null,
  };
}

function SettingsForm({ first }: { first: AdminSettings }) {
  const write = useWrite();
  const { revalidate } = useRevalidator();
  const [base, setBase] = useState(first);
  const [stale, setStale] = useState(false);
  const { register, handleSubmit, watch, reset, setValue, setError, clearErrors, formState } = useForm({
    defaultValues: untouched(first),
  });
  const { errors, isSubmitting } = formState;
  const typed = watch();
  const builtIn = useBuiltIn(base.company);
  const was: Record<string, string> = typedSettings(base);
  const changed = Object.entries(typed).filter(([name, value]) => name in was && value.trim() !== was[name]);
  const changes = changesOf(
    Object.fromEntries(changed.map(([name]) => [name, was[name]])),
    Object.fromEntries(changed),
  );

  function begin(settings: AdminSettings): void {
    setBase(settings);
    reset(untouched(settings));
    setStale(false);
  }

  const save = handleSubmit(async ({ reason, ...settings }) => {
    const read = readTyped(settings);
    if (read.body === null) {
      const refused = settingNames.filter((name) => read.errors[name] !== undefined);
      for (const [at, name] of refused.entries())
        setError(name, { message: read.errors[name] ?? "" }, { shouldFocus: at === 0 });
      return;
    }
    try {
      const body = { ...read.body, version: base.version, ...(reason.trim() === "" ? {} : { reason }) };
      begin(await write(api("PUT /api/admin/settings", { body })));
      toast.success(text.saved);
      // The root loader's data contains the fees.
      void revalidate();
    } catch (error) {
      if (error instanceof ApiError && error.code === "settings_changed") setStale(true);
      else showWriteFailure(error, text.failed, { fields: settingNames, setError });
    }
  });

  const reload = useAction(
    async () => begin(await api("GET /api/admin/settings")),
    adminPageMessages.loadFailedHint,
  );

  const field = (name: SettingName) => {
    if (name === "terms" || name === "privacy" || name === "imprint")
      return (
        <MarkdownField
          key={name}
          label={labels[name]}
          value={typed[name]}
          onChange={(value) => {
            clearErrors(name);
            setValue(name, value);
          }}
          error={errors[name]?.message}
          builtIn={builtIn[name]}
        />
      );
    return (
      <Field key={name} label={labels[name]} hint={hints[name]} error={errors[name]?.message}>
        <Input {...register(name)} inputMode={inputModes[name] ?? "text"} autoComplete="off" />
      </Field>
    );
  };

  const part = (group: Group) => (
    <fieldset key={group} className="rounded-lg border border-line p-4 sm:p-6">
      <legend className="float-left text-lg font-semibold">{text.groups[group].title}</legend>
      <p className="clear-both pt-1 text-sm text-ink-soft">{text.groups[group].hint}</p>
      <div className={`mt-4 grid gap-5 ${group === "texts" ? "" : "sm:grid-cols-2"}`}>
        {groups[group].map(field)}
        {group === "company" && field("eurRate")}
      </div>
    </fieldset>
  );

  return (
    <form method="post" noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-5">
      <p className="max-w-prose text-ink-soft">{text.intro}</p>
      {groupNames.map(part)}
      <Card id="changes" heading={text.changes} headingClass="text-lg" frame="surface">
        {changes.length === 0 ? (
          <p className="mt-2 text-ink-soft">{text.noChanges}</p>
        ) : (
          <ul className="mt-2 tabular-nums">
            {changes.map((change) => (
              <SettingChange key={change.field} change={change} />
            ))}
          </ul>
        )}
        <div className="mt-4 max-w-xl">
          <Field label={adminPageMessages.reason.label} optional hint={text.reasonHint}>
            <Textarea {...register("reason")} rows={3} maxLength={adminLimits.maxReason} />
          </Field>
        </div>
      </Card>
      <SaveBar>
        {stale && (
          <div role="alert" className="rounded-md bg-red-soft px-4 py-3">
            <p>{text.stale}</p>
            <Button variant="secondary" className="mt-3" loading={reload.busy} onClick={reload.run}>
              {text.reload}
            </Button>
          </div>
        )}
        <FormError>{errors.root?.message}</FormError>
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            className="max-sm:grow max-sm:px-3!"
            loading={isSubmitting}
            disabled={changes.length === 0 || stale}
          >
            {text.save}
          </Button>
          <Button
            variant="secondary"
            className="max-sm:grow max-sm:px-3!"
            disabled={changes.length === 0 || isSubmitting}
            onClick={() => begin(base)}
          >
            {text.discard}
          </Button>
        </div>
      </SaveBar>
    </form>
  );
}

/** The operator's settings in groups, with the history of changes (specification.md#settings). */
export function SettingsSection() {
  const settings = useAdminQuery(["settings"], (options) => api("GET /api/admin/settings", {}, options));
  return (
    <Loaded query={settings} loading={<Loading />}>
      {(data) => (
        <div className="flex flex-col gap-10">
          <SettingsForm first={data} />
          <SubscriberMoves fee={data.fees.subscription} />
          <SettingsHistory />
        </div>
      )}
    </Loaded>
  );
}
