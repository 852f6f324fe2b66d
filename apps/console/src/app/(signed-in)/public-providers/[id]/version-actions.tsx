import { Text } from '@mantine/core'
import { IconArrowBackUp, IconBan, IconCheck, IconClockPlay } from '@tabler/icons-react'
import type {
  PublicProviderVersionDecision,
  PublicProviderVersionRowFragment,
} from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { useAct } from '~/shell/act'
import { useMay } from '~/shell/viewer'
import type { Action } from '~/ui/action-button'
import { touchedText } from '../words'

type Version = PublicProviderVersionRowFragment

/** What can be decided of a version. It holds for every organization; each question says whom it touches. */
export function useVersionActions(provider: string): (version: Version) => Action[] {
  const act = useAct()
  const mayWrite = useMay('PUBLIC_PROVIDERS_WRITE')
  return (found) => {
    const { status, decision, newKey } = found
    // One that is available makes its key known, for organizations that have a cooldown.
    const isReleasable = status === 'HELD' || (status === 'AVAILABLE' && newKey && decision === null)
    if (!mayWrite) return []
    const actionOf = (each: Decision) =>
      act({
        ...each.shown,
        change: changeOf(found, each.decision),
        question: {
          title: `${each.verb} ${provider} ${found.version}?`,
          body: <Consequence text={each.body} version={found} />,
          confirm: `${each.verb} ${found.version}`,
          ...each.asked,
        },
        done: `${provider} ${found.version} ${each.done}.`,
      })
    return [
      ...(isReleasable ? [actionOf(decisions.release)] : []),
      ...(status === 'ALTERED' ? [actionOf(decisions.accept)] : []),
      ...(decision === null ? [] : [actionOf(decisions.reset)]),
      ...(status === 'BLOCKED' ? [] : [actionOf(decisions.block)]),
    ]
  }
}

type Decision = (typeof decisions)[keyof typeof decisions]

const decisions = {
  release: {
    decision: 'RELEASE',
    shown: { label: 'Release now', icon: IconClockPlay },
    verb: 'Release',
    body: 'It is listed and delivered to every organization at once, whatever its cooldown.',
    asked: { reason: true },
    done: 'is released',
  },
  accept: {
    decision: 'ACCEPT',
    shown: { label: 'Accept what it is now', icon: IconCheck },
    verb: 'Accept',
    body: 'What the origin has now counts as first seen, once its signature is checked again. If its key is new, other versions by that key still wait for a release. Make sure that its makers mean the change.',
    asked: { danger: true, reason: 'required' },
    done: 'is accepted as it is now',
  },
  reset: {
    decision: null,
    shown: { label: 'Take back the decision', icon: IconArrowBackUp },
    verb: 'Take back the decision on',
    body: 'It stands again as by itself: held until its cooldown ends, or available.',
    asked: { reason: true },
    done: 'is as it was before the decision',
  },
  block: {
    decision: 'BLOCK',
    shown: { label: 'Block', icon: IconBan, danger: true },
    verb: 'Block',
    body: 'It is no longer listed nor delivered, whatever an organization allows. The terminal prints your reason.',
    asked: { danger: true, reason: 'required' },
    done: 'is blocked',
  },
} as const

const changeOf = ({ id, updatedAt }: Version, decision: PublicProviderVersionDecision | null) =>
  change('sitePublicProviderVersionDecide', { id, decision, expectedUpdatedAt: updatedAt })

const Consequence = ({ text, version }: { text: string; version: Version }) => (
  <>
    <Text size="sm">{text}</Text>
    <Text size="sm" mt="xs" fw={600}>
      {touchedText(version)}
    </Text>
  </>
)
