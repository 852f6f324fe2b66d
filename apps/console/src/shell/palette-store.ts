import { createSpotlight } from '@mantine/spotlight'
import { useEffect } from 'react'

export const [paletteStore, palette] = createSpotlight()

/**
 * The library marks the first entry when the text changes. Entries that are found later need the mark too,
 * or the Enter key would do nothing.
 */
export function useFirstEntryMarked(): void {
  useEffect(() => {
    const list = document.getElementById(paletteStore.getState().listId)
    if (!list || list.querySelector('[data-selected]')) return
    list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
    paletteStore.updateState((state) => ({ ...state, selected: 0 }))
  })
}
