import type { Page } from '@playwright/test'

const usualWidths = [390, 1280] as const
const bothThemes = ['light', 'dark'] as const

interface LookedAt {
  readonly widths?: readonly number[]
  readonly themes?: readonly (typeof bothThemes)[number][]
}

/**
 * Finds faults of the page's layout at this width and in this theme, a sentence each: horizontal scroll of the page or
 * a frame in it, text that its box cuts off, text beyond the edge of the window, texts that overlap.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  await settled(page)
  return page.evaluate(measure)
}

/** Waits until the page is still after a change of the window: transitions first, then two frames. */
export function settled(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const frames = () =>
      new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
    const transitions = () => document.getAnimations().filter((moving) => moving instanceof CSSTransition)
    await frames()
    while (transitions().length > 0) {
      // One that is replaced or taken away counts as ended.
      await Promise.allSettled(transitions().map(({ finished }) => finished))
      await frames()
    }
  })
}

/** {@link layoutFaults} at each of these widths, in each of these themes; afterwards the page is as before. */
export async function layoutFaultsAtAllWidths(
  page: Page,
  { widths = usualWidths, themes = bothThemes }: LookedAt = {},
): Promise<string[]> {
  const before = page.viewportSize()
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: before?.height ?? 900 })
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      faults.push(...(await layoutFaults(page)).map((fault) => `${width} ${colorScheme}: ${fault}`))
    }
  }
  if (before) await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: null })
  return faults
}

/** Runs in the page, so it contains everything it needs. */
function measure(): string[] {
  interface Text {
    readonly words: string
    readonly owner: Element
    box: DOMRect
    readonly layer: Element
  }
  const tolerance = 1.5
  const faults: string[] = []
  const root = document.documentElement

  const name = (text: string) => `"${text.trim().replace(/\s+/g, ' ').slice(0, 50)}"`
  const ancestors = function* (element: Element): Generator<Element> {
    for (let at: Element | null = element; at; at = at.parentElement) yield at
  }
  /**
   * Tells whether an element is off the screen on purpose: text for screen readers alone, a skip link without focus.
   */
  const isHidden = (element: Element) =>
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    [...ancestors(element)].some((at) => {
      const { clip, clipPath } = getComputedStyle(at)
      const { width, height, bottom } = at.getBoundingClientRect()
      return (
        clip.startsWith('rect') || clipPath.startsWith('inset(') || (width <= 1 && height <= 1) || bottom < 0
      )
    })
  /** Text as it was typed may be scrolled in its frame; everything else has to fit or break. */
  // What is one row by design, or a picture that has a table in words, says so.
  const mayScroll = (element: Element) =>
    /^(INPUT|PRE|TEXTAREA)$/.test(element.tagName) || element.matches('[data-sideways]')
  const scrollsSideways = (element: Element) =>
    /auto|scroll/.test(getComputedStyle(element).overflowX) &&
    element.scrollWidth > element.clientWidth + tolerance
  const scrollsDown = (element: Element) =>
    /auto|scroll/.test(getComputedStyle(element).overflowY) &&
    element.scrollHeight > element.clientHeight + tolerance
  /** A dialog, a menu or a fixed bar lies over the page by design; texts are compared within one layer. */
  const isLayer = (element: Element) => {
    const { position, zIndex } = getComputedStyle(element)
    return /fixed|sticky/.test(position) || (position === 'absolute' && Number(zIndex) >= 100)
  }
  const layerOf = (element: Element) => [...ancestors(element)].find(isLayer) ?? root

  const texts: Text[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const owner = node.parentElement
    if (!owner || !node.textContent?.trim() || /^(SCRIPT|STYLE|NOSCRIPT|TITLE)$/.test(owner.tagName)) continue
    if (isHidden(owner)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) {
      if (box.width > 1 && box.height > 1) {
        texts.push({ words: node.textContent, owner, box, layer: layerOf(owner) })
      }
    }
  }

  if (root.scrollWidth > root.clientWidth) {
    faults.push(`the page scrolls sideways: ${root.scrollWidth} in ${root.clientWidth} pixels`)
  }
  for (const text of texts) {
    const { words, owner, box } = text
    const scroller = [...ancestors(owner)].find((at) => at !== root && scrollsSideways(at))
    if (scroller) {
      if (!mayScroll(scroller))
        faults.push(`the frame around ${name(scroller.textContent ?? '')} scrolls sideways`)
      // What is scrolled out of its frame covers nothing beside it.
      const frame = scroller.getBoundingClientRect()
      const left = Math.max(box.left, frame.left)
      const width = Math.max(0, Math.min(box.right, frame.right) - left)
      text.box = new DOMRect(left, box.top, width, box.height)
      continue
    }
    const list = [...ancestors(owner)].find((at) => at !== root && at !== document.body && scrollsDown(at))
    if (list) {
      const frame = list.getBoundingClientRect()
      const top = Math.min(Math.max(box.top, frame.top), frame.bottom)
      const height = Math.max(0, Math.min(box.bottom, frame.bottom) - top)
      text.box = new DOMRect(box.left, top, box.width, height)
    }
    // Cut off with dots is fine where the whole text can be had by pointing at it.
    const cutter = [...ancestors(owner)].find((at) => {
      const style = getComputedStyle(at)
      const frame = at.getBoundingClientRect()
      const cutsX =
        /hidden|clip/.test(style.overflowX) &&
        (box.right > frame.right + tolerance || box.left < frame.left - tolerance)
      const cutsY =
        /hidden|clip/.test(style.overflowY) &&
        (box.bottom > frame.bottom + tolerance || box.top < frame.top - tolerance)
      return at !== root && at !== document.body && (cutsX || cutsY)
    })
    if (cutter && !owner.closest('[title]')) faults.push(`${name(words)} is cut off`)
    const endsInDots = cutter !== undefined && getComputedStyle(cutter).textOverflow === 'ellipsis'
    const { left, right } = endsInDots ? cutter.getBoundingClientRect() : box
    // What is cut off covers nothing beside it.
    if (endsInDots) text.box = new DOMRect(left, text.box.top, right - left, text.box.height)
    if (right > root.clientWidth + tolerance || left < -tolerance) {
      faults.push(`${name(words)} reaches beyond the window`)
    }
  }

  texts.sort((a, b) => a.box.top - b.box.top)
  texts.forEach((a, index) => {
    for (const b of texts.slice(index + 1)) {
      if (b.box.top >= a.box.bottom - 2) break
      if (a.layer !== b.layer || a.owner === b.owner) continue
      const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
      const down = Math.min(a.box.bottom, b.box.bottom) - b.box.top
      // Lines of text share some leading; letters that meet share more.
      if (across > 2 && down > Math.min(a.box.height, b.box.height) * 0.3) {
        faults.push(`${name(a.words)} and ${name(b.words)} lie on one another`)
      }
    }
  })
  return [...new Set(faults)]
}
