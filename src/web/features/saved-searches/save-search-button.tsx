import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { savedSearchMessages as text } from "#domain/messages/saved-searches.ts";
import { Button } from "#web/components/button.tsx";
import { toast } from "#web/components/toast.ts";
import { Bell } from "./bell.tsx";

const loadDialog = () => import("./save-search.tsx");
const SaveSearch = lazy(loadDialog);

/** The mark of an address whose dialog is to be open: where guests come back to. */
const addressMark = "#ruaj";

/** Whether the dialog can be shown; says so where it can't. */
async function isLoaded(): Promise<boolean> {
  try {
    await loadDialog();
    return true;
  } catch (error) {
    reportError(error);
    toast.error(text.saveUnavailable);
    return false;
  }
}

/** Saving the search of the address. What opens is loaded with the first press: /search must stay light. */
export default function SaveSearchButton({ query }: { query: string }): ReactNode {
  const { hash } = useLocation();
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (hash !== addressMark) return undefined;
    let left = false;
    async function showAgain(): Promise<void> {
      if ((await isLoaded()) && !left) setOpen(true);
    }
    void showAgain();
    return () => {
      left = true;
    };
  }, [hash]);

  async function show(): Promise<void> {
    if (await isLoaded()) setOpen(true);
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
          <SaveSearch query={query} mark={addressMark} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
