/** Returns the origin of the address in `text`, with https if it has no scheme; an example if `text` names no host. */
export function exampleAddress(text: string): string {
  const address = /^https?:\/\//.test(text) ? text : `https://${text}`
  const { hostname, origin } = URL.canParse(address) ? new URL(address) : { hostname: '', origin: '' }
  return hostname.includes('.') ? origin : 'https://kura.example.com'
}
