/** `text` with its scheme and without its path, if that is the address of a host; else an example. */
export function exampleAddress(text: string): string {
  const address = /^https?:\/\//.test(text) ? text : `https://${text}`
  const { hostname, origin } = URL.canParse(address) ? new URL(address) : { hostname: '', origin: '' }
  return hostname.includes('.') ? origin : 'https://kura.example.com'
}
