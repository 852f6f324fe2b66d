import { useState } from 'react'

/** A value that a dialog shows while it is open, such as a secret; gone once it is closed, by whatever closes it. */
export function useValueWhileOpen<Value>(opened: boolean) {
  const [value, setValue] = useState<Value>()
  if (!opened && value !== undefined) setValue(undefined)
  return [value, setValue] as const
}
