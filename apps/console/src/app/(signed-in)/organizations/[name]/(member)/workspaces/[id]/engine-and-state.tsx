import { compareVersions } from '@engine/shared'
import { Ago } from '~/ui/moment'
import { StateDot, States } from '~/ui/feedback/state-dot'
import { sizeText } from '~/ui/text'
import { Exact, Note } from '~/ui/texts'
import { resourcesText, versionText } from '../texts'
import type { CurrentState, FoundState, FoundWorkspace } from './queries'

type Props = { workspace: FoundWorkspace; state: CurrentState }

/** The engine version that is chosen, with that of the state, and the facts of the state. */
export const EngineAndState = ({ workspace, state }: Props) => (
  <div>
    <States>
      <span>
        Engine version <Exact>{versionText(workspace)}</Exact>
      </span>
      {state && state.engineVersion !== null && (
        <Difference chosen={workspace.resolvedEngineVersion} written={state.engineVersion} />
      )}
    </States>
    {state && <StateLine state={state} />}
  </div>
)

/** Tells that another version wrote the state; one that is newer than the chosen one keeps that from reading it. */
function Difference({ chosen, written }: { chosen: string; written: string }) {
  if (chosen === written) return null
  return compareVersions(written, chosen) > 0 ? (
    <StateDot tone="warning">{`Differs: the newer ${written} wrote the state`}</StateDot>
  ) : (
    <StateDot tone="idle">{`Differs: ${written} wrote the state`}</StateDot>
  )
}

/** Facts of the current state in one line. */
function StateLine({ state }: { state: FoundState }) {
  const { serial, resourceCount, form, size, createdBy, createdAt, warnings } = state
  const facts = [resourcesText(resourceCount, form), ...(size === null ? [] : [sizeText(size)])]
  return (
    <Note style={{ overflowWrap: 'anywhere' }}>
      State {serial}, written by {createdBy.name} <Ago at={createdAt} /> · {facts.join(' · ')}
      {warnings.map((warning) => (
        <span key={warning} style={{ display: 'block' }}>
          {warning}.
        </span>
      ))}
    </Note>
  )
}
