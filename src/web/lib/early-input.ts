/**
 * Input before hydration must count afterwards: on a slow phone hydration takes seconds, and React replays
 * nothing from before `hydrateRoot`. `recordEarlyInput` (early-input-script.ts) runs in the page's head and
 * records pressed buttons, links whose click does more than navigate (`data-early`), and submitted forms.
 * `rememberFields` records filled fields when the scripts start. `replay` repeats it all through the events of
 * React and react-hook-form.
 */

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Entry = string | boolean;

const fieldSelector = "input, select, textarea";
/** Input types that people do not fill in, or that scripts cannot. */
const untypedInputs = new Set(["button", "file", "hidden", "image", "reset", "submit"]);

function isField(target: EventTarget | null): target is Field {
  return (
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !untypedInputs.has(target.type))
  );
}

function ticks(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");
}

const entryOf = (field: Field): Entry => (ticks(field) ? field.checked : field.value);

/** The field's value in the server's markup. */
function sentEntry(field: Field): Entry {
  if (ticks(field)) return field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? "";
}

/**
 * Records every field that differs from the server's markup, now and until `replay`. Call it before
 * hydration, in which React resets fields.
 */
export function rememberFields(): { replay: () => Promise<void> } {
  const filled = new Map<Field, Entry>();
  for (const field of document.querySelectorAll(fieldSelector)) {
    if (isField(field) && entryOf(field) !== sentEntry(field)) filled.set(field, entryOf(field));
  }
  const ended = new AbortController();
  const note = ({ target }: Event) => {
    if (isField(target)) filled.set(target, entryOf(target));
  };
  for (const type of ["input", "change"]) {
    document.addEventListener(type, note, { capture: true, signal: ended.signal });
  }
  return {
    replay: async () => {
      ended.abort();
      globalThis.early?.stop();
      const acts = [...(globalThis.early?.acts ?? [])];
      // Buttons before fields that they may remove: a filter changes the list below.
      for (const act of acts) if (!sends(act)) await settled(() => repeat(act));
      for (const [field, entry] of filled) {
        // Each may affect the next one: a brand clears the model.
        if (field.isConnected) await settled(() => enter(field, entry));
      }
      for (const act of acts) if (sends(act)) await settled(() => repeat(act));
      delete document.documentElement.dataset.waiting;
    },
  };
}

/**
 * In a separate task, not within React's own work, which would reset a field before its state has followed.
 */
async function settled(act: () => void): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  act();
}

function sends(act: HTMLElement): boolean {
  return act instanceof HTMLFormElement || (act instanceof HTMLButtonElement && act.type === "submit");
}

function repeat(act: HTMLElement): void {
  if (!act.isConnected) return;
  if (act instanceof HTMLFormElement) act.requestSubmit();
  else act.click();
}

/** Fills a field as if the person did it now. */
function enter(field: Field, entry: Entry): void {
  if (typeof entry === "boolean") {
    if (!ticks(field)) return;
    // A radio button cannot be unchecked; another of its group is checked instead.
    if (field.type === "radio" && !entry) return;
    field.checked = !entry;
    field.click();
    return;
  }
  if (field instanceof HTMLSelectElement) field.value = entry;
  else type(field, entry);
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
  if (document.activeElement !== field) {
    field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  }
}

/** Sets a field's text as if it were typed; preserves the caret of the focused field. */
function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const typing = document.activeElement === field;
  const { selectionStart: start, selectionEnd: end } = field;
  // React compares with the last value set through its own setter, and ignores an equal one.
  field.value = field.defaultValue;
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(field, text);
  if (typing && start !== null) field.setSelectionRange(start, end);
}
