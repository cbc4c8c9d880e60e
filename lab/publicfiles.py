#!/usr/bin/env python3
"""Counts entities and names of public files of Debian and npm with parsers of its own, and compares build.

    python3 lab/publicfiles.py FOLDER       # downloads into FOLDER what is not there
"""
import json, os, re, subprocess, sys

PACKAGES = ["emboss-data", "emboss-test", "openms-common", "iso-codes", "unicode-data", "gdal-data"]
VOCABULARIES = ["crm", "dpv", "mads"]

def texts(path):
    data = open(path, "rb").read()
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")

def obo(path):
    for stanza in re.split(r"\n(?=\[)", re.sub(r".*\0.*\n", "", texts(path))):  # of NUL: bad lines
        if stanza.startswith("[Term]") and not re.search(r"^is_obsolete: *true", stanza, re.M):
            named = re.search(r"^name: *(.*?)(?: !.*)?$", stanza, re.M)
            synonyms = re.findall(r'^(?:[a-z]+_)?synonym: *"((?:[^"\\]|\\.)*)"', stanza, re.M)
            yield re.search(r"^id: *(\S+)", stanza, re.M)[1], [named[1] if named else ""] + synonyms

def rdf(path):
    facts = re.findall(r'^<([^>]*)> <[^>]*[#/](\w+)> (?:<([^>]*)>|"((?:[^"\\]|\\.)*)"(?:@([\w-]+))?)', texts(path), re.M)
    classes = {s for s, p, o, _, _ in facts if p == "type" and re.search(r"[#/](Class|Concept)$", o)}
    for s, p, _, text, language in facts:
        if s in classes and p in ("label", "prefLabel", "altLabel") and (not language or language.startswith("en")):
            yield s, [text]

def rows(path, delimiter, *columns):
    import csv
    for row in csv.reader(texts(path).splitlines(), delimiter=delimiter):
        yield row[columns[0]], [row[c] for c in columns[1:]]

def isocodes(path):
    for e in next(iter(json.loads(texts(path)).values())):
        yield e["alpha_3"], [e["name"]]

def swiss(path):
    for entry in texts(path).split("\n//\n"):
        if m := re.search(r"^AC   (\w+)", entry, re.M):
            whole = " ".join(re.findall(r"^DE   +(.*)", re.split(r"^DE   (?:Contains|Includes):", entry, flags=re.M)[0], re.M))
            names = re.findall(r"(?:Full|Short|Allergen|CD_antigen|INN|Biotech)=([^;{]*)", whole)
            genes = " ".join(re.findall(r"^GN   (.*)", entry, re.M))
            for listed in re.findall(r"(?:Name|Synonyms|OrderedLocusNames|ORFNames)=([^;]*)", genes):
                names += listed.split(", ")
            yield m[1], names

E, O, S = "emboss-data/usr/share/EMBOSS/data/", "openms-common/usr/share/openms/CV/", "usr/share/"
FILES = [
    (E + "OBO/so.obo", "obo", obo, []), (E + "EDAM.obo", "obo", obo, []), (O + "psi-ms.obo", "obo", obo, []),
    (O + "unimod.obo", "obo", obo, []), (O + "brenda.obo", "obo, Windows-1252", obo, ["--encoding", "latin1", "--skip-bad"]),
    *((f"{v}/package/{v}.nq", "ntriples", rdf, []) for v in VOCABULARIES),
    ("emboss-test/usr/share/EMBOSS/test/swiss/seq.dat", "uniprot", swiss, []),
    ("iso-codes/usr/share/iso-codes/json/iso_639-3.json", "json", isocodes, ["--columns", "id=alpha_3"]),
    ("unicode-data/usr/share/unicode/UnicodeData.txt", "table, semicolons", lambda p: rows(p, ";", 0, 1, 10),
     ["--no-header", "--columns", "id=1,name=2,synonyms=11"]),
    ("gdal-data/usr/share/gdal/s57attributes.csv", "table, CSV", lambda p: list(rows(p, ",", 0, 1))[1:],
     ["--columns", "id=1,name=2"]),
]

def download():
    for p in PACKAGES:
        if not os.path.isdir(p):
            subprocess.run(f"apt-get -q download {p} && dpkg-deb -x {p}_*.deb {p}", shell=True, check=True, stdout=2)
    for v in VOCABULARIES:
        if not os.path.isdir(v):
            subprocess.run(f"npm pack --silent @vocabulary/{v} && mkdir {v} && tar xzf vocabulary-{v}-*.tgz -C {v}", shell=True, check=True, stdout=2)

root, folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__))), sys.argv[1]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
normlet = os.path.abspath("normlet")
subprocess.run(["go", "build", "-o", normlet, "./tools/normlet"], cwd=root, check=True)
download()
different = 0
for path, name, count, flags in FILES:
    entities = {}
    for id, names in count(path):
        entities.setdefault(id, set()).update(n for n in (" ".join(re.sub(r"\\(.)", r"\1", n).split()) for n in names) if n)
    entities = {id: names for id, names in entities.items() if names}
    b = subprocess.run([normlet, "build", path, *flags, "--out", "t.normpack", "--force"], capture_output=True, text=True)
    m = re.search(r"read \d+ rows: (\d+) names of (\d+) entities", b.stderr)
    ours = (int(m[2]), int(m[1])) if m else b.stderr.strip()
    theirs = (len(entities), sum(map(len, entities.values())))
    different += ours != theirs
    print("same" if ours == theirs else "DIFFERENT", os.path.basename(path), name, ours, theirs, sep="\t", flush=True)
sys.exit(different > 0)
