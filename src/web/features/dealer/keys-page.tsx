import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { User } from "#contract/accounts.ts";
import type { DealerKey, NewDealerKey } from "#contract/dealer-keys.ts";
import { keyLimits, type KeyScope, keyScopes } from "#domain/dealers/dealer-keys.ts";
import { formatDate } from "#domain/format/format.ts";
import { dealerKeyMessages as text } from "#domain/messages/dealer-keys.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { Button } from "#web/components/button.tsx";
import { CardList } from "#web/components/card-list.tsx";
import { Checkbox } from "#web/components/checkbox.tsx";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { copyText } from "#web/components/copy-text.ts";
import { Field, FieldGroup } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { toast } from "#web/components/toast.ts";
import { useApiForm } from "#web/components/use-api-form.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { Card } from "#web/components/card.tsx";
import { keysQuery, useKeys } from "./use-keys.ts";

const noKey: { name: string; scopes: KeyScope[] } = { name: "", scopes: [] };

function NewKey({ onMade }: { onMade: (made: NewDealerKey) => void }) {
  const { register, reset, errors, formProps } = useApiForm({
    defaults: noKey,
    call: (body) => api("POST /api/dealer/keys", { body }),
    failed: text.form.createFailed,
    onDone: (made) => {
      onMade(made);
      reset();
    },
  });
  return (
    <Card id="new-key" heading={text.form.heading}>
      <form noValidate onSubmit={formProps.onSubmit} className="mt-4 flex flex-col gap-4">
        <Field
          label={text.form.name}
          hint={text.form.nameHint}
          error={errors.name?.message}
          className="sm:max-w-md"
        >
          <Input
            {...register("name", { validate: (name) => name.trim() !== "" || text.nameRequired })}
            autoComplete="off"
            maxLength={keyLimits.maxName}
          />
        </Field>
        <FieldGroup label={text.form.scopes} error={errors.scopes?.message}>
          {keyScopes.map((scope) => (
            <Checkbox
              key={scope}
              {...register("scopes", { validate: (chosen) => chosen.length > 0 || text.scopesRequired })}
              value={scope}
              label={text.scopes[scope]}
            />
          ))}
        </FieldGroup>
        <Button type="submit" className="self-start max-sm:w-full" loading={formProps.busy}>
          {text.form.create}
        </Button>
      </form>
    </Card>
  );
}

/** The new key, which is shown only once. */
function MadeKey({ made, onDone }: { made: NewDealerKey; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="made-key" className="rounded-lg bg-surface p-4 sm:p-6">
      <h2 id="made-key" tabIndex={-1} ref={heading} className="text-xl outline-none">
        {text.made.heading(made.name)}
      </h2>
      <p className="mt-2">{text.made.once}</p>
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <Field label={text.made.label} className="min-w-0 grow basis-72">
          <Input
            readOnly
            value={made.key}
            spellCheck={false}
            className="font-mono"
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <Button className="max-sm:grow" onClick={() => void copyText(made.key, text.made)}>
          {text.made.copy}
        </Button>
        <Button variant="secondary" className="max-sm:grow" onClick={onDone}>
          {text.made.done}
        </Button>
      </div>
    </section>
  );
}

function KeyRow({ dealerKey, onEnd }: { dealerKey: DealerKey; onEnd: () => void }) {
  const { name, scopes, createdAt, lastUsedAt } = dealerKey;
  const { created, used, unused, end, endLabel } = text.list;
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        {scopes.map((scope) => (
          <p key={scope} className="text-sm text-ink-soft">
            {text.scopes[scope]}
          </p>
        ))}
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft tabular-nums">
          <span>{created(formatDate(createdAt))}</span>
          <span>{lastUsedAt === null ? unused : used(formatDate(lastUsedAt))}</span>
        </p>
      </div>
      <Button variant="danger-quiet" aria-label={endLabel(name)} onClick={onEnd}>
        {end}
      </Button>
    </li>
  );
}

/** /autosallon-dashboard/keys: API keys for the dealer's programs (specification.md#dealer-keys). */
export function KeysPage({ user }: { user: User }) {
  const client = useQueryClient();
  const [made, setMade] = useState<NewDealerKey | null>(null);
  const [ending, setEnding] = useState<DealerKey | null>(null);
  const list = useKeys();
  const reread = () => client.invalidateQueries({ queryKey: keysQuery });
  const end = useMutation({
    mutationFn: (id: string) => api("DELETE /api/dealer/keys/{id}", { params: { id } }),
    onSuccess: (_, id) => {
      toast.success(text.end.ended);
      if (made?.id === id) setMade(null);
    },
    onError: (failure) => toast.error(messageOf(failure, text.end.failed)),
    onSettled: () => {
      setEnding(null);
      return reread();
    },
  });
  const isFull = list.data !== undefined && list.data.length >= keyLimits.maxKeys;
  return (
    <div className="flex flex-col gap-6 lg:max-w-3xl">
      <div>
        <h1 className="text-3xl">{text.title}</h1>
        <p className="mt-2 max-w-prose text-ink-soft">
          {text.intro}{" "}
          <a href="/api/docs" className="font-medium text-blue-text underline underline-offset-4">
            {text.docs}
          </a>
        </p>
      </div>
      {made !== null && <MadeKey key={made.id} made={made} onDone={() => setMade(null)} />}
      <CardList
        id="keys"
        heading={text.list.heading}
        list={list}
        failed={text.loadFailed}
        empty={<p className="mt-2 text-ink-soft">{text.list.empty}</p>}
        renderRow={(dealerKey) => (
          <KeyRow key={dealerKey.id} dealerKey={dealerKey} onEnd={() => setEnding(dealerKey)} />
        )}
      />
      {user.isDealer ? (
        isFull ? (
          <p className="text-ink-soft">{text.full}</p>
        ) : (
          <NewKey
            onMade={(key) => {
              setMade(key);
              void reread();
            }}
          />
        )
      ) : (
        <p className="text-ink-soft">{dealerPageMessages.dashboard.subscription.lapsed}</p>
      )}
      <ConfirmDialog
        open={ending !== null}
        title={text.end.title(ending?.name ?? "")}
        text={text.end.text}
        confirmLabel={text.end.confirm}
        cancelLabel={text.end.cancel}
        danger
        busy={end.isPending}
        onConfirm={() => ending !== null && end.mutate(ending.id)}
        onCancel={() => setEnding(null)}
      />
    </div>
  );
}
