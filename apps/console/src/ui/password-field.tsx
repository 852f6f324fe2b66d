import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/**
 * Password input that marks errors, as the library's does not, so that a form can focus the first invalid
 * one.
 */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />
)
