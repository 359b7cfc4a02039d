/**
 * The address of the host in `text`, with its scheme (https if it has none) and without a path; an example if `text`
 * names no host.
 */
export function exampleAddress(text: string): string {
  const address = /^https?:\/\//.test(text) ? text : `https://${text}`
  const { hostname, origin } = URL.canParse(address) ? new URL(address) : { hostname: '', origin: '' }
  return hostname.includes('.') ? origin : 'https://kura.example.com'
}
