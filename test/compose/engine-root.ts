import { installDebianRoot } from '../../local/install/debian-root.ts'

const ENGINE = {
  package: 'docker.io',
  otherPackages: [
    'docker-cli',
    'docker-compose',
    'docker-buildx',
    'ca-certificates',
    'iptables',
    'iproute2',
    'slirp4netns',
  ],
  title: 'Docker Engine',
  program: 'Docker Engine (dockerd)',
}

/** The folder of a Debian system with Docker Engine, Compose and BuildKit; the first call creates it. */
export const installEngineRoot = (report: (line: string) => void): Promise<string> => installDebianRoot(ENGINE, report)
