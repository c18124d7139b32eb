"""Debian packages: downloads them, unpacks them, and records which versions they were."""

import csv
import glob
import hashlib
import os
import subprocess
import tempfile

from .decoding import Unusable

COLUMNS = ("package", "version", "sha256")


def fetch(package, folder, downloads, record):
    """Downloads a package and unpacks it into a folder; raises Unusable with the reason where it cannot.

    record: the table of what was fetched; a package that is not what it was then is told, and recorded anew.
    """
    with tempfile.TemporaryDirectory(dir=downloads) as download:
        run = _run("cannot be downloaded", ["apt-get", "download", "-q", package], download)
        files = glob.glob(os.path.join(glob.escape(download), "*.deb"))
        if not files:
            raise Unusable(f"cannot be downloaded: apt-get left no file: {run.stdout.strip()}")
        _run("cannot be unpacked", ["dpkg-deb", "--extract", files[0], folder])
        version = _run("has no version", ["dpkg-deb", "--field", files[0], "Version"]).stdout.strip()
        _note(record, package, version, _sha256(files[0]))


def _run(problem, command, folder=None):
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    if run.returncode:
        raise Unusable(f"{problem}: {' '.join(run.stderr.strip().splitlines()[-1:])}")
    return run


def _sha256(path):
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _note(record, package, version, sha256):
    """Writes what was fetched into the table, and says where it was another before."""
    rows = {row["package"]: row for row in read(record)}
    before = rows.get(package)
    rows[package] = dict(package=package, version=version, sha256=sha256)
    if before and before != rows[package]:
        print(
            f"changed {package}: found version {version}, sha256 {sha256}; "
            f"fetched before: version {before['version']}, sha256 {before['sha256']}",
            flush=True,
        )
    with open(record + ".part", "w", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows[name] for name in sorted(rows))
    os.replace(record + ".part", record)


def read(record):
    """The rows of the table of what was fetched; none where there is no table."""
    if not os.path.exists(record):
        return []
    with open(record, newline="") as stream:
        return list(csv.DictReader(stream))
