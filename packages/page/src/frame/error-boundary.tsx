import { Component, type ReactNode } from "react";
import { Problem } from "../parts/waiting.tsx";

/** Keeps a fault of one page from taking the frame with it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { message: string | undefined }> {
  override state = { message: undefined };

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    return (
      <>
        <h1>This page failed</h1>
        <Problem>{`Reload it. If it fails again, please report it as a bug of Viva, with this message: ${message}`}</Problem>
      </>
    );
  }
}
