#!/usr/bin/env bash
# The exam on any build server, or on your machine: docs/ci/run.sh smoke, or docs/ci/run.sh nightly. The exit code is the
# verdict. Keys come from the environment; without one, the recordings are replayed, but never at night.
set -euo pipefail
export CI="${CI:-true}" # A plan that is expected to cost more than the limit is refused.
case "${1:-}" in
  smoke) exam=(--tag smoke --inconclusive pass --max-cost 0.5) ;;
  nightly) exam=(--live --inconclusive pass --max-cost 5) ;;
  *) echo "usage: $0 smoke|nightly" >&2 && exit 64 ;;
esac
exec npx --no viva run "${exam[@]}" --baseline baselines/main.json --report html,junit,json,markdown
