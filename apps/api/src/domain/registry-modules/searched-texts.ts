/** Texts that a search looks at, as the API knows them; threads read large ones. */
export { searchedParts, searchedTexts } from '@engine/module-source/searched-texts'
