import { shellMessages } from "#domain/messages/shell.ts";

type Kind = "success" | "error" | "info" | "warning";

/** The list that shows toasts comes with the first one: most visits never see any. */
const toaster = () => import("./toaster.tsx");

function show(kind: Kind, text: string): void {
  toaster().then(
    ({ showToast }) => showToast(kind, text),
    // Not even that could be loaded: the browser's own way says it all the same.
    () => alert(text),
  );
}

const reload = () => location.reload();

function offerReload(text: string): void {
  const label = shellMessages.reloadPage;
  toaster().then(
    ({ showToast }) => showToast("error", text, { label, onPress: reload }),
    () => {
      if (confirm(`${text}\n${label}?`)) reload();
    },
  );
}

/** A short message at the top, for three seconds (specification.md#navigation); read out by screen readers. */
export const toast = {
  success: (text: string) => show("success", text),
  error: (text: string) => show("error", text),
  info: (text: string) => show("info", text),
  /** What is to be acted on later: ten seconds. */
  warning: (text: string) => show("warning", text),
  /** What only loading the page again mends, with the button that does. */
  reload: offerReload,
};
