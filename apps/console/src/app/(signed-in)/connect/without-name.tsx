import { IconAlertTriangle } from '@tabler/icons-react'
import { Banner } from '~/ui/banner'

/** Says why the commands below name no CLI that there is, and who can mend that. */
export const WithoutName = ({ isAdministrator }: { isAdministrator: boolean }) => (
  <Banner color="orange" icon={IconAlertTriangle} role="status" title="This site does not know your CLI yet.">
    What stands below calls it <code>engine</code>, and no CLI works before it has its name:{' '}
    {isAdministrator ? (
      <>
        set <code>ENGINE_ALIASES</code> to the name of its command, and start the API again.
      </>
    ) : (
      <>
        ask a site administrator to set <code>ENGINE_ALIASES</code>.
      </>
    )}
  </Banner>
)
