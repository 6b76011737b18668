/** The error for a missing program that cannot be installed on this machine. Its message says what to do instead. */
export function cannotInstall(program: string, reason: string): Error {
  return new Error(
    `${program} is missing and cannot be installed here: ${reason}.\n` +
      'Install it, or give the address of a running server in MONGODB_URI, RABBITMQ_URL or REDIS_URL, ' +
      'or run the whole system in containers: deploy/setup && docker compose up',
  )
}

/** The reason why packages cannot be installed on this machine; undefined when they can. */
export function reasonNotInstallable(aptGet: string | undefined, uid = process.getuid?.()): string | undefined {
  if (aptGet === undefined) return 'this is no Debian machine (there is no apt-get)'
  return uid === 0 ? undefined : 'that takes the rights of root'
}
