import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password; the library does not say of its input that it is wrong, by which a form finds the first of them. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />
)
