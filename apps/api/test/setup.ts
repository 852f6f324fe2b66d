// Decorators look for this before any class of theirs is loaded.
import 'reflect-metadata'
import { endUnfinished } from './on-finished.js'

await endUnfinished()
