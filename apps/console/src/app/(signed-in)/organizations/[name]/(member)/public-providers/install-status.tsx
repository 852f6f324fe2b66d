'use client'

import { Button } from '@mantine/core'
import { IconBan, IconCircleCheck, IconClockPause, IconEyeQuestion } from '@tabler/icons-react'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { change } from '~/data/use-change'
import { useAsk } from '~/shell/act'
import { Banner } from '~/ui/feedback/banner'
import { Moment } from '~/ui/moment'
import type { FoundPublicProvider, ListingOrganization } from './queries'
import { newestAvailable, newestHeld, whomToAsk, withheldText } from './words'

type Props = { organization: ListingOrganization; provider: FoundPublicProvider; mainOrigin: string | null }

/** Status of a public provider for the organization; if it does not install, why, and whom to ask. */
export function InstallStatus({ organization, provider, mainOrigin }: Props) {
  const { name } = useOrganization()
  if (!provider.isUsable)
    return (
      <Banner
        color="yellow"
        icon={IconBan}
        role="status"
        title={`Not approved for ${name}`}
        actions={provider.mayList && <ListButton provider={provider} />}
      >
        {name} installs only the public providers that it lists, or that are approved for it.{' '}
        {!provider.mayList && whomToAsk(name, organization.teams.nodes, provider.origin === mainOrigin)}
        {!provider.isKnown && ` ${unknownText(provider)}`}
      </Banner>
    )
  if (!provider.isKnown)
    return (
      <Banner color="blue" icon={IconEyeQuestion} role="status" title="Not known here yet">
        {unknownText(provider)}
      </Banner>
    )
  const newest = newestAvailable(provider.newest)
  if (newest === undefined)
    return (
      <Banner color="yellow" icon={IconClockPause} role="status" title="No version installs now">
        {withheldText(provider.newest) || `${provider.origin} lists none.`} <Held provider={provider} />
      </Banner>
    )
  return (
    <Banner color="green" icon={IconCircleCheck} role="status" title={`Installs for ${name}`}>
      The newest version that installs is {newest}. <Held provider={provider} />
    </Banner>
  )
}

/** Returns the text for a provider that may not exist. */
const unknownText = ({ origin }: FoundPublicProvider): string =>
  `Its versions appear here after the CLI requests it. If they do not, ${origin} has no such provider.`

function Held({ provider }: { provider: FoundPublicProvider }) {
  const held = newestHeld(provider.newest)
  if (!held) return null
  return held.heldUntil === null ? (
    <>
      Version {held.version} is held until an administrator releases it: {held.reason}.
    </>
  ) : (
    <>
      Version {held.version} is held until <Moment at={held.heldUntil} />.
    </>
  )
}

function ListButton({ provider: { namespace, name } }: { provider: FoundPublicProvider }) {
  const organization = useOrganization().name
  const ask = useAsk()
  const list = () =>
    ask({
      change: change('registryProviderCreate', { organization, registryName: 'PUBLIC', namespace, name }),
      done: `${namespace}/${name} is listed for ${organization}.`,
    })
  return (
    <Button size="xs" onClick={list}>
      List it for {organization}
    </Button>
  )
}
