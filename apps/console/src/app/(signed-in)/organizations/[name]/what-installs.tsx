import { Anchor } from '@mantine/core'
import { paths } from '~/paths'
import { FactList } from '~/ui/fact-list'
import { Link } from '~/ui/link'
import { Section } from '~/ui/section'
import { type PublicProviders, publicProviderFacts } from './words'

/** Which public providers the CLI installs for an organization, and the way to make it ask here. */
export const WhatInstalls = ({ organization }: { organization: PublicProviders }) => (
  <Section
    title="What installs"
    action={
      <Anchor component={Link} href={paths.connect()} size="sm">
        Connect the CLI
      </Anchor>
    }
  >
    <FactList labelWidth="7.5rem" facts={publicProviderFacts(organization)} />
  </Section>
)
