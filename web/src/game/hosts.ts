/** Whether a host, as the browser writes it, can be reached from the same device only. */
export const isOnlyHere = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
