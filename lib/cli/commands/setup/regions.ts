/** The regions of the host: https://vercel.com/docs/regions */

type Part = 'Asia' | 'Australia' | 'Europe' | 'Africa' | 'America'

const REGIONS: Readonly<Record<string, readonly [city: string, part: Part]>> = {
  hnd1: ['Tokyo', 'Asia'],
  kix1: ['Osaka', 'Asia'],
  icn1: ['Seoul', 'Asia'],
  hkg1: ['Hong Kong', 'Asia'],
  sin1: ['Singapore', 'Asia'],
  bom1: ['Mumbai', 'Asia'],
  dxb1: ['Dubai', 'Asia'],
  syd1: ['Sydney', 'Australia'],
  arn1: ['Stockholm', 'Europe'],
  cdg1: ['Paris', 'Europe'],
  dub1: ['Dublin', 'Europe'],
  fra1: ['Frankfurt', 'Europe'],
  lhr1: ['London', 'Europe'],
  cpt1: ['Cape Town', 'Africa'],
  cle1: ['Cleveland', 'America'],
  gru1: ['São Paulo', 'America'],
  iad1: ['Washington, D.C.', 'America'],
  pdx1: ['Portland', 'America'],
  sfo1: ['San Francisco', 'America'],
  yul1: ['Montréal', 'America'],
}

/** The region in `vercel.json` of a fresh checkout. */
export const USUAL_REGION = 'hnd1'

/**
 * Reads a region as a prompt shows it, or as a person types it: `hnd1`, `Tokyo` or `hnd1 (Tokyo)`.
 * @throws TypeError if there is no such region
 */
export function readRegionName(text: string): string {
  const word = text.normalize('NFKC').trim().toLowerCase()
  const found = Object.entries(REGIONS).find(([region, [city]]) =>
    [region, city, `${region} (${city})`].some(name => name.toLowerCase() === word),
  )
  if (found) return found[0]
  throw new TypeError('there is no such region')
}

/** Returns the city of a region, such as `Tokyo`; the region's own name if the list does not have the region. */
export function cityOf(region: string): string {
  return REGIONS[region]?.[0] ?? region
}

/** Returns the regions on the continent of a time zone, else all regions: `hnd1 (Tokyo), kix1 (Osaka), …`. */
export function regionsNear(timezone: string): string {
  const [part] = timezone.split('/')
  const all = Object.entries(REGIONS)
  const near = all.filter(([, [, its]]) => its === part)
  return (near.length > 0 ? near : all).map(([region, [city]]) => `${region} (${city})`).join(', ')
}
