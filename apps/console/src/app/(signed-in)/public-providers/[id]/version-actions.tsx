import { Text } from '@mantine/core'
import { IconArrowBackUp, IconBan, IconCheck, IconClockPlay } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type {
  PublicProviderVersionActionFactsFragment,
  PublicProviderVersionDecision,
} from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { useAct } from '~/shell/act'
import { useMay } from '~/shell/viewer'
import type { Action } from '~/ui/action-button'
import { touchedText } from '../words'

export const PublicProviderVersionActionFacts = graphql(`
  fragment PublicProviderVersionActionFacts on SitePublicProviderVersion {
    id
    version
    status
    decision
    newKey
    updatedAt
    usedBy
    usedByCount
  }
`)

type Version = PublicProviderVersionActionFactsFragment

/**
 * Returns the decisions on a version. They hold for every organization; each question says which ones they
 * affect.
 */
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
    shown: { label: 'Accept the change', icon: IconCheck },
    verb: 'Accept',
    body: 'The files at the origin replace the recorded ones once their signature is verified. Other versions by a new key still wait for a release. Ask the makers whether they intended the change.',
    asked: { danger: true, reason: 'required' },
    done: 'is accepted',
  },
  reset: {
    decision: null,
    shown: { label: 'Undo the decision', icon: IconArrowBackUp },
    verb: 'Undo the decision on',
    body: 'Its cooldown applies again: it is held until that ends, or available.',
    asked: { reason: true },
    done: 'is without a decision again',
  },
  block: {
    decision: 'BLOCK',
    shown: { label: 'Block', icon: IconBan, danger: true },
    verb: 'Block',
    body: 'It is no longer listed or delivered, whatever an organization allows. The CLI prints your reason.',
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
