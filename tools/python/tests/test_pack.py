"""Packs opened, closed, refused, and handed to other processes."""

import copy
import multiprocessing
import os
import pickle
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
