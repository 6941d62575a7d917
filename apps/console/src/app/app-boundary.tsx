import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { ErrorState } from '../shared/ui/feedback/error-state'

interface Props {
  children: ReactNode
}

/** The last resort for what fails outside any screen. Screens have the router's own boundary. */
export class AppBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children
    return (
      <ErrorState
        title="The console stopped working"
        error={this.state.error}
        hint="Nothing on the server was changed by this. Loading the page again usually helps."
        extra={
          <Button size="xs" onClick={() => window.location.reload()}>
            Load again
          </Button>
        }
      />
    )
  }
}
