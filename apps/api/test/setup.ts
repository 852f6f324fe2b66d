// Decorators look for this before any class of theirs is loaded.
import 'reflect-metadata'
