/** Paths with named segments and wildcards, as stand-ins and their faults name them. */

/** The pattern of `/api/1/deals/{id}`; `*` stands for anything. */
export function pathPattern(path: string): URLPattern {
  return new URLPattern({ pathname: path.replaceAll(/\{([^}]+)\}/g, ':$1') })
}
