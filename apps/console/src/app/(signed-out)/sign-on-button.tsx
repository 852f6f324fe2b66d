import { Button } from '@mantine/core'
import { singleSignOnStart } from '~/paths'

/** Leads to the provider and back to this path. No link of the router, which would fetch it beforehand. */
export const SignOnButton = ({ name, next }: { name: string; next: string }) => (
  <Button component="a" href={singleSignOnStart(next)} fullWidth>
    Sign in with {name}
  </Button>
)
