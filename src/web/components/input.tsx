import { clsx } from "clsx";
import { type ComponentProps, useState } from "react";
import { uiMessages } from "#domain/messages/ui.ts";
import { useFieldProps } from "./field-context.ts";
import { StrokeIcon } from "./stroke-icon.tsx";

/** A text field; a surrounding Field labels and describes it. */
export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...useFieldProps()} {...rest} className={clsx("control", className)} />;
}

/** No capitals and no corrections by phones' keyboards. */
export function EmailInput(props: ComponentProps<"input">) {
  return <Input type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />;
}

export function Textarea({ className, rows = 5, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...useFieldProps()} {...rest} rows={rows} className={clsx("control", className)} />;
}

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  const label = shown ? uiMessages.hidePassword : uiMessages.showPassword;
  return (
    <span className={clsx("relative block", className)}>
      <input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...useFieldProps()}
        {...rest}
        type={shown ? "text" : "password"}
        className="control pe-12"
      />
      <button
        type="button"
        aria-label={label}
        aria-pressed={shown}
        title={label}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-md text-ink-soft hover:text-ink"
      >
        <StrokeIcon width="1.75" className="size-5">
          <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
          <circle cx="12" cy="12" r="2.75" />
          {shown && <path d="m4 4 16 16" />}
        </StrokeIcon>
      </button>
    </span>
  );
}
