import { Component, type ReactNode, Suspense } from "react";
import { shellMessages } from "#domain/messages/shell.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { failedToLoad } from "#web/lib/failed-to-load.ts";
import { useReloadOnceReachable } from "#web/lib/use-reload-once-reachable.ts";
import { ErrorState } from "./states.tsx";

type Props = { fallback: ReactNode; children: ReactNode };

/**
 * Lazy-loads a part of a page, with `fallback` until then. If its chunk fails, only this part offers a
 * reload: the rest of the page stays, with everything typed.
 */
export class Part extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return <Suspense fallback={this.props.fallback}>{this.props.children}</Suspense>;
    if (failedToLoad(error)) return <Missing />;
    throw error;
  }
}

function Missing() {
  const { reload, asking } = useReloadOnceReachable(false);
  return (
    <ErrorState
      title={uiMessages.partFailed}
      retryText={shellMessages.reloadPage}
      retrying={asking}
      onRetry={reload}
      className="py-6!"
    />
  );
}
