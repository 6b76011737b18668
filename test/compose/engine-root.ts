import { installDebianRoot } from './debian-root.ts'

const ENGINE = {
  name: 'forky-docker.io',
  title: 'Docker Engine (dockerd)',
  packages: [
    'docker.io',
    'docker-cli',
    'docker-compose',
    'docker-buildx',
    'ca-certificates',
    'iptables',
    'iproute2',
    'slirp4netns',
  ],
}

/** The folder of a Debian system with Docker Engine, Compose and BuildKit; the first call creates it. */
export const installEngineRoot = (report: (line: string) => void): Promise<string> => installDebianRoot(ENGINE, report)
