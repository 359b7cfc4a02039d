/** Matches directives with a value after a colon (`max-snippet:20`), which are not names of robots. */
const VALUED = /^(unavailable_after|max-snippet|max-image-preview|max-video-preview)$/

/** Matches the robots of search engines; other robots do not matter. */
const SEARCH_ROBOT =
  /^(?:googlebot|bingbot|slurp|duckduckbot|applebot|baiduspider|yandex(?:bot)?|yeti|naverbot|seznambot)$/

/** Whether the name stands for all robots, or for a robot of a search engine. */
export function isRobotName(name: string): boolean {
  return name === 'robots' || SEARCH_ROBOT.test(name)
}

/** Returns the directives in lower case. `googlebot: noindex` keeps its name, because it applies only to that robot. */
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

/** Returns the robots that may not index the page; `*` stands for all. `none` means noindex and nofollow. */
export function noindexRobots(directives: readonly string[]): string[] {
  const robots = directives.flatMap(directive => {
    const [, robot = '*'] = /^(?:([a-z0-9_*-]+): )?(?:noindex|none)$/.exec(directive) ?? [undefined, '']
    return robot === '*' || robot === 'robots' ? ['*'] : SEARCH_ROBOT.test(robot) ? [robot] : []
  })
  return robots.includes('*') ? ['*'] : [...new Set(robots)]
}
