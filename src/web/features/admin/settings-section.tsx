import { type SubmitEvent, useState } from "react";
import { useRevalidator, useRouteLoaderData } from "react-router";
import type { AdminSettings } from "#contract/settings.ts";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { adminSettingsMessages as text, settingsFields as labels } from "#domain/messages/admin-settings.ts";
import { privacyText } from "#domain/messages/privacy.ts";
import { termsText } from "#domain/messages/terms.ts";
import { settingsLimits } from "#domain/settings/settings.ts";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { FormError } from "#web/components/form-error.tsx";
import { Input, Textarea } from "#web/components/input.tsx";
import { ErrorState, Loading } from "#web/components/states.tsx";
import { toast } from "#web/components/toast.ts";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { legalFacts } from "#web/lib/legal-facts.ts";
import type { SiteConfig } from "#web/lib/site.ts";
import { changesOf } from "./audit-changes.ts";
import { legalMarkdown } from "./legal-markdown.ts";
import { MarkdownField } from "./markdown-field.tsx";
import { SettingChange, SettingsHistory } from "./settings-history.tsx";
import { SubscriberMoves } from "./subscriber-moves.tsx";
import {
  type Group,
  groupNames,
  groups,
  readTyped,
  type SettingName,
  typedSettings,
} from "./settings-values.ts";
import { useAdminQuery, useWrite } from "./use-admin.ts";

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

/** The built-in text that an operator may begin with. */
function useBuiltIn(company: AdminSettings["company"]) {
  const root = useRouteLoaderData<{ site: SiteConfig }>("root");
  const facts = () => legalFacts(root?.site, company);
  return {
    terms: () => legalMarkdown(termsText(facts())),
    privacy: () => legalMarkdown(privacyText(facts())),
    imprint: null,
  };
}

function SettingsForm({ first }: { first: AdminSettings }) {
  const write = useWrite();
  const { revalidate } = useRevalidator();
  const [base, setBase] = useState(first);
  const [typed, setTyped] = useState(() => typedSettings(first));
  const [reason, setReason] = useState("");
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [stale, setStale] = useState(false);
  const [busy, setBusy] = useState(false);
  const builtIn = useBuiltIn(base.company);
  const was: Record<string, string> = typedSettings(base);
  const changed = Object.entries(typed).filter(([name, value]) => value.trim() !== was[name]);
  const changes = changesOf(
    Object.fromEntries(changed.map(([name]) => [name, was[name]])),
    Object.fromEntries(changed),
  );

  function begin(settings: AdminSettings): void {
    setBase(settings);
    setTyped(typedSettings(settings));
    setReason("");
    setErrors({});
    setFailure(null);
    setStale(false);
  }

  function fail(found: Partial<Record<string, string>>): void {
    setErrors(found);
    // After React has marked the fields.
    requestAnimationFrame(() => document.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  }

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const read = readTyped(typed);
    setFailure(null);
    if (read.body === null) {
      fail(read.errors);
      return;
    }
    setErrors({});
    setBusy(true);
    try {
      const body = { ...read.body, version: base.version, ...(reason.trim() === "" ? {} : { reason }) };
      begin(await write(api("PUT /api/admin/settings", { body })));
      toast.success(text.saved);
      // This very page shows the fees, too.
      void revalidate();
    } catch (error) {
      if (error instanceof ApiError && error.code === "settings_changed") setStale(true);
      else {
        if (error instanceof ApiError) fail(error.fields);
        setFailure(messageOf(error, text.failed));
      }
    } finally {
      setBusy(false);
    }
  }

  async function reload(): Promise<void> {
    begin(await api("GET /api/admin/settings"));
  }

  const field = (name: SettingName) => {
    const set = (value: string) => {
      setTyped({ ...typed, [name]: value });
      setErrors({ ...errors, [name]: undefined });
    };
    if (name === "terms" || name === "privacy" || name === "imprint")
      return (
        <MarkdownField
          key={name}
          label={labels[name]}
          value={typed[name]}
          onChange={set}
          error={errors[name]}
          builtIn={builtIn[name]}
        />
      );
    return (
      <Field key={name} label={labels[name]} hint={hints[name]} error={errors[name]}>
        <Input
          name={name}
          value={typed[name]}
          inputMode={inputModes[name] ?? "text"}
          autoComplete="off"
          onChange={(event) => set(event.target.value)}
        />
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
      <section aria-labelledby="changes" className="rounded-lg bg-surface p-4 sm:p-6">
        <h2 id="changes" className="text-lg">
          {text.changes}
        </h2>
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
            <Textarea
              rows={3}
              maxLength={adminLimits.maxReason}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        </div>
        {stale && (
          <div role="alert" className="mt-4 rounded-md bg-red-soft px-4 py-3">
            <p>{text.stale}</p>
            <Button variant="secondary" className="mt-3" onClick={() => void reload()}>
              {text.reload}
            </Button>
          </div>
        )}
        <FormError className="mt-4">{failure}</FormError>
        <div className="mt-5 flex flex-col-reverse gap-3 sm:flex-row">
          <Button variant="secondary" disabled={changes.length === 0 || busy} onClick={() => begin(base)}>
            {text.discard}
          </Button>
          <Button type="submit" loading={busy} disabled={changes.length === 0 || stale}>
            {text.save}
          </Button>
        </div>
      </section>
    </form>
  );
}

/** What the operator decides about the site, by groups, and who decided it when (specification.md#settings). */
export function SettingsSection() {
  const settings = useAdminQuery(["settings"], (options) => api("GET /api/admin/settings", {}, options));
  if (settings.data === undefined)
    return settings.isError ? (
      <ErrorState
        title={adminPageMessages.loadFailed}
        text={messageOf(settings.error, adminPageMessages.loadFailedHint)}
        onRetry={() => void settings.refetch()}
      />
    ) : (
      <Loading />
    );
  return (
    <div className="flex flex-col gap-10">
      <SettingsForm first={settings.data} />
      <SubscriberMoves fee={settings.data.fees.subscription} />
      <SettingsHistory />
    </div>
  );
}
