import { compareChoiceMessages as text } from "#domain/messages/compare-choice.ts";
import { Button } from "#web/components/button.tsx";
import { toast } from "#web/components/toast.ts";
import { maxCompared, toggleCompared, useCompared } from "#web/lib/compare.ts";
import { tellEvent } from "#web/lib/tell-event.ts";

export function CompareButton({ id, name }: { id: string; name: string }) {
  const chosen = useCompared().includes(id);
  return (
    <Button
      variant="quiet"
      className="noscript:hidden print:hidden"
      aria-pressed={chosen}
      aria-label={chosen ? text.remove(name) : text.add(name)}
      onClick={() => {
        if (!toggleCompared(id)) toast.info(text.full(maxCompared));
        else if (!chosen) tellEvent(id, "compare");
      }}
    >
      {text.compare}
    </Button>
  );
}
