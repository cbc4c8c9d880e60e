# The files that the commands of the guides read, for TestGuides: FORMATS is the folder with samples of formats.
tsv() { tr '|' '\t'; }
tsv >terms.tsv <<'END'
D:1|Haemophilus influenzae infection|primary|9
D:1|H. influenzae infection|exact
D:2|aspirin|primary|4
D:2|acetylsalicylic acid|exact
D:3|ibuprofen|primary
END
printf 'influenza bug\tD:1\nASA\tD:2\nibuprophen\tD:3\n' >seen.tsv
printf '+\tD:3\tBrufen\n-\tD:2\taspirin\n' >changes.tsv
tsv >genes.tsv <<'END'
NCBIGene:93986|FOXP2|primary|9|NCBIGene
NCBIGene:93986|forkhead box P2|exact||NCBIGene
NCBIGene:672|BRCA1|primary|9|NCBIGene
NCBIGene:5336|PLCG2|primary|3|NCBIGene
END
for i in $(seq 400); do printf 'NCBIGene:%s\tKRT%s\tprimary\t1\tNCBIGene\n' "$i" "$i"; done >>genes.tsv
gzip -kc genes.tsv >genes.tsv.gz
tsv >cell_lines.tsv <<'END'
CVCL:1|HeLa|primary
CVCL:1|He-La|alias
CVCL:2|Jurkat|primary
END
gzip -c cell_lines.tsv >cell_lines.tsv.gz
printf 'MESH:D001241\taspirin\tprimary\n' >mesh.tsv
gzip -kc mesh.tsv >mesh.tsv.gz
printf 'NCBIGene:93986\tA transcription factor of speech and language.\n' >texts.tsv
for i in $(seq 400); do printf 'NCBIGene:%s\tA keratin of tissue%s, which sort%s of cells has.\n' "$i" "$((i / 5))" "$((i % 7))"; done >>texts.tsv
printf 'NCBIGene:672\tHGNC:1100\n' >refs.tsv
printf 'NCBIGene:93986\tregulates\tNCBIGene:672\n' >triples.tsv
printf 'NCBIGene:93986\tinvolved in\tlanguage\n' >papers.tsv
printf 'symbol,gene,remark\nFOX-P2,FOX-P2,speech\nqqqq,BRCA1,\n' >genes.csv
printf 'a\tb\tc\n1\t2\tFOXP2\n3\t4\tBRCA1\n' | gzip -c >big.tsv.gz
printf 'FOXP2\tNCBIGene:93986\nFOX-P2\tNCBIGene:93986\nbrca 1\tNCBIGene:672\n' | gzip -c >mentions.tsv.gz
printf '1|t|FOXP2 and asthma\n1|a|A note.\n1\t0\t5\tFOXP2\tGene\n\n' | tee notes.pubtator >abstracts.pubtator
printf 'mention,decision\nFOX-P2,NCBIGene:93986\nqqqq,NIL\n' >decided.csv # doubtful.xlsx, once a person has decided
mkdir -p notes downloads more data out
printf 'No sign of asthma in mice without FOXP2.\n' | tee notes/one.txt >notes/two.txt
cat >paper.xml <<'END'
<article><front><article-meta><title-group><article-title>FOXP2 and asthma</article-title></title-group></article-meta></front></article>
END
printf 'O:1\tpizza oven\tprimary\nO:2\tblast furnace\tprimary\n' >ovens.tsv
for i in $(seq 30); do
	printf '%s|t|We lit the pizza oven number %s.\n%s|a|The blast furnace stayed cold.\n' "$i" "$i" "$i"
	printf '%s\t11\t21\tpizza oven\tOven\tO:1\n' "$i"
	at=$((35 + ${#i}))
	printf '%s\t%s\t%s\tblast furnace\tOven\tO:2\n\n' "$i" "$at" "$((at + 13))"
done >labelled.pubtator
cat >go.obo <<'END'
format-version: 1.2
ontology: go

[Term]
id: GO:0006281
name: DNA repair
def: "The process of restoring DNA after damage." [GOC:x]

[Term]
id: GO:0008150
name: biological process
END
for i in $(seq 400); do
	printf '\n[Term]\nid: GO:00001%s\nname: process %s of kind%s\ndef: "Takes place in organ%s, as sort%s does." [GOC:x]\n' "$i" "$i" "$((i / 4))" "$((i / 5))" "$((i % 7))"
done >>go.obo
sed 's/GO:/CHEBI:/; s/ontology: go/ontology: chebi/' go.obo >chebi.obo
sed 's/GO:/MONDO:/; s/ontology: go/ontology: mondo/' go.obo >mondo.obo
sed 's/GO:/DOID:/; s/ontology: go/ontology: doid/' go.obo >HumanDO.obo
cp "$FORMATS/ship.owl" go.owl
cp "$FORMATS/skos.ttl" thesaurus.ttl
cp "$FORMATS/mappings.sssom.tsv" mondo.sssom.tsv
cp "$FORMATS/gene_info" Homo_sapiens.gene_info && gzip Homo_sapiens.gene_info
cp "$FORMATS"/MRCONSO.RRF "$FORMATS"/MRSTY.RRF "$FORMATS"/MRDEF.RRF "$FORMATS"/names.dmp "$FORMATS"/nodes.dmp "$FORMATS"/merged.dmp .
cp "$FORMATS/sct2_Description_Snapshot.txt" sct2_Description_Snapshot_INT.txt
cp "$FORMATS/sct2_Concept_Snapshot.txt" sct2_Concept_Snapshot_INT.txt
for pack in terms genes; do normlet build $pack.tsv --out $pack.normpack; done
for copy in my chebi lab diseases; do cp terms.normpack $copy.normpack; done

printf '%s\n' sku,title,country 'T1,University of Newcastle,Australia' 'T2,Newcastle University,UK' > theirs.csv
printf '%s\n' title,country 'Univ. of Newcastle,UK' 'University of Newcastle,Australia' > ours.csv
