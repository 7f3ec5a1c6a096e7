import { shellMessages } from "#domain/messages/shell.ts";

type Kind = "success" | "error" | "info" | "warning";

/** The list that shows toasts loads with the first one: most visits never see any. */
const toaster = () => import("./toaster.tsx");

function show(kind: Kind, text: string): void {
  toaster().then(
    ({ showToast }) => showToast(kind, text),
    // It could not be loaded: use the browser's own alert.
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

/** A short message at the top, for three seconds (specification.md#navigation); screen readers announce it. */
export const toast = {
  success: (text: string) => show("success", text),
  error: (text: string) => show("error", text),
  info: (text: string) => show("info", text),
  /** Something to act on: ten seconds. */
  warning: (text: string) => show("warning", text),
  /** Something that only a reload solves, with its button. */
  reload: offerReload,
};
