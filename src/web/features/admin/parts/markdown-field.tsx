import { useId, useState } from "react";
import { adminSettingsMessages as text } from "#domain/messages/admin-settings.ts";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { Textarea } from "#web/components/input.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import { api } from "#web/lib/auth.ts";
import { Segments } from "#web/features/admin/lists/segments.tsx";
import { useAdminQuery } from "./use-admin.ts";

const views = ["write", "preview"] as const;

/** Rendered by the server, exactly as visitors will see it. */
function Preview({ name, value }: { name: string; value: string }) {
  const { data, isError } = useAdminQuery(["preview", value], (options) =>
    api("POST /api/admin/settings/preview", { body: { text: value } }, options),
  );
  if (isError) return <p role="alert">{text.previewFailed}</p>;
  if (data === undefined) return <Spinner />;
  return (
    <section
      aria-label={text.previewOf(name)}
      className="max-h-128 overflow-y-auto rounded-md border border-line p-4"
    >
      {value.trim() === "" ? (
        <p className="text-ink-soft">{text.previewEmpty}</p>
      ) : (
        <div className="written" dangerouslySetInnerHTML={{ __html: data.html }} />
      )}
    </section>
  );
}

export function MarkdownField({
  label,
  value,
  onChange,
  error,
  builtIn,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** The built-in text to start from; null if there is none. */
  builtIn: (() => string) | null;
}) {
  const id = useId();
  const [view, setView] = useState<(typeof views)[number]>("write");
  return (
    <div className="flex flex-col gap-2" id={id}>
      {/* Above the tabs, so that the preview has it too; the controls have it as their accessible name. */}
      <p aria-hidden="true" className="text-sm font-medium">
        {label}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segments
          label={label}
          options={views.map((one) => ({ value: one, label: text[one] }))}
          value={view}
          onChange={setView}
        />
        {builtIn !== null && value.trim() === "" && (
          <Button variant="quiet" onClick={() => onChange(builtIn())}>
            {text.startFromBuiltIn}
          </Button>
        )}
      </div>
      {view === "write" ? (
        <Field label={label} hideLabel error={error}>
          <Textarea
            rows={10}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="font-mono text-sm"
          />
        </Field>
      ) : (
        <Preview name={label} value={value} />
      )}
    </div>
  );
}
