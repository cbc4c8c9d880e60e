"""Packs opened, closed, refused, and handed to other processes."""

import copy
import multiprocessing
import os
import pickle
import subprocess
import traceback

import pytest

import normlet


def test_close():
    """Answers outlive the pack; look-ups do not."""
    with normlet.open() as n:
        answers = n.lookup_many(["FOX-P2"])
    n.close()
    assert answers[0].best.name == "FOXP2" and answers.columns()["p"][0] > 0.5
    for use in lambda: n.lookup("a"), lambda: n.lookup_many(["a"]), lambda: n.text("", ["a"]), lambda: n.info:
        with pytest.raises(normlet.ClosedError, match="no pack is open"):
            use()


@pytest.mark.parametrize(
    "content, error, reason",
    [
        (None, OSError, "no such file"),
        (b"", normlet.PackError, "x.normpack"),
        (b"no pack at all" * 9, normlet.PackError, "x.normpack"),
    ],
)
def test_refused(tmp_path, content, error, reason):
    """What is no pack is an error that names the file."""
    path = tmp_path / "x.normpack"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(error, match=reason):
        normlet.open(path)
    with pytest.raises(normlet.ArgumentError, match="holds a NUL"):
        normlet.open("a\0b")
    with pytest.raises(TypeError):
        normlet.open(7)


def test_unreadable(tmp_path):
    """What the system refuses is the error that Python's own open raises."""
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "secret").write_bytes(b"")
    (tmp_path / "secret").chmod(0)
    for name in "missing", "file/below", ".", "secret":
        path = tmp_path / name
        try:
            with open(path, "rb"):
                continue  # root reads what others may not
        except OSError as e:
            want = e
        with pytest.raises(type(want)) as got:
            normlet.open(path)
        assert (got.value.errno, got.value.filename) == (want.errno, str(path))


def test_signed(tmp_path):
    """A key opens packs that were signed with it, and no other."""
    for name in "own", "other":
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", tmp_path / name], check=True)
        subprocess.run(
            ["openssl", "pkey", "-in", tmp_path / name, "-pubout", "-out", tmp_path / f"{name}.pub"], check=True
        )
    own, other = ((tmp_path / f"{name}.pub").read_text() for name in ("own", "other"))
    rows = [("my:1", "forkhead box P2")]
    signed = normlet.build(rows, tmp_path / "signed.normpack", sign=tmp_path / "own")
    unsigned = normlet.build(rows, tmp_path / "unsigned.normpack")
    with normlet.open(signed, public_key=own) as n, pickle.loads(pickle.dumps(n)) as same:
        assert n.lookup("Forkhead box P2").id == same.lookup("Forkhead box P2").id == "my:1"
    for path, key in (signed, other), (unsigned, own):
        with pytest.raises(normlet.SignatureError, match=path.name):
            normlet.open(path, public_key=key)
    for path, key in (signed, "no key"), (signed, own.replace("MCow", "MCox")), (None, own):
        with pytest.raises(normlet.ArgumentError, match="public_key"):
            normlet.open(path, public_key=key)


def look_up(n):
    """The id of a name, in another process."""
    return n.lookup("FOX-P2").id


def test_other_processes(n):
    """A pack travels to a process that is spawned, and is refused in one that is forked."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(look_up, [n]) == ["NCBIGene:93986"]
    child = os.fork()
    if child == 0:  # without this check it would wait for ever
        try:
            with pytest.raises(normlet.NormletError, match="spawn"):
                n.lookup("FOX-P2")
            n.close()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert look_up(n) == "NCBIGene:93986"


def test_copies(n):
    """A copy is another opening of the same pack."""
    for other in pickle.loads(pickle.dumps(n)), copy.deepcopy(n):
        with other:
            assert look_up(other) == "NCBIGene:93986"
    assert look_up(n) == "NCBIGene:93986" and repr(n) == "normlet.open()"
