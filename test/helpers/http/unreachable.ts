/**
 * An address at which no server answers: tests start no server on a port below 1024, and Node's fetch accepts this
 * port.
 */
export const UNREACHABLE = 'http://127.0.0.1:2'
