import { StateDot } from '~/ui/feedback/state-dot'

export const IdentityState = ({ enabled, quiet = false }: { enabled: boolean; quiet?: boolean }) =>
  enabled ? (
    <StateDot tone="good" quiet={quiet}>
      Enabled
    </StateDot>
  ) : (
    <StateDot tone="idle">Disabled</StateDot>
  )
