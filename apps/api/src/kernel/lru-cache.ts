import { LRUCache } from 'lru-cache'

/**
 * A cache of the most recently used. Its memory grows with what it holds: by the library's `max` all of it is reserved at
 * once, which was half of the work of a start.
 */
export function lruCache<Key extends object | string, Value extends object | number | boolean>(
  entries: number,
): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: entries, sizeCalculation: () => 1 })
}

/** The same, bounded by what its values count for together; one that counts for more than all is not cached. */
export function boundedCache<Value extends object>(
  most: number,
  sizeOf: (value: Value) => number,
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: sizeOf })
}
