import { shellMessages } from "#domain/messages/shell.ts";

type Kind = "success" | "error" | "info" | "warning";

/** The list of toasts loads with the first one: most visits never see any. */
const toaster = () => import("./toaster.tsx");

function show(kind: Kind, text: string): void {
  toaster().then(
    ({ showToast }) => showToast(kind, text),
    // If it could not be loaded: the browser's own alert.
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

/**
 * A short message at the top, for three seconds (specification.md#navigation), announced by screen readers.
 */
export const toast = {
  success: (text: string) => show("success", text),
  error: (text: string) => show("error", text),
  info: (text: string) => show("info", text),
  /** Asks to act: ten seconds. */
  warning: (text: string) => show("warning", text),
  /** Only a reload helps; with a button for it. */
  reload: offerReload,
};
