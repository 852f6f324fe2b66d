import { Anchor } from '@mantine/core'
import { paths } from '~/paths'
import { FactList } from '~/ui/fact-list'
import { Link } from '~/ui/link'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import { decidedElsewhere, type PublicProviders, publicProviderFacts } from './words'

type Props = {
  organization: PublicProviders
  /** The viewer's organizations whose settings decide for them. */
  decidedBy?: readonly string[]
}

/** Public providers that the CLI installs for an organization, and how to point the CLI here. */
export const InstallableProviders = ({ organization, decidedBy = [] }: Props) => (
  <Section
    title="Public providers"
    action={
      <Anchor component={Link} href={paths.connect()} size="sm">
        Connect the CLI
      </Anchor>
    }
  >
    <FactList labelWidth="7.5rem" facts={publicProviderFacts(organization)} />
    <DecidedElsewhere organization={organization} decidedBy={decidedBy} />
  </Section>
)

/** Says to a member of further organizations whose settings decide for them. */
export function DecidedElsewhere({
  organization,
  decidedBy,
}: {
  organization: Pick<PublicProviders, 'publicProviders' | 'providerCooldown'>
  decidedBy: readonly string[]
}) {
  const text = decidedElsewhere(organization, decidedBy)
  return text && <Note mt="xs">{text}</Note>
}
