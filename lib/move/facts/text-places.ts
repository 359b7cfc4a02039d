import type { StringPlace } from './string-tally.ts'

type Attributes = Readonly<Record<string, string>>

export function contentPlace(name: string, { type = '' }: Attributes): StringPlace {
  if (name === 'style') return 'style'
  if (name !== 'script') return 'text'
  return /^application\/(?:[a-z.-]+\+)?ld\+json/i.test(type.trim()) ? 'structured-data' : 'script'
}

const LINKS = new Set(['a', 'area', 'form', 'base'])
const RESOURCE_ATTRIBUTES = new Set(['src', 'srcset', 'imagesrcset', 'poster', 'data', 'href'])

export function attributePlace(name: string, attribute: string, attributes: Attributes): StringPlace {
  if (name === 'link') return linkPlace(attributes)
  if (name === 'meta') return isSocial(attributes) ? 'social-preview' : 'meta'
  if (LINKS.has(name) && /^(?:href|action|ping)$/.test(attribute)) return 'links'
  if (attribute === 'formaction' || attribute === 'cite') return 'links'
  if (/^item(?:id|type|prop)$/.test(attribute)) return 'structured-data'
  if (attribute === 'style') return 'style'
  if (attribute.startsWith('on')) return 'script'
  return RESOURCE_ATTRIBUTES.has(attribute) ? 'resources' : 'other'
}

export function linkPlace({ rel = '', hreflang }: Attributes): StringPlace {
  const relations = rel.toLowerCase().split(/\s+/)
  if (relations.includes('canonical')) return 'canonical'
  if (relations.includes('alternate') && hreflang !== undefined) return 'hreflang'
  return relations.some(relation => /^(?:alternate|next|prev|shortlink|author)$/.test(relation))
    ? 'links'
    : 'resources'
}

function isSocial({ property = '', name = '' }: Attributes): boolean {
  return /^(?:og|twitter|fb|article|al|profile|book|video|music|product):/i.test(property || name)
}
