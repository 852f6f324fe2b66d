import { Ago } from '~/ui/moment'
import { Dimmed } from '~/ui/texts'

/** How long ago a user was here. */
export const LastSeen = ({ at }: { at: string | null }) =>
  at === null ? <Dimmed>–</Dimmed> : <Ago at={at} />
