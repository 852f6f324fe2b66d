'use client'

import {
  type AutocompleteProps,
  ComboboxChevron,
  type ComboboxData,
  type SelectProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { toastFailure } from './feedback/toast'

type Fields = typeof import('./list-fields')

/** Fields with lists, once they were fetched in this tab. */
let fetched: Fields | undefined

/** A list that is asked for before it is fetched, by a click or by typing, is open once it is. */
type Fetched = { fields: Fields; opensList: boolean }

/** Fetches the fields with lists when the input is reached; text, selection and focus stay. */
function useFields(input: RefObject<HTMLInputElement | null>, onFetched?: (typed: string) => void) {
  const [found, setFound] = useState<Fetched | undefined>(fetched && { fields: fetched, opensList: false })
  const typed = useRef<string>(undefined)
  const isPressed = useRef(false)
  async function fetchFields() {
    const fields = await import('./list-fields')
    fetched = fields
    const former = input.current
    const hadFocus = document.activeElement === former
    flushSync(() =>
      setFound({ fields, opensList: hadFocus && (isPressed.current || typed.current !== undefined) }),
    )
    if (hadFocus) input.current?.focus()
    // What was selected is what the next key replaces: all of it, where the field was reached by the Tab key.
    if (hadFocus && former) input.current?.setSelectionRange(former.selectionStart, former.selectionEnd)
    if (typed.current !== undefined) onFetched?.(typed.current)
  }
  const onReach = () => void fetchFields().catch(toastFailure)
  // Not the click: the field may be another one between the press and the release of the button.
  const onPress = () => {
    isPressed.current = true
  }
  const onType = (text: string) => {
    typed.current = text
  }
  return { found, onReach, onPress, onType }
}

/** Properties that the field has before its list is fetched as it has them after. */
const alike = [
  ...(['aria-label', 'description', 'disabled', 'error', 'label'] as const),
  ...(['labelProps', 'maw', 'mt', 'placeholder', 'size', 'spellCheck', 'w'] as const),
]

type Alike = Partial<Pick<TextInputProps, (typeof alike)[number]>>

const alikeOf = (props: Alike): Alike =>
  Object.fromEntries(alike.filter((name) => props[name] !== undefined).map((name) => [name, props[name]]))

type StandInProps = Alike & {
  input: RefObject<HTMLInputElement | null>
  text: string
  onText: (text: string) => void
  onReach: () => void
  onPress: () => void
  readOnly?: boolean
  hasChevron?: boolean
}

/** The field until its list is fetched: it looks the same, and takes text. */
function StandIn({ input, text, onText, onReach, onPress, hasChevron = false, ...props }: StandInProps) {
  const list = useId()
  return (
    <TextInput
      {...props}
      ref={input}
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      aria-controls={list}
      autoComplete="off"
      {...(hasChevron && { rightSection: <ComboboxChevron />, rightSectionPointerEvents: 'none' })}
      value={text}
      onPointerEnter={onReach}
      onPointerDown={onPress}
      onFocus={onReach}
      onChange={({ currentTarget }) => onText(currentTarget.value)}
    />
  )
}

/** Returns the label of a value, which is itself where it has none. */
function labelOf(data: ComboboxData = [], value: string): string {
  const found = data.find((each) => typeof each === 'object' && 'value' in each && each.value === value)
  return found && typeof found === 'object' && 'label' in found ? found.label : value
}

/** A choice from a list, whose code is fetched when the field is reached: a page is seen before that. */
export function Select<Value extends string = string>(props: SelectProps<Value>) {
  const input = useRef<HTMLInputElement>(null)
  const [ownSearch, setOwnSearch] = useState('')
  const { data, value, searchable = false, searchValue = ownSearch, readOnly } = props
  const onSearchChange = (text: string) => {
    setOwnSearch(text)
    props.onSearchChange?.(text)
  }
  // The fetched field begins with its value, in place of what was typed before.
  const { found, onReach, onPress, onType } = useFields(input, onSearchChange)
  if (found)
    return (
      <found.fields.Select<Value>
        {...props}
        ref={input}
        defaultDropdownOpened={found.opensList && readOnly !== true}
        {...(searchable && { searchValue, onSearchChange })}
      />
    )
  return (
    <StandIn
      {...alikeOf(props as Alike)}
      readOnly={readOnly === true || !searchable}
      input={input}
      hasChevron
      text={searchValue || labelOf(data, value ?? '')}
      onText={(text) => {
        onType(text)
        onSearchChange(text)
      }}
      onReach={onReach}
      onPress={onPress}
    />
  )
}

/** A text with suggestions, whose code is fetched when the field is reached. */
export function Autocomplete(props: AutocompleteProps) {
  const input = useRef<HTMLInputElement>(null)
  const { found, onReach, onPress, onType } = useFields(input)
  if (found)
    return <found.fields.Autocomplete {...props} ref={input} defaultDropdownOpened={found.opensList} />
  return (
    <StandIn
      {...alikeOf(props as Alike)}
      input={input}
      text={props.value ?? ''}
      onText={(text) => {
        onType(text)
        props.onChange?.(text)
      }}
      onReach={onReach}
      onPress={onPress}
    />
  )
}
