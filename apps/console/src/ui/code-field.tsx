import { TextInput, type TextInputProps } from '@mantine/core'
import type { Ref } from 'react'

/** A code of the second factor, where a recovery code may stand in its place. */
export const CodeField = (props: TextInputProps & { ref?: Ref<HTMLInputElement> }) => (
  <TextInput
    name="code"
    label="Code"
    description="Six digits of your authenticator app, or a recovery code."
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    required
    withAsterisk={false}
    {...props}
  />
)
