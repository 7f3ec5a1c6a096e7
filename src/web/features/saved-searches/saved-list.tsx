import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { SavedSearch } from "#contract/alerts.ts";
import { alertFrequencies, alertLimits } from "#domain/alerts/alert-limits.ts";
import { searchName, searchOfSavedQuery } from "#domain/search/saved-query.ts";
import { savedSearchMessages } from "#domain/messages/saved-searches.ts";
import { Button, ButtonLink, IconButton } from "#web/components/button.tsx";
import { CardList } from "#web/components/card-list.tsx";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { useKeptFocus } from "#web/lib/use-kept-focus.ts";
import { useChangeSavedSearch, useRemoveSavedSearch, useSavedSearches } from "./use-saved.ts";

const text = savedSearchMessages.list;
const icon = { "aria-hidden": true, className: "size-5", strokeWidth: 2 } as const;

const failed = (error: unknown) => toast.error(messageOf(error, text.changeFailed));

/** The profile's saved searches: current number of results, mail frequency, rename, delete. */
export function SavedList() {
  const list = useSavedSearches();
  const remove = useRemoveSavedSearch();
  const [removing, setRemoving] = useState<SavedSearch | null>(null);

  function removeNow(saved: SavedSearch): void {
    remove.mutate(saved.id, {
      onSuccess: () => toast.success(text.removed),
      onError: failed,
      onSettled: () => setRemoving(null),
    });
  }

  return (
    <CardList
      id="saved-searches"
      heading={text.heading}
      list={list}
      failed={text.failed}
      empty={
        <div className="mt-2 flex flex-col items-start gap-4">
          <p className="text-ink-soft">{text.empty}</p>
          <ButtonLink to="/search" variant="secondary">
            {text.toSearch}
          </ButtonLink>
        </div>
      }
      renderRow={(saved) => <SavedRow key={saved.id} saved={saved} onRemove={() => setRemoving(saved)} />}
    >
      <ConfirmDialog
        open={removing !== null}
        title={text.removeTitle}
        text={removing === null ? "" : text.removeText(removing.name)}
        confirmLabel={text.remove}
        danger
        busy={remove.isPending}
        onConfirm={() => removing !== null && removeNow(removing)}
        onCancel={() => setRemoving(null)}
      />
    </CardList>
  );
}

function SavedRow({ saved, onRemove }: { saved: SavedSearch; onRemove: () => void }) {
  const change = useChangeSavedSearch();
  const [renaming, setRenaming] = useState(false);
  const opener = useKeptFocus();
  const { id, name, query, frequency, count } = saved;
  const meaning = searchName(searchOfSavedQuery(query));
  return (
    <li className="py-4 last:pb-0">
      {renaming ? (
        <RenameForm saved={saved} onDone={() => setRenaming(false)} />
      ) : (
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <TextLink to={`/search?${query}`} className="inline-block py-0.5 font-semibold wrap-anywhere">
              {name}
            </TextLink>
            <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft wrap-anywhere tabular-nums">
              {count !== null && <span>{text.count(count)}</span>}
              {meaning !== name && <span>{meaning}</span>}
            </p>
          </div>
          <div className="-me-2 -mt-2 flex shrink-0">
            <IconButton ref={opener} label={text.renameOf(name)} onClick={() => setRenaming(true)}>
              <Pencil {...icon} />
            </IconButton>
            <IconButton label={text.removeOf(name)} onClick={onRemove}>
              <Trash2 {...icon} />
            </IconButton>
          </div>
        </div>
      )}
      <Field label={text.frequencyOf(name)} hideLabel className="mt-2 sm:max-w-64">
        <Select
          value={frequency}
          disabled={change.isPending}
          onChange={(event) => {
            const chosen = alertFrequencies.find((each) => each === event.target.value);
            if (chosen === undefined) return;
            change.mutate(
              { id, frequency: chosen },
              { onSuccess: () => toast.success(text.frequencyChanged), onError: failed },
            );
          }}
        >
          <Options
            values={alertFrequencies}
            labelOf={(each) => text.mails(savedSearchMessages.frequencies[each])}
          />
        </Select>
      </Field>
    </li>
  );
}

function RenameForm({ saved, onDone }: { saved: SavedSearch; onDone: () => void }) {
  const change = useChangeSavedSearch();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { name: saved.name } });
  const rename = handleSubmit(({ name }) =>
    change.mutate(
      { id: saved.id, name },
      {
        onSuccess: () => {
          toast.success(text.renamed);
          onDone();
        },
        onError: (failure) => setError("name", { message: messageOf(failure, text.changeFailed) }),
      },
    ),
  );

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void rename(event)}
      className="flex flex-col gap-3 sm:flex-row sm:items-end"
    >
      <Field label={text.newName} error={formState.errors.name?.message} className="min-w-0 grow">
        <Input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that was just pressed
          autoFocus
          {...register("name", {
            validate: (name) => name.trim() !== "" || savedSearchMessages.nameRequired,
          })}
          maxLength={alertLimits.maxName}
          autoComplete="off"
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" loading={change.isPending}>
          {text.saveName}
        </Button>
        <Button variant="secondary" onClick={onDone}>
          {text.cancel}
        </Button>
      </div>
    </form>
  );
}
