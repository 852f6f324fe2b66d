'use client'

import { Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { CodeToCopy } from '~/ui/code-to-copy'
import { Banner } from '~/ui/feedback/banner'
import { Section } from '~/ui/section'
import { commandsFor, isCommandName } from './engine-name'

/** Says why the commands below name no CLI that there is, and who can mend that. */
export const MissingEngineName = ({ isAdministrator }: { isAdministrator: boolean }) => (
  <Stack gap="md" mb="md">
    <Banner
      color="orange"
      icon={IconAlertTriangle}
      role="status"
      title="This site does not know your CLI yet."
    >
      The examples below call it <code>engine</code>, and no CLI works until it has its name:{' '}
      {isAdministrator ? (
        <>
          set <code>ENGINE_ALIASES</code> to the name of its command, and restart the API.
        </>
      ) : (
        <>
          ask a site administrator to set <code>ENGINE_ALIASES</code>.
        </>
      )}
    </Banner>
    {isAdministrator && <NameCommand />}
  </Stack>
)

/** The lines to run where the platform is: the name is part of every address, so that a start alone reads it. */
function NameCommand() {
  const [typed, setTyped] = useState('')
  const word = typed.trim()
  const isValid = isCommandName(word)
  const commands = commandsFor(isValid ? word : 'word')
  return (
    <Section title="Name your CLI">
      <Stack gap="sm" maw={640}>
        <TextInput
          label="Command of your CLI"
          description="What you type before init and apply."
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={
            word === '' || isValid
              ? undefined
              : 'Type 2 to 31 lower-case letters and digits, other than “engine”.'
          }
        />
        <Text size="sm">
          Stop the platform with Ctrl-C, and run this in its folder
          {isValid ? '' : ', with the command of your CLI in place of “word”'}:
        </Text>
        <CodeToCopy text={commands.shell} what="the commands that name the CLI" language="bash" />
        <Text size="sm">In a container, set this variable and create the container again:</Text>
        <CodeToCopy text={commands.variable} what="the variable that names the CLI" language="bash" />
      </Stack>
    </Section>
  )
}
