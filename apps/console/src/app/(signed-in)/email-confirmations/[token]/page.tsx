import { Text } from '@mantine/core'
import { graphql } from '~/data/generated'
import { ask } from '~/session/ask'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { ConfirmEmail } from './confirm-email'

const EmailConfirmation = graphql(`
  query EmailConfirmation($token: String!) {
    emailConfirmation(token: $token) {
      email
    }
  }
`)

/** Opening the link changes nothing: programs that look into letters open it too. */
export default async function EmailConfirmationPage({ params }: PageProps<'/email-confirmations/[token]'>) {
  const token = decodeURIComponent((await params).token)
  const { emailConfirmation } = await ask(EmailConfirmation, { token })
  return (
    <>
      <PageHeader title="Confirm your address" />
      <Section title={emailConfirmation?.email ?? 'This link is invalid'}>
        {emailConfirmation ? (
          <ConfirmEmail token={token} email={emailConfirmation.email} />
        ) : (
          <Text size="sm">
            It was used or replaced, it is older than 24 hours, or it belongs to another account than the one
            that you are signed in with.
          </Text>
        )}
      </Section>
    </>
  )
}
