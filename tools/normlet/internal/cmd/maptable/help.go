package maptable

const help = `Map columns of a table to entities. IN is CSV, TSV, JSONL, a JSON array of objects, or a
workbook (.xlsx, .ods), in UTF-8, UTF-16 or Latin-1; .gz and .zst are read and written, -
is standard input or output. The name or the content tells the format, which standard
error reports. Rows keep their order. Titles and comments may precede the header, and rows
may be uneven; --strict stops at such a row. map IN alone says what each column looks like,
and which command maps it; --columns auto maps those that look like entities.

The ending of OUT says its format: .csv, .tsv, .jsonl, .ndjson, .sssom.tsv, .xlsx or
.parquet, text also with .gz or .zst. --format overrules it. Standard output has the
format of IN. CSV, TSV and workbooks get columns after those of IN, for a column NAME:
NAME_id, NAME_name, NAME_matched (the name that was found), NAME_stage, NAME_score, NAME_p,
NAME_tied (yes if other entities are as likely, or share the name, several if the cell
has several entities) and NAME_verdict.

--add adds other columns: 2nd and 3rd (id, name and p of the next
candidates), tied (the ids), broader (what a mention says beyond its entity, as the strain
of a species, and NAME_exactly, the p that just the entity is meant), says (what a mention
says of its entity, as annotate does: negated, hypothetical, other, past), same (ids of the
same thing in other lists), fullname, url and xrefs. JSONL has an object for each cell,
that of lookup with "column" and "row". SSSOM has a mapping for each mention that has an
entity, skos:broadMatch where that is broader.

An id is written only where it is likelier right than not: --min-p is 0.5. NAME_verdict
says accept (p of 0.9 or more, not tied), review (a less sure id, or none with a candidate
that is worth a look), or none. --min-p 0 writes whatever is likelier than no entity.

--review FILE writes the doubtful mentions (without an entity, tied, or p below 0.9) to a
sheet, .xlsx, .csv or .tsv, with three candidates each, the most expected errors first. In
its column decision a person writes 1, 2 or 3, an id, or NIL. --decisions FILE reads the
sheet back: a decision holds in every row with the mention, with stage decision and p 1.
build --mentions reads it, too. Without --out, --review only writes the sheet.

Columns of IN stay as they are. In added columns of CSV and TSV, tabs and line ends become
blanks, control characters are written out, \x1b, and an id or a name that a spreadsheet
would calculate, beginning with =, +, - or @, gets an apostrophe in front, unless it is a
number. --raw-cells turns that off.

OUT appears when it is complete. Until then --resume continues from OUT.part and OUT.state
after an interruption or a failure, to the same bytes.

With --format pubtator, bioc (XML or JSON), brat or conll IN is annotated documents. Each
marked mention gets an id; all else stays unchanged. --types gives the namespace for mentions
of a type; other types may be in any. --find first finds the mentions of documents that mark
none, and adds them to these; --min-p then leaves out what is less likely an entity. IN may be
a folder: OUT then is one, with a file for each, and --resume leaves out those that are there.

CSV, TSV and SSSOM show only the best entity. So a mention that is a name but for case,
spaces and punctuation is not compared with near names, which takes a fifth of the time
and nearly always finds the same.

Cells of several entities (BRCA1/2; TP53, MDM2) are taken apart unless they are names;
their ids are joined by |. --composites=false leaves them whole. --context-column has the
text around the mentions: the abbreviations that it defines are replaced by their long
forms, and it decides between entities that the mention alone leaves close, in packs that
know what their entities are about.

Genes of several organisms share names. In a pack that has them, as the default one has those
of the mouse, --taxon says which are meant: 10090, or mouse; --organism-column names the column
that says it for each row. Otherwise the text around each mention tells or, in a pack with
lists of several organisms such as bio, the mentions of the column together. --add organism
has the organism of each gene, and of one that the pack lacks.

If rows are in the order of a text, --in-order resolves each jointly with the 20 rows
before and after: mentions there explain abbreviations (OAB beside overactive bladder),
and an entity that one of them clearly means is likelier, or injected with stage
neighbour if the look-up did not find it. --document-column names the column that
tells documents apart. Mentions in documents are resolved in this way, too, with
composite mentions taken apart.

--shard I/N maps part I of N, for as many processes or machines: cat OUT1 OUT2 ... OUTN
is the output of one run, to the byte, compressed or not. Each reads IN to its end first
to find where its part begins, which takes a small part of the time of mapping it. Then
OUT.sha256 is there, too, for sha256sum --check in the folder of OUT.

IN or OUT that ends in .parquet is Parquet, which the program normlet-arrow reads and writes
(see normlet arrow): ids and names as the pack has them, null for what CSV leaves empty,
score and p as numbers. From other formats the columns of IN are text, and to other formats
its values are; standard output is CSV. --resume and --shard are not for OUT in Parquet.
From Parquet to Parquet row groups are mapped side by side; --only neither reads nor writes
other columns, and order, documents, context, --review, --decisions, --report and -k are for
other formats.`

const examples = `  normlet map genes.csv
  normlet map genes.csv --column symbol --out mapped.csv
  normlet map big.tsv.gz --column 3 --out big.sssom.tsv.gz --format sssom --min-p 0.8 --resume
  normlet map big.tsv.gz --column 3 --out part-2.tsv.gz --shard 2/8 --resume
  normlet map notes.pubtator --format pubtator --out ids.pubtator
  normlet map corpus/ --format brat --out with-ids/
  normlet map genes.csv --column symbol --out mapped.xlsx --add 2nd,url --review doubtful.xlsx
  normlet map genes.csv --column symbol --out final.xlsx --decisions doubtful.xlsx
  normlet map genes.parquet --column symbol --out mapped.parquet
  normlet map genes.csv --column symbol --out mapped.parquet`
