#!/usr/bin/env bash
# Installs Vetura on a Debian 13 (or newer, or an Ubuntu of 2025): packages, user, Node, the built site,
# systemd units and Caddy. It can be run again, for example after `git pull`: it does what is missing and
# keeps the configuration. See docs/operations/going-live.md.
#
#   git clone … /srv/vetura && /srv/vetura/scripts/install.sh vetura.example
set -euo pipefail

readonly home=/srv/vetura
readonly data=/var/lib/vetura
readonly account=vetura
readonly env_file=/etc/vetura.env
readonly caddy_file=/etc/caddy/Caddyfile
readonly min_node=20

todo=()

say() { printf '\n── %s\n' "$*"; }
fail() {
  printf '\n%s\n' "$*" >&2
  exit 1
}
later() { todo+=("$*"); }

# True if systemd is PID 1. In a chroot or a container units are installed but not started.
has_systemd() { [[ -d /run/systemd/system ]]; }

as_account() { runuser --user "$account" -- env HOME="$data" "$@"; }

# Writes standard input to a file; returns 0 if the content has changed.
write_file() {
  local mode=$1 file=$2 draft
  draft=$(mktemp "$file.XXXXXX")
  cat >"$draft"
  if cmp --silent "$draft" "$file"; then
    rm "$draft"
    return 1
  fi
  chmod "$mode" "$draft"
  mv "$draft" "$file"
}

check() {
  [[ $EUID -eq 0 ]] || fail "Run it as root: sudo $0 $domain"
  [[ $domain =~ ^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$ ]] || fail "Name the site's domain: $0 vetura.example"
  command -v apt-get >/dev/null || fail "This is for Debian. Elsewhere: docs/operations/deploying.md, \"Container\"."
  local here
  here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  [[ $here == "$home" ]] || fail "The units expect the clone in $home, and it is in $here. Move it: mv $here $home"
}

has_node() {
  command -v npm >/dev/null && [[ $(node --print 'parseInt(process.versions.node)' 2>/dev/null || echo 0) -ge $min_node ]]
}

is_installed() { [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }

install_packages() {
  say "Packages: Node to begin with, Caddy, a clock that is set"
  local wanted=(ca-certificates caddy procps) missing=() name
  has_node || wanted+=(nodejs npm)
  # Either of them sets the clock, and systemd-timesyncd would replace it.
  is_installed chrony || is_installed ntpsec || wanted+=(systemd-timesyncd)
  for name in "${wanted[@]}"; do
    is_installed "$name" || missing+=("$name")
  done
  if ((${#missing[@]} > 0)); then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update --quiet=2
    # The output is in /var/log/apt/term.log; errors are shown.
    apt-get install --yes --quiet=2 --no-install-recommends --option=Dpkg::Use-Pty=0 "${missing[@]}" >/dev/null
  fi
  has_node || fail "Node $min_node or newer is needed, and this Debian has none: install Debian 13, or Node and npm yourself."
}

make_account() {
  say "Account $account and its folder $data"
  id --user "$account" >/dev/null 2>&1 ||
    useradd --system --user-group --home-dir "$data" --no-create-home --shell /usr/sbin/nologin "$account"
  install --directory --owner="$account" --group="$account" --mode=0700 "$data"
  # The user updates the clone; the running site cannot write to it (ProtectSystem in the unit).
  chown --recursive "$account:$account" "$home"
}

# scripts/steps/setup.mjs installs the Node of .node-version and the packages, and builds the pages.
set_up_product() {
  say "The site: Node $(<"$home/.node-version"), packages, pages"
  local node
  node=$(cd "$home" && as_account node --input-type=module --eval '
    import { setUp } from "./scripts/steps/setup.mjs";
    console.log((await setUp({ dev: false, pages: true })).node);
  ')
  # The units use this path, so it does not depend on the version.
  as_account ln --symbolic --force --no-dereference "$node" "$home/.runtime/node"
}

write_environment() {
  say "Configuration in $env_file"
  if [[ -e $env_file ]]; then
    echo "It is there and stays as it is."
    grep --quiet "^PUBLIC_URL=https://$domain\$" "$env_file" ||
      later "PUBLIC_URL in $env_file is another than https://$domain: one of them is wrong."
    return
  fi
  # Not with write_file: a file with secrets must never be readable by others, not even briefly.
  (
    umask 077
    cat >"$env_file" <<END
# Read by systemd for vetura.service: NAME=value, no spaces around =. Then: systemctl restart vetura
PUBLIC_URL=https://$domain
# Caddy on this machine is believed about visitors' addresses.
TRUSTED_PROXIES=127.0.0.1
# An empty database stays empty.
DEMO=0
# Seals admins' second factors. Copy it to a safe place: backups do not hold it.
SECRET_KEY=$(od --address-radix=n --format=x1 --read-bytes=32 /dev/urandom | tr --delete ' \n')
# Monitoring reads /api/admin/health with it.
MONITORING_TOKEN=$(od --address-radix=n --format=x1 --read-bytes=32 /dev/urandom | tr --delete ' \n')
ADMIN_TOTP_REQUIRED=1
#ADMIN_EMAIL=
#ADMIN_PASSWORD=
#SMTP_URL=smtp://USER:PASSWORD@smtp.provider.example:587
#MAIL_FROM=Vetura <info@$domain>
#STRIPE_SECRET_KEY=
#STRIPE_WEBHOOK_SECRET=
END
  )
}

install_units() {
  say "systemd units"
  local unit
  for unit in vetura.service vetura-backup.service vetura-backup.timer; do
    install --mode=0644 "$home/deploy/$unit" "/etc/systemd/system/$unit"
  done
  # `vetura doctor`, `vetura admin grant E-MAIL`: runs the product's programs as the site's user, with its
  # configuration.
  write_file 0755 /usr/local/bin/vetura <<'END' || true
#!/bin/sh
# Written by /srv/vetura/scripts/install.sh. vetura doctor | admin | backup | restore | stripe-setup … ARGUMENTS
program=/srv/vetura/scripts/${1:-}.ts
if [ -z "${1:-}" ] || [ ! -f "$program" ]; then
  echo "vetura doctor | admin | backup | restore | stripe-setup | upgrade-database   (each says more with --help)" >&2
  exit 1
fi
shift
exec systemd-run --quiet --pipe --wait --collect --uid=vetura --gid=vetura --working-directory=/srv/vetura \
  --property=EnvironmentFile=/etc/vetura.env --property=UMask=0077 \
  --setenv=DATA_DIR=/var/lib/vetura --setenv=NODE_ENV=production \
  /srv/vetura/.runtime/node "$program" "$@"
END
  local dropin=/etc/systemd/system/caddy.service.d
  install --directory "$dropin"
  write_file 0644 "$dropin/vetura.conf" <<END || true
# Written by $home/scripts/install.sh, for /etc/caddy/Caddyfile.
[Service]
Environment=PUBLIC_URL=https://$domain
# Longer than the grace_period there.
TimeoutStopSec=25
END
}

install_caddyfile() {
  say "Caddy"
  # Debian's default file is recognised by its first lines; anybody else's file is not replaced.
  if [[ -e $caddy_file ]] && ! cmp --silent "$home/deploy/Caddyfile" "$caddy_file" &&
    ! grep --quiet --extended-regexp 'The Caddyfile is an easy way to configure|before the site: https for everybody' "$caddy_file"; then
    later "$caddy_file is yours and was left alone: take over what $home/deploy/Caddyfile has."
    return
  fi
  install --mode=0644 "$home/deploy/Caddyfile" "$caddy_file"
  PUBLIC_URL="https://$domain" caddy validate --adapter caddyfile --config "$caddy_file" >/dev/null 2>&1 ||
    fail "Caddy does not take $caddy_file: PUBLIC_URL=https://$domain caddy validate --config $caddy_file"
}

start_all() {
  say "Start"
  if ! has_systemd; then
    # Only creates the links; messages of a systemd that does not run are hidden.
    systemctl enable vetura.service vetura-backup.timer caddy.service >/dev/null 2>&1 || true
    later "systemd does not run here: systemctl start vetura caddy vetura-backup.timer"
    return
  fi
  systemctl daemon-reload
  systemctl enable --quiet vetura.service vetura-backup.timer caddy.service
  systemctl start vetura-backup.timer
  # A running site may be an older version.
  systemctl restart vetura.service
  # Caddy reads its environment only at the start.
  systemctl restart caddy.service
  local tries
  for ((tries = 0; tries < 120; tries += 1)); do
    if node --eval 'fetch("http://127.0.0.1:3000/readyz").then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))'; then
      echo "The site is ready."
      return
    fi
    sleep 1
  done
  fail "The site did not become ready within two minutes: journalctl --unit=vetura --lines=50"
}

say_what_is_left() {
  say "Left to do"
  getent ahosts "$domain" >/dev/null || later "DNS: A and AAAA records for $domain that name this server."
  later "Firewall: let TCP 80 and 443 and UDP 443 in, nothing else but SSH."
  grep --quiet '^SMTP_URL=' "$env_file" || later "Mail: SMTP_URL and MAIL_FROM in $env_file."
  grep --quiet '^STRIPE_SECRET_KEY=' "$env_file" || later "Payments: the two STRIPE_ variables in $env_file; until then test mode."
  later "An admin: register on https://$domain, then: vetura admin grant E-MAIL"
  later "A copy of $env_file and of each backup ($data/backups) on another machine."
  later "Then: vetura doctor"
  printf '  %s\n' "${todo[@]/#/• }"
}

domain=${1:-}
check
install_packages
make_account
set_up_product
write_environment
install_units
install_caddyfile
start_all
say_what_is_left
