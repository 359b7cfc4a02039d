/** An address that nothing answers: no server is given a port below 1024, and Node's fetch asks this one. */
export const UNREACHABLE = 'http://127.0.0.1:2'
