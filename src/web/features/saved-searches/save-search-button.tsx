import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { savedSearchMessages as text } from "#domain/messages/saved-searches.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { Button } from "#web/components/button.tsx";
import { loadPart } from "#web/components/load-part.ts";
import { toast } from "#web/components/toast.ts";
import { messageOf, NetworkError } from "#web/lib/api-error.ts";
import { askedMarks } from "#web/lib/asked-before.ts";
import { api, useAuth } from "#web/lib/auth.ts";
import { Bell } from "./bell.tsx";

const loadDialog = () => import("./save-search.tsx");
const SaveSearch = lazy(loadDialog);

/** What a guest pressed before signing in: saved under the server's default name, mailed at once. */
async function saveAsAsked(query: string): Promise<void> {
  try {
    const { status } = await api.answer("POST /api/saved-searches", { body: { query, name: null } });
    if (status === 201) toast.success(text.dialog.saved);
    else toast.info(text.dialog.already);
  } catch (error) {
    toast.error(
      error instanceof NetworkError ? uiMessages.networkError : messageOf(error, text.dialog.failed),
    );
  }
}

/** Saves the search of the address. The dialog is loaded with the first press: /search must stay small. */
export default function SaveSearchButton({ query }: { query: string }): ReactNode {
  const { status } = useAuth();
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const isAsked = status === "user" && hash === askedMarks.saveSearch;

  useEffect(() => {
    if (!isAsked) return;
    // First removes the mark from the address, so that a reload does not repeat the action.
    void navigate(pathname + search, { replace: true, preventScrollReset: true, state });
    void saveAsAsked(query);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, with the address and the search of that moment
  }, [isAsked]);

  async function show(): Promise<void> {
    if (await loadPart(loadDialog)) setOpen(true);
  }

  return (
    <>
      <Button
        variant="quiet"
        className="max-w-full shrink! px-2! whitespace-normal! noscript:hidden"
        aria-haspopup="dialog"
        onClick={() => void show()}
      >
        <Bell />
        {text.save}
      </Button>
      {open && (
        <Suspense>
          <SaveSearch query={query} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
