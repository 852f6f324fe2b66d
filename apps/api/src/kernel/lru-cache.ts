import { LRUCache } from 'lru-cache'

/** Makes a cache of the most recently used whose memory grows with it; by `max` all of it is reserved at once. */
export function lruCache<Key extends object | string, Value extends object | number | boolean>(
  entries: number,
): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: entries, sizeCalculation: () => 1 })
}

/** Makes a cache bounded by the sizes of its values together; a value that is larger than all is not cached. */
export function boundedCache<Value extends object>(
  most: number,
  sizeOf: (value: Value) => number,
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: sizeOf })
}
