import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { User } from "#contract/accounts.ts";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { ErrorState, Loading } from "#web/components/states.tsx";
import { toast } from "#web/components/toast.ts";
import { api } from "#web/lib/auth.ts";
import { editCarValues } from "./car-form-values.ts";
import { draftKey, readDraft, writeDraft } from "./draft.ts";

/** Creates a draft with the facts of the user's own car, without its photos, then opens the form. */
export function CopyCarPage({ id, user, onBack }: { id: string; user: User; onBack: () => void }) {
  const navigate = useNavigate();
  const key = draftKey(user.id, null);
  // A draft of another car may exist: ask before replacing it.
  const [mayReplace, setMayReplace] = useState(() => readDraft(key, Date.now()) === null);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ["copy-car", id],
    queryFn: () => api("GET /api/cars/{id}", { params: { id } }),
    gcTime: 0,
  });
  const begin = useCallback(() => void navigate("/add-car", { replace: true, state: null }), [navigate]);

  useEffect(() => {
    if (data === undefined || !mayReplace || data.user !== user.id) return;
    // Reference and identification number belong to one car.
    const values = { ...editCarValues(data), reference: "", vin: "" };
    writeDraft(key, { values, photos: [], savedAt: Date.now() });
    toast.info(text.copied);
    begin();
  }, [data, mayReplace, key, user.id, begin]);

  if (isError || (data !== undefined && data.user !== user.id))
    return (
      <ErrorState title={text.loadError} heading="h1" retrying={isFetching} onRetry={() => void refetch()} />
    );
  return (
    <>
      <h1 className="sr-only">{text.titleAdd}</h1>
      <Loading className="min-h-96" />
      <ConfirmDialog
        open={!mayReplace}
        title={text.copyReplaceTitle}
        text={text.copyReplaceText}
        confirmLabel={text.copyReplace}
        cancelLabel={text.cancel}
        onConfirm={() => setMayReplace(true)}
        onCancel={onBack}
      />
    </>
  );
}
