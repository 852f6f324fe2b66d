import { hostFault } from '@engine/shared'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Banner } from './banner'

/** Says that nothing can be installed from the address of the platform, where no CLI takes its host. */
export function HostFault({ publicUrl }: { publicUrl: string }) {
  const fault = hostFault(publicUrl)
  if (fault === undefined) return null
  return (
    <Banner color="yellow" icon={IconAlertTriangle} title="No CLI takes the host of this registry">
      {new URL(publicUrl).host} cannot be used in a source: {fault}. A site administrator has to give the
      platform another address (<code>PUBLIC_URL</code>).
    </Banner>
  )
}
