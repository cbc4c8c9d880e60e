"""``python -m normlet`` is the command normlet."""

from ._build import main

main()
