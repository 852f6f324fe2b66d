import { Button, Code, List, Text, Textarea, type TextareaProps } from '@mantine/core'
import { numberText } from '~/ui/text'
import { Small } from '~/ui/texts'
import { kinds, reasons } from '../interface-words'
import { VerdictBanner } from '../versions/verdict-banner'
import type { CheckOutcome } from './interface-check'

type Props = {
  outcome: CheckOutcome
  /** True if the viewer may publish what the policy refuses. */
  mayAccept: boolean
  onNumber: (version: string) => void
}

/**
 * Result of the check: what the chosen sources would break as this version, what the policy does, and what to
 * do next.
 */
export function Outcome({ outcome: { verdict, policy, refused }, mayAccept, onNumber }: Props) {
  if (!verdict)
    return (
      <Text size="sm" role="status">
        No earlier release exists, so no callers can break.
      </Text>
    )
  const { wantedVersion } = verdict
  return (
    <>
      <VerdictBanner
        verdict={verdict}
        role={refused ? 'alert' : 'status'}
        actions={
          wantedVersion !== null && (
            <Button size="xs" variant="default" onClick={() => onNumber(wantedVersion)}>
              Use {wantedVersion}
            </Button>
          )
        }
      >
        {refused && `${verdict.to} will be refused${mayAccept ? giveReason : askManagers}`}
        {verdict.breaksPromise && policy === 'WARN' && 'It is published with a warning.'}
      </VerdictBanner>
      {verdict.breaking.length > 0 && <Broken {...verdict} />}
    </>
  )
}

const giveReason = ', unless you say why it may break them.'
const askManagers = '. Those who manage the module can publish it with a reason.'

/** More of them say nothing new. */
const mostShown = 10

type BrokenProps = Pick<NonNullable<CheckOutcome['verdict']>, 'breaking' | 'breakingCount'>

const Broken = ({ breaking, breakingCount }: BrokenProps) => (
  <div>
    <List size="sm" spacing={2} aria-label="What breaks">
      {breaking.slice(0, mostShown).map(({ path, kind, name, reason }) => (
        <List.Item key={`${path} ${kind} ${name}`} style={{ overflowWrap: 'anywhere' }}>
          {name === '' ? kinds[kind] : <Code>{name}</Code>} {reasons[reason]}
          {path !== '' && kind !== 'FOLDER' && ` · ${path}`}
        </List.Item>
      ))}
    </List>
    {breakingCount > mostShown && <Small>and {numberText(breakingCount - mostShown)} more</Small>}
  </div>
)

type ReasonProps = TextareaProps & { isRequired: boolean }

/** Field for the reason why a version may break its callers; its page shows it. */
export const AcceptBreakingField = ({ isRequired, ...input }: ReasonProps) => (
  <Textarea
    label={
      isRequired ? 'Publish although it breaks callers' : 'Publish although it breaks callers (optional)'
    }
    description="Say why. Its page and the audit log show the reason."
    autosize
    minRows={2}
    maxLength={500}
    {...input}
  />
)
