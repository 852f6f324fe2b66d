/** What a search looks at, known where modules are read: threads read large ones. */
export { searchedParts, searchedTexts } from '@engine/module-source/searched-texts'
