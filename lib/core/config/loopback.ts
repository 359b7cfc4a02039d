/** This machine's host names as a URL has them: IPv4 is normalised, IPv6 is in brackets. */
const LOOPBACK = /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost)$/

export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

/** A request uses https, or stays on this machine. */
export function isPrivate({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
