/** Reads the directives for search engines: those of the robots meta and of X-Robots-Tag. */

/**
 * Matches directives that have a value after a colon, so that the name before the colon is not taken for the name of a
 * robot.
 */
const VALUED = /^(unavailable_after|max-snippet|max-image-preview|max-video-preview)$/

/**
 * Returns the lower-case directives of an X-Robots-Tag value: `noindex, nofollow`, or `googlebot: noindex`, which
 * applies only to the named robot and is kept as `googlebot: noindex`.
 */
export function robotsTagDirectives(value: string): string[] {
  let robot = ''
  return value
    .toLowerCase()
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(part => {
      const named = /^([a-z0-9_*-]+)\s*:\s*(.*)$/.exec(part)
      if (!named || VALUED.test(named[1] ?? '')) return `${robot}${part}`
      robot = `${named[1]}: `
      return `${robot}${named[2]}`
    })
}

/** Whether one of the directives keeps the page out of an index; `none` is noindex and nofollow. */
export function forbidsIndex(directives: readonly string[]): boolean {
  return directives.some(directive => /(?:^|: )(?:noindex|none)$/.test(directive))
}
