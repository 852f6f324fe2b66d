import { outdatedText } from '../ui/feedback/outdated'
import { toastDone } from '../ui/feedback/toast'
import { openGuard } from './leave-guard'

/** Keys of this tab's storage: what was typed before a page was loaded again, and when that was. */
const typedKey = 'console-typed'
const reloadedKey = 'console-reloaded'

/** A console whose scripts are gone again so soon is broken: to load its page once more would not end. */
const pause = 60_000

/** Value of a field, which is found again by its label. */
type Typed = { field: string; value: string | boolean }

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Secrets are written nowhere, and what is picked from a list or a disk is no text. */
const unkept =
  'input:is([type=password], [type=file], [type=hidden], [type=search], [role=combobox], [readonly])'

const isChecked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

/** Returns the fields of the page by their kinds and labels; of those alike each has its number. */
function fieldsOf(page: ParentNode): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const field of page.querySelectorAll<Field>(`:is(input, textarea, select):not(${unkept})`)) {
    const label = field.labels?.[0]?.textContent ?? field.ariaLabel ?? field.name
    const name = `${field.type} ${label}`
    let [each, number] = [name, 1]
    while (fields.has(each)) each = `${name} ${++number}`
    fields.set(each, field)
  }
  return fields
}

const valueOf = (field: Field): string | boolean => (isChecked(field) ? field.checked : field.value)

/** Types a value as a person would: the form hears of it. */
function type(field: Field, value: string | boolean): void {
  if (typeof value === 'boolean') return field.click()
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/** Tells whether a file of the console is no longer on its server; a connection that is broken is no release. */
async function isGone(address: string): Promise<boolean> {
  try {
    const { status } = await fetch(address, { method: 'HEAD', cache: 'no-store' })
    return status === 404
  } catch {
    return false
  }
}

/** Returns the address of the file of the console that an element could not load. */
function fileOf(target: EventTarget | null): string | undefined {
  const address =
    target instanceof HTMLScriptElement ? target.src : target instanceof HTMLLinkElement ? target.href : ''
  return address.startsWith(`${window.location.origin}/_next/`) ? address : undefined
}

/**
 * Loads the page again by itself, once, when the console was updated while it was open, and types again what was
 * typed. Returns a function that ends it.
 */
export function renewOutdatedPage(): () => void {
  void typeAgain()
  let isChecking = false
  const onError = ({ target }: Event) => {
    const file = fileOf(target)
    if (file === undefined || isChecking) return
    isChecking = true
    // What failed may take the form away before the server has answered.
    const typed = [...fieldsOf(document)].map(([field, each]): Typed => ({ field, value: valueOf(each) }))
    void isGone(file).then((gone) => {
      isChecking = false
      if (gone) reload(typed)
    })
  }
  // Errors of elements do not bubble.
  window.addEventListener('error', onError, true)
  return () => window.removeEventListener('error', onError, true)
}

function reload(typed: readonly Typed[]): void {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0)
  const isByItself = Date.now() - last > pause && openGuard()
  if (!isByItself && !window.confirm(`${outdatedText} Reload it?`)) return
  sessionStorage.setItem(reloadedKey, String(Date.now()))
  sessionStorage.setItem(typedKey, JSON.stringify({ address: window.location.href, typed }))
  window.location.reload()
}

/** Time limit for the form to be there again, and time between two looks at it, in milliseconds. */
const longestWait = 10_000
const interval = 250

/** Types again what was typed on this page, until the form has taken it. */
async function typeAgain(): Promise<void> {
  const { address, typed } = JSON.parse(sessionStorage.getItem(typedKey) ?? '{}') as {
    address?: string
    typed?: readonly Typed[]
  }
  sessionStorage.removeItem(typedKey)
  if (address !== window.location.href || !typed) return
  toastDone(`${outdatedText} What you typed is kept.`)
  const end = Date.now() + longestWait
  for (let isTyped = false; !isTyped && Date.now() < end;) {
    const fields = fieldsOf(document)
    const missing = typed.filter(({ field, value }) => {
      const found = fields.get(field)
      return !found || valueOf(found) !== value
    })
    for (const { field, value } of missing) {
      const found = fields.get(field)
      if (found) type(found, value)
    }
    isTyped = missing.length === 0
    await new Promise((resolve) => setTimeout(resolve, interval))
  }
}
