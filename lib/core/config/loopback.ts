/** This machine's host names, as URL parsing writes them: IPv4 is normalised, and IPv6 is in brackets. */
const LOOPBACK = /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost)$/

export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

/** Whether a request to the address uses https, or stays on this machine. */
export function isPrivate({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
