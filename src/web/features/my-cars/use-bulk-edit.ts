import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { BulkEdit, BulkEdited } from "#contract/bulk-edit.ts";
import { api } from "#web/lib/auth.ts";
import { randomId } from "#web/lib/random-id.ts";
import { invalidateCar } from "#web/lib/cached-cars.ts";
import { myCarsKey } from "./use-my-cars.ts";

/** Edits many of the user's cars in one call; a retry after a lost answer sends the same idempotency key. */
export function useBulkEdit() {
  const client = useQueryClient();
  const sent = useRef<{ content: string; key: string } | null>(null);
  return useMutation({
    mutationFn: (edit: BulkEdit): Promise<BulkEdited> => {
      const content = JSON.stringify(edit);
      if (sent.current?.content !== content) sent.current = { content, key: randomId() };
      return api(
        "POST /api/cars/bulk",
        { body: edit },
        { headers: { "Idempotency-Key": sent.current.key }, timeoutMs: 60_000 },
      );
    },
    onSuccess: ({ results }) => {
      sent.current = null;
      for (const { id, outcome } of results) if (outcome === "done") invalidateCar(id);
    },
    onSettled: () => client.invalidateQueries({ queryKey: myCarsKey }),
  });
}
