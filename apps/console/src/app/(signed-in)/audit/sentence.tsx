import type { AuditEventRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { UserText } from '~/ui/user-text'
import { TextLink } from '~/ui/links'
import { pathOfTarget, sentenceOf, type SentencePart } from './sentences'

type Event = AuditEventRowFragment

/** An event as a sentence, as it stands in a link to the event. */
export const Sentence = ({ event }: { event: Event }) =>
  sentenceOf(event).map((part) => <Part key={part.is + part.text} part={part} />)

/** An event as a sentence, whose names lead to what they name. */
export function LinkedSentence({ event }: { event: Event }) {
  const pathOf = usePaths(event)
  return sentenceOf(event).map((part) => {
    const path = pathOf(part.is)
    return path === undefined ? (
      <Part key={part.is + part.text} part={part} />
    ) : (
      <TextLink key={part.is + part.text} href={path}>
        {part.text}
      </TextLink>
    )
  })
}

const Part = ({ part: { is, text } }: { part: SentencePart }) =>
  is === 'words' ? (
    text
  ) : (
    <b>
      <UserText text={text} />
    </b>
  )

/** Returns the paths that the names of an event link to: only pages that the viewer may open. */
export function usePaths(event: Event): (is: SentencePart['is']) => string | undefined {
  const mayReadUsers = useMay('USERS_READ')
  const { actor, target, organization } = event
  return (is) => {
    if (is === 'actor')
      return mayReadUsers && actor.type === 'USER' && actor.id ? paths.user(actor.id) : undefined
    if (is === 'target') return target.type === 'user' && !mayReadUsers ? undefined : pathOfTarget(event)
    return is === 'organization' && organization?.name ? paths.organization(organization.name) : undefined
  }
}
