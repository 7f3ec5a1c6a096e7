import { Component, type ReactNode } from "react";

type State = { failed: boolean; page: string };

type Props = {
  /** Changes with every page, so that the next page's head is tried again. */
  page: string;
  onError: (error: unknown) => void;
  fallback: ReactNode;
  children: ReactNode;
};

/**
 * An error boundary of the head. React Router renders a page's title and description outside the routes'
 * boundaries. If they throw, it replaces the whole site by a page of its own, in English.
 */
export class MetaGuard extends Component<Props, State> {
  override state: State = { failed: false, page: this.props.page };

  static getDerivedStateFromProps({ page }: Props, state: State): State | null {
    return page === state.page ? null : { failed: false, page };
  }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
