/** Reads the directives for search engines: those of the robots meta and of X-Robots-Tag. */

/**
 * Matches directives that have a value after a colon, so that the name before the colon is not taken for the name of a
 * robot.
 */
const VALUED = /^(unavailable_after|max-snippet|max-image-preview|max-video-preview)$/

/** Matches the names of the robots of search engines; `*` and `robots` are all robots. Other robots do not matter. */
const SEARCH_ROBOT =
  /^(?:googlebot|bingbot|slurp|duckduckbot|applebot|baiduspider|yandex(?:bot)?|yeti|naverbot|seznambot)$/

/** Whether a robots meta has this name: it is for all robots, or for that of a search engine. */
export function isRobotName(name: string): boolean {
  return name === 'robots' || SEARCH_ROBOT.test(name)
}

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

/**
 * Returns the robots of search engines that the directives keep from indexing the page, `*` for all robots. (`none` is
 * noindex and nofollow.)
 */
export function noindexRobots(directives: readonly string[]): string[] {
  const robots = directives.flatMap(directive => {
    const [, robot = '*'] = /^(?:([a-z0-9_*-]+): )?(?:noindex|none)$/.exec(directive) ?? [undefined, '']
    return robot === '*' || robot === 'robots' ? ['*'] : SEARCH_ROBOT.test(robot) ? [robot] : []
  })
  return robots.includes('*') ? ['*'] : [...new Set(robots)]
}
