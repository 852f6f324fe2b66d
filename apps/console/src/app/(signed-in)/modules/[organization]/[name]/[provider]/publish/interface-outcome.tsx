import { Button, Code, List, Text, Textarea, type TextareaProps } from '@mantine/core'
import { numberText } from '~/ui/text'
import { Small } from '~/ui/texts'
import { breaksPromise, kinds, reasons, wantedNumber } from '../interface-words'
import { VerdictBanner } from '../verdict-banner'
import type { CheckOutcome } from './interface-check'

type Props = {
  outcome: CheckOutcome
  /** Whether the viewer may publish what the policy refuses. */
  mayAccept: boolean
  onNumber: (version: string) => void
}

/** What the chosen sources would break as this version, what becomes of it, and what to do about it. */
export function Outcome({ outcome: { verdict, policy, refused }, mayAccept, onNumber }: Props) {
  if (!verdict)
    return (
      <Text size="sm" role="status">
        There is no release before it whose callers it could break.
      </Text>
    )
  const wanted = wantedNumber(verdict)
  return (
    <>
      <VerdictBanner
        verdict={verdict}
        role={refused ? 'alert' : 'status'}
        actions={
          wanted !== undefined && (
            <Button size="xs" variant="default" onClick={() => onNumber(wanted)}>
              Use {wanted}
            </Button>
          )
        }
      >
        {refused && `${verdict.to} will be refused${mayAccept ? giveReason : askManagers}`}
        {breaksPromise(verdict) && policy === 'WARN' && 'It is published with a warning.'}
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

/** Why a version may break its callers, which its page shows. */
export const AcceptBreakingField = ({ isRequired, ...input }: ReasonProps) => (
  <Textarea
    label={isRequired ? 'Publish although it breaks' : 'Publish although it breaks (optional)'}
    description="Say why. Its page and the audit log show the reason."
    autosize
    minRows={2}
    maxLength={500}
    {...input}
  />
)
