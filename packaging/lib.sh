# Pieces that the scripts of this folder share, to be sourced in the folder of the
# project. Sourcing only sets variables.
# shellcheck shell=bash

# Installs the Debian packages of programs that are missing: need PROGRAM=PACKAGE…
# As another user than root it says what to install, and fails.
need() {
    local pair missing=()
    for pair; do
        [ -n "$(command -v "${pair%%=*}")" ] || missing+=("${pair#*=}")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    [ "$(id -u)" = 0 ] || { echo "needed: apt install ${missing[*]}" >&2; return 1; }
    apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

# Prints the version of the workspace.
version() { sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1; }

# Builds both programs for a target.
build() { # TARGET
    rustup target list --installed | grep -qx "$1" || rustup target add "$1" >&2
    nice cargo build --release --locked --target "$1" >&2
}

# The time of all files in archives: that of the last commit, also when the folder belongs to
# another user, as in containers; without git that of Cargo.toml.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -c "safe.directory=*" log -1 --format=%ct 2>/dev/null || stat -c %Y Cargo.toml)}
export SOURCE_DATE_EPOCH

# Gives every file of a folder that time, and the modes that it has for everybody.
settle() {
    chmod -R u=rwX,go=rX "$1"
    find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

# Packs a folder with its name into a .tar.gz, the same bytes each time: pack_tar FOLDER FILE
pack_tar() {
    settle "$1"
    tar -C "$(dirname "$1")" --sort=name --owner=0 --group=0 --numeric-owner --format=gnu \
        -cf - "$(basename "$1")" | gzip -9n >"$2"
}

# Packs files of a folder into a ZIP, the same bytes each time: pack_zip FOLDER FILE WHAT
pack_zip() {
    local file
    file=$(realpath -m "$2")
    settle "$1"
    rm -f "$file"
    # The times in a ZIP are local.
    (cd "$1" && find "$3" -type f | LC_ALL=C sort | TZ=UTC zip -q -X -9 -@ "$file")
}
