import { inlineScript } from "./inline-script.ts";

/**
 * What a person does before React has taken the page over must count afterwards: on a slow phone that takes seconds. React
 * itself replays nothing that came before `hydrateRoot`. Three parts work together: `recordEarlyInput` runs in the page's
 * head and notes buttons, links whose click does more than their address (`data-early`), and the sending of forms, `rememberFields` notes what was filled in when the scripts begin, and
 * `replay` does it all again, through the events that React and react-hook-form listen to.
 */

interface EarlyActs {
  /** Buttons pressed and forms sent, in order, each once: an impatient second press means the same. */
  acts: Set<HTMLElement>;
  stop: () => void;
}

declare global {
  var early: EarlyActs | undefined;
}

/**
 * Notes buttons that are pressed and forms that are sent, until `replay`. A form that posts would leave the page for an
 * address that takes no posts, and with it what was typed; forms that get (the searches) work by themselves.
 */
function recordEarlyInput(): void {
  const acts = new Set<HTMLElement>();
  const ended = new AbortController();
  const record = (act: HTMLElement): void => {
    acts.delete(act);
    acts.add(act);
    document.documentElement.dataset.waiting = "";
  };
  const options = { capture: true, signal: ended.signal };
  addEventListener(
    "click",
    (event) => {
      const { target } = event;
      if (!(target instanceof Element)) return;
      const button = target.closest("button");
      if (button?.type === "button") record(button);
      const link = target.closest<HTMLElement>("a[data-early]");
      const { metaKey, ctrlKey, shiftKey, altKey, detail } = event;
      if (link === null || metaKey || ctrlKey || shiftKey || altKey) return;
      // Pressed once more after a while: where no script comes, the link still leads somewhere.
      if (acts.has(link) && detail < 2) return;
      event.preventDefault();
      record(link);
    },
    options,
  );
  addEventListener(
    "submit",
    (event) => {
      const { target: form, submitter } = event;
      if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
      event.preventDefault();
      record(submitter ?? form);
    },
    options,
  );
  globalThis.early = { acts, stop: () => ended.abort() };
}

// It has run by the time React takes the page over, which leaves it as it is: browsers need not load it again.
export const earlyInputScript = import.meta.env.SSR ? inlineScript(recordEarlyInput) : "";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Entry = string | boolean;

const fieldSelector = "input, select, textarea";
/** Not filled in by a person, or not to be filled in by a script. */
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

/** What the server's page had in the field. */
function sentEntry(field: Field): Entry {
  if (ticks(field)) return field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? "";
}

/**
 * Notes every field that is not as the server sent it, now and until `replay` is called. To be called
 * before React takes the page over: it puts its own values into fields.
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
      // Buttons before fields, which may take away what was pressed: a filter changes the list below.
      for (const act of acts) if (!sends(act)) await settled(() => repeat(act));
      for (const [field, entry] of filled) {
        // Each may change what the next one sees: a brand empties the model.
        if (field.isConnected) await settled(() => enter(field, entry));
      }
      for (const act of acts) if (sends(act)) await settled(() => repeat(act));
      delete document.documentElement.dataset.waiting;
    },
  };
}

/** Acts outside of React's own work, which would put a field back before its state has followed. */
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

/** Fills a field as if it were done now. */
function enter(field: Field, entry: Entry): void {
  if (typeof entry === "boolean") {
    if (!ticks(field)) return;
    // A radio button cannot be clicked off; another of its group is on instead.
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

/** Puts text into a field as if it were typed: the caret stays where somebody is typing just now. */
function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const typing = document.activeElement === field;
  const { selectionStart: start, selectionEnd: end } = field;
  // React compares with the value that it last saw, through a setter of its own, and takes an equal one for no change.
  field.value = field.defaultValue;
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(field, text);
  if (typing && start !== null) field.setSelectionRange(start, end);
}
