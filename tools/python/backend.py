"""Builds the wheel: a PEP 517 backend that needs Go and a C compiler, and no network.

    pip wheel --no-deps --wheel-dir dist tools/python

NORMLET_VERSION is the version of the wheel. NORMLET_WHEEL_PLATFORM replaces the platform of its tag: a build on a
machine with an old enough C library may call itself manylinux_2_34_x86_64, which is up to who publishes it.
NORMLET_QUICK=1 builds the command line from what the go command has in its cache: for tests, not to be published.
"""

import base64
import hashlib
import os
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
VERSION = os.environ.get("NORMLET_VERSION", "0.1.0.dev0")
LIBRARY = {"darwin": "libnormlet.dylib", "win32": "normlet.dll"}.get(sys.platform, "libnormlet.so")
PROGRAM = "normlet.exe" if sys.platform == "win32" else "normlet"

METADATA = f"""\
Metadata-Version: 2.1
Name: normlet
Version: {VERSION}
Summary: Noisy names of genes, diseases, chemicals and more to ids, with a probability, on this machine
License: Apache-2.0
Requires-Python: >=3.9
Provides-Extra: pandas
Requires-Dist: pandas; extra == 'pandas'
Description-Content-Type: text/markdown

"""

WHEEL = "Wheel-Version: 1.0\nGenerator: normlet\nRoot-Is-Purelib: false\nTag: {tag}\n"
ENTRY_POINTS = "[console_scripts]\nnormlet = normlet._build:main\n\n[spacy_factories]\nnormlet = normlet._spacy:create\n"


def get_requires_for_build_wheel(config_settings=None):
    """The backend needs no Python package."""
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes the wheel into a folder and returns its name."""
    platform = os.environ.get("NORMLET_WHEEL_PLATFORM") or sysconfig.get_platform()
    tag = "py3-none-" + platform.replace("-", "_").replace(".", "_")
    info = f"normlet-{VERSION}.dist-info"
    name = f"normlet-{VERSION}-{tag}.whl"
    with tempfile.TemporaryDirectory() as built:
        _go_build(built)
        files = _package_files(Path(built))
        files[f"{info}/METADATA"] = (METADATA + (ROOT / "docs" / "python.md").read_text("utf-8")).encode()
        files[f"{info}/WHEEL"] = WHEEL.format(tag=tag).encode()
        files[f"{info}/entry_points.txt"] = ENTRY_POINTS.encode()
        for notice in ROOT / "LICENSE", ROOT / "NOTICE", Path(built) / "THIRD_PARTY_LICENSES":
            files[f"{info}/{notice.name}"] = notice.read_bytes()
        _write(Path(wheel_directory) / name, files, f"{info}/RECORD")
    return name


def _go_build(folder):
    """Builds the library and the command line, which needs no C library unless it is built quickly."""
    quick = os.environ.get("NORMLET_QUICK") == "1"
    build = ["go", "build", "-ldflags", "-s -w", *([] if quick else ["-trimpath"])]
    env = {**os.environ, "CGO_ENABLED": "1"}
    subprocess.run(
        [*build, "-buildmode=c-shared", "-o", f"{folder}/{LIBRARY}", "./tools/c"], cwd=ROOT, env=env, check=True
    )
    if not quick:
        env["CGO_ENABLED"] = "0"
    subprocess.run([*build, "-o", f"{folder}/{PROGRAM}", "./tools/normlet"], cwd=ROOT, env=env, check=True)
    licenses, texts = f"{folder}/licenses", f"{folder}/THIRD_PARTY_LICENSES"
    subprocess.run(["go", "-C", "tools/licenses", "build", "-o", licenses, "."], cwd=ROOT, check=True)
    subprocess.run([licenses, texts, "./tools/normlet", "./tools/c"], cwd=ROOT, check=True)
    made = f"{folder}/{LIBRARY}", f"{folder}/{PROGRAM}"
    subprocess.run([licenses, "--check", texts, *made], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def _package_files(built):
    """Returns the files of the package by their places in the wheel."""
    sources = [p for p in sorted((HERE / "src" / "normlet").iterdir()) if p.suffix in (".py", ".typed")]
    files = {f"normlet/{p.name}": p.read_bytes() for p in sources}
    files["normlet/normlet.h"] = (ROOT / "tools" / "c" / "normlet.h").read_bytes()
    files[f"normlet/{LIBRARY}"] = (built / LIBRARY).read_bytes()
    files[f"normlet/bin/{PROGRAM}"] = (built / PROGRAM).read_bytes()
    return files


def _write(path, files, record):
    """Writes a wheel whose bytes depend on the files alone."""
    lines = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            lines.append(f"{name},sha256={digest},{len(content)}\n")
            wheel.writestr(_entry(name), content)
        wheel.writestr(_entry(record), "".join(lines) + f"{record},,\n")


def _entry(name):
    entry = zipfile.ZipInfo(name)  # of 1980
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = (0o100755 if "/bin/" in name else 0o100644) << 16
    return entry
