import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { messageOf } from "#web/lib/api-error.ts";
import { QueryCard } from "./card.tsx";
import { Switch } from "./checkbox.tsx";
import { toast } from "./toast.ts";

interface SwitchTexts {
  readonly heading: string;
  readonly intro: string;
  readonly label: string;
  readonly loadFailed: string;
  readonly switchedOn: string;
  readonly switchedOff: string;
  readonly switchFailed: string;
}

/** A setting of the account that takes effect at once; `children` explain its state. */
export function SwitchCard<State extends { readonly enabled: boolean }>(props: {
  id: string;
  text: SwitchTexts;
  queryKey: QueryKey;
  read: () => Promise<State>;
  write: (enabled: boolean) => Promise<State>;
  headingSize?: "text-lg" | "text-xl";
  children?: (state: State) => ReactNode;
}) {
  const { id, text, queryKey } = props;
  const client = useQueryClient();
  // Optimistic: the switch's position before the server has confirmed it.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const own = useQuery({ queryKey, queryFn: props.read });
  const change = useMutation({
    mutationFn: props.write,
    onSuccess: (state) => {
      client.setQueryData(queryKey, state);
      toast.success(state.enabled ? text.switchedOn : text.switchedOff);
    },
    onError: (failure) => toast.error(messageOf(failure, text.switchFailed)),
    onSettled: () => setWanted(null),
  });
  return (
    <QueryCard
      id={id}
      heading={text.heading}
      headingClass={props.headingSize ?? "text-lg"}
      intro={<p className="mt-2 text-ink-soft">{text.intro}</p>}
      query={own}
      failed={text.loadFailed}
      skeleton="mt-3 h-11 rounded-md"
    >
      {(state) => (
        <>
          <Switch
            label={text.label}
            className="mt-2"
            checked={wanted ?? state.enabled}
            onChange={({ target }) => {
              setWanted(target.checked);
              change.mutate(target.checked);
            }}
          />
          {props.children?.(state)}
        </>
      )}
    </QueryCard>
  );
}
