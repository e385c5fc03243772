#!/usr/bin/env bash
# Installs the peers that Weir is measured beside: from Debian's packages, and the emulator from npm into a folder of its own.
# Usage: perf/install-peers.sh [DIR]     tell perf.jar with -Dweir.peers=DIR; default ~/.weir-peers
set -euo pipefail
peers="${1:-$HOME/.weir-peers}"

missing=()
command -v redis-server >/dev/null || missing+=(redis-server)
command -v etcd >/dev/null || missing+=(etcd-server)
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
command -v npm >/dev/null || missing+=(npm)
if ((${#missing[@]})); then
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
fi

mkdir -p "$peers"
if [[ ! -x "$peers/node_modules/.bin/azurite-table" ]]; then
  (cd "$peers" && npm install --no-audit --no-fund --prefix "$peers" azurite@3)
fi

# Cassandra is not a Debian package: its classes come from Maven Central and run from their own class path.
if [[ ! -s "$peers/cassandra.classpath" ]]; then
  mvn -B -q -ntp -f "$(dirname "$0")/src/peers/cassandra/pom.xml" dependency:build-classpath \
    -Dmdep.outputFile="$peers/cassandra.classpath"
fi
