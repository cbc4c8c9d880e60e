import io.github.normlet.mobile.AnnotateOptions;
import io.github.normlet.mobile.Info;
import io.github.normlet.mobile.Match;
import io.github.normlet.mobile.Matches;
import io.github.normlet.mobile.Mobile;
import io.github.normlet.mobile.Normalizer;
import io.github.normlet.mobile.Options;
import io.github.normlet.mobile.Packs;
import io.github.normlet.mobile.Span;
import io.github.normlet.mobile.Spans;
import io.github.normlet.mobile.Suggestions;
import io.github.normlet.mobile.Text;
import io.github.normlet.mobile.TextMatches;
import io.github.normlet.mobile.Update;
import io.github.normlet.mobile.Updated;
import io.github.normlet.mobile.Want;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/**
 * Uses the bound package as an app does. Arguments: a folder with good.normpack
 * and mentions.txt, and "time" or "memory" to measure alone. Ends with exit code 1 at the first
 * thing that is wrong.
 */
public final class BoundTest {
	private static Path dir;

	public static void main(String[] args) {
		dir = Path.of(args[0]);
		try {
			if (args.length > 1) {
				System.out.println(args[1].equals("time") ? time() : memory());
			} else {
				all();
			}
			System.exit(0); // threads that Go attached would keep the JVM alive
		} catch (Throwable t) {
			t.printStackTrace();
			System.exit(1);
		}
	}

	private static void all() throws Exception {
		answers();
		strings();
		arguments();
		options();
		spans();
		badPacks();
		packs();
		closed();
		plainData();
		threads();
		closing();
		released();
		Files.writeString(dir.resolve("java-ns.txt"), Long.toString(time()));
		System.out.println("jvm: answers, strings, errors, threads, closing, release after garbage collection");
	}

	/** Writes the answers to all mentions, to be compared with those of Go. */
	private static void answers() throws Exception {
		Normalizer n = Mobile.openDefault();
		try (PrintWriter out = new PrintWriter(dir.resolve("java-answers.txt").toFile(), "UTF-8")) {
			for (String mention : mentions()) {
				out.print(line(mention, n.lookup(mention, 5)) + "\n");
			}
		}
		Info i = n.info();
		check(i.getName().equals("Human genes, Gene Ontology, common diseases, chemicals, species and cell lines") && i.getEntityCount() > 20000 && i.getNameCount() > i.getEntityCount()
			&& i.getNamespaces().equals("GO,NCBIGene,NCBIGene/10090,cell_line,chemical,disease,species") && !i.getLicense().isEmpty() && !i.getVersion().isEmpty(), i.toString());
		n.close();
	}

	private static List<String> mentions() throws Exception {
		List<String> list = Files.readAllLines(dir.resolve("mentions.txt"));
		check(list.size() == 1000, "mentions: " + list.size());
		return list;
	}

	private static String line(String mention, Matches found) {
		StringBuilder b = new StringBuilder(mention);
		b.append('\t').append(found.isNIL()).append('\t').append(bits(found.nilProbability())).append('\t').append(found.tied());
		for (long i = 0; i < found.len(); i++) {
			Match m = found.get(i);
			b.append('\t').append(String.join("|", m.getID(), m.getInNamespace(), m.getName(), m.getMatched(), m.getStage(),
				Long.toString(m.getDistance()), bits(m.getScore()), bits(m.getProbability()), bits(m.getMargin()),
				m.getBroader(), bits(m.getExactly()), Boolean.toString(m.getTied())));
		}
		return b.toString();
	}

	private static String bits(double d) {
		return String.format("%016x", Double.doubleToRawLongBits(d));
	}

	/** Texts that Java can hold and UTF-8 cannot, or that end early in C. */
	private static void strings() throws Exception {
		Normalizer n = Mobile.openDefault();
		check(first(n, "FOX\uD83E\uDDECP2").equals("NCBIGene:93986"), "a surrogate pair");
		check(first(n, "FOX\0P2").equals("NCBIGene:93986"), "NUL: what follows it was lost");
		check(first(n, "PLC\u03B32").equals("NCBIGene:5336"), "Greek");
		for (String s : new String[] {null, "", "\0", "\uD83E", "\uDDEC", "FOXP2\uD83E", "\uDDEC\uD83E", "\uFFFF", "FOXP2 ".repeat(1 << 18), "\u03B3".repeat(1 << 20)}) {
			check(n.lookup(s, 5).len() <= 5, "a strange text");
		}
		Matches none = n.lookup(null, 5);
		check(none.len() == 0 && none.isNIL() && !none.undecided() && none.nilProbability() == 1 && none.get(0) == null && none.parent() == null && none.organism().isEmpty() && none.mention().isEmpty(), "null as a mention");
		n.close();
	}

	private static String first(Normalizer n, String mention) throws Exception {
		return n.lookup(mention, 1).get(0).getID();
	}

	private static void arguments() throws Exception {
		Normalizer n = Mobile.openDefault();
		for (long k : new long[] {0, -1, Long.MIN_VALUE}) {
			fails(Mobile.KindArgument, () -> n.lookup("FOXP2", k));
		}
		long most = n.lookup("kinase", 1000).len();
		check(most > 5 && most <= 128 && n.lookup("kinase", 1).len() == 1, "the number of matches: " + most);
		Matches found = n.lookupIn("forkhaed box P2", "NCBIGene", 2);
		check(found.len() == 2 && found.get(-1) == null && found.get(2) == null && found.get(Long.MAX_VALUE) == null, "a match where none is");
		check(n.lookupIn("forkhaed box P2", null, 2).len() == 2, "null as namespaces");
		fails(Mobile.KindNamespace, () -> n.lookupIn("FOXP2", "MESH", 5));
		fails(Mobile.KindNamespace, () -> n.lookupIn("FOXP2", "\0", 5));
		check(n.lookupContext("forkhaed box P2", null, null, 2).len() == 2, "null as context");
		check(n.lookupContext("FOXP2", "speech ".repeat(200_000), "", 2).get(0).getID().equals("NCBIGene:93986"), "a megabyte of context");
		fails(Mobile.KindNamespace, () -> n.lookupContext("FOXP2", "speech", "MESH", 5));
		Text text = n.text("", null);
		text.add("forkhead box P2");
		text.add("FBP");
		text.add(null);
		TextMatches all = text.lookup(2);
		check(text.len() == 3 && all.len() == 3 && all.get(3) == null && all.get(-1) == null, "the mentions of a text");
		check(all.get(1).get(0).getID().equals("NCBIGene:93986") && all.get(1).len() == 1, "an abbreviation in a text");
		check(all.get(2).len() == 0 && all.get(2).isNIL(), "null as a mention of a text");
		fails(Mobile.KindArgument, () -> text.lookup(0));
		n.close();
		fails(Mobile.KindClosed, () -> text.lookup(1));
	}

	private static void options() throws Exception {
		Normalizer n = Mobile.openDefault();
		Options o = new Options();
		check(n.lookupWith("FOXP2", null).len() == 1 && n.lookupWith("FOXP2", o).len() == 1, "no options");
		o.setNear(true);
		check(n.lookupWith("FOXP2", o).len() == 5, "near names, too");
		o.setK(2);
		o.setNamespaces("NCBIGene");
		o.setMinProbability(0.5);
		Matches found = n.lookupWith("FOXP2", o);
		check(found.len() == 2 && !found.isNIL() && found.get(0).getProbability() >= o.getMinProbability(), "a likely entity");
		check(n.lookupWith("qwxzqwxz", o).isNIL(), "a text that is no name");
		o.setNamespaces("");
		o.setOrganisms("mouse");
		check(n.lookupWith("Bax", o).get(0).getTaxon().equals("10090"), "a gene of the mouse");
		o.setOrganisms("oven");
		fails(Mobile.KindArgument, () -> n.lookupWith("Bax", o));
		o.setOrganisms("");
		o.setMinProbability(2);
		fails(Mobile.KindArgument, () -> n.lookupWith("FOXP2", o));
		Text text = n.text("", "NCBIGene");
		text.add("FOXP2");
		fails(Mobile.KindArgument, () -> text.lookupWith(o));
		Suggestions typed = n.suggest("fox-p", null, 3);
		check(typed.len() == 3 && typed.get(3) == null && !typed.get(0).getWhole() && typed.get(0).getMatched().toLowerCase().startsWith("foxp"), "suggestions");
		check(n.suggest("foxp2", "NCBIGene", 1).get(0).getWhole() && n.suggest(null, null, 1).len() == 0, "a whole name, and none");
		fails(Mobile.KindArgument, () -> n.suggest("f", "", 0));
		n.close();
		fails(Mobile.KindClosed, () -> n.suggest("f", "", 1));
	}

	private static void spans() throws Exception {
		Normalizer n = Mobile.openDefault();
		String text = "\uD83E\uDDEC no asthma without FOXP2";
		Spans found = n.annotate(text, null);
		Span s = found.get(0);
		check(found.len() == 2 && found.get(2) == null && text.substring((int) s.getStart(), (int) s.getEnd()).equals("asthma") && s.getText().equals("asthma"), "where a span is");
		check(s.getType().equals("Disease") && s.getID().equals("MESH:D001249") && s.getNegated() && s.len() > 0 && s.get(0).getName().equals(s.getName()) && s.get(s.len()) == null, "what a span means");
		check(s.answers().len() == 1 && s.answers().get(0).get(0).getID().equals(s.getID()) && s.answers().get(0).mention().equals("asthma"), "the answer of a span");
		AnnotateOptions o = new AnnotateOptions();
		o.setTypes("Gene");
		check(n.annotate(text, o).len() == 1 && n.annotate(null, o).len() == 0, "spans of a type");
		o.setMinProbability(2);
		fails(Mobile.KindArgument, () -> n.annotate(text, o));
		n.close();
		fails(Mobile.KindClosed, () -> n.annotate(text, null));
	}

	private static void badPacks() throws Exception {
		Path path = dir.resolve("good.normpack");
		byte[] good = Files.readAllBytes(path);
		Normalizer n = Mobile.open(path.toString());
		check(first(n, "FOX-P2").equals("NCBIGene:93986"), "a pack from a file");
		n.close();
		Normalizer copy = Mobile.openBytes(good);
		Arrays.fill(good, (byte) 0);
		check(first(copy, "FOX-P2").equals("NCBIGene:93986"), "a pack from bytes that change afterwards");
		copy.close();
		byte[] altered = Files.readAllBytes(path);
		altered[altered.length / 2] ^= 1;
		fails(Mobile.KindBadPack, () -> Mobile.openBytes(altered));
		fails(Mobile.KindBadPack, () -> Mobile.openBytes(Arrays.copyOf(altered, altered.length / 3)));
		fails(Mobile.KindNotPack, () -> Mobile.openBytes(null));
		fails(Mobile.KindNotPack, () -> Mobile.openBytes(new byte[100]));
		Path bad = dir.resolve("bad.normpack");
		Files.write(bad, altered);
		fails(Mobile.KindBadPack, () -> Mobile.open(bad.toString()));
		fails(Mobile.KindFile, () -> Mobile.open(dir.resolve("none.normpack").toString()));
		fails(Mobile.KindFile, () -> Mobile.open(null));
		fails(Mobile.KindFile, () -> Mobile.open("a\0b"));
		fails(Mobile.KindKey, () -> Mobile.openSigned(path.toString(), "no key"));
		String key = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n-----END PUBLIC KEY-----\n";
		fails(Mobile.KindSignature, () -> Mobile.openSigned(path.toString(), key));
	}

	/** A user's tale, with the repositories that repository.sh made: a pack, a newer one by its delta, and back. */
	private static void packs() throws Exception {
		Path folder = Files.createDirectory(dir.resolve("java-packs"));
		Path first = dir.resolve("repository.1");
		Path second = dir.resolve("repository.2");
		byte[] root = Files.readAllBytes(first.resolve("metadata/1.root.json"));
		fails(Mobile.KindRepository, () -> Mobile.openPacks(folder.toString(), "no root".getBytes()));
		fails(Mobile.KindFile, () -> Mobile.openPacks(dir.resolve("none").toString(), root));
		Packs packs = Mobile.openPacks(folder.toString(), root);
		fails(Mobile.KindNotInstalled, () -> packs.openPack("genes"));
		fails(Mobile.KindRepository, () -> packs.adopt("genes", 1, "no pack".getBytes()));
		long now = System.currentTimeMillis() / 1000;
		long whole = bring(packs.update("genes", now), first).getReceived();
		Normalizer old = packs.openPack("genes");
		Updated look = bring(packs.look("genes", now), second);
		check(look.getFound() == 2 && look.getNeed() > 0 && packs.installed("genes").getVersion() == 1, "what there is");
		Updated u = bring(packs.update("genes", now), second);
		check(u.getVersion() == 2 && u.getDelta() && !u.getUpToDate() && u.getReceived() < 0.15 * whole, "a delta: " + u.getReceived() + " of " + whole + " bytes, " + u.getNotes());
		check(bring(packs.update("genes", now), second).getUpToDate(), "again");
		Normalizer n = packs.openPack("genes");
		check(n.lookup("a new name 7", 1).get(0).getStage().equals("exact") && !old.lookup("a new name 7", 1).get(0).getStage().equals("exact"), "a new name");
		check(packs.rollback("genes").getVersion() == 1 && bring(packs.update("genes", now), second).getVersion() == 1, "back");
		check(bring(packs.updateTo("genes", 2, now), second).getVersion() == 2, "a version by its number");
		fails(Mobile.KindExpired, () -> bring(packs.update("genes", now + 1_000_000_000), second));
		fails(Mobile.KindRepository, () -> bring(packs.update("genes", now), first)); // it serves older files
		Update failing = packs.update("genes", now);
		failing.fail("no network");
		fails(Mobile.KindFetch, failing::result);
		fails(Mobile.KindRepository, () -> packs.update("genes", now).result()); // it has only begun
		check(packs.installed("genes").getVersion() == 2, "after failures");
		System.out.println("jvm: a pack of " + whole + " bytes, the next of " + u.getReceived() + ", and back");
	}

	private static Updated bring(Update update, Path repository) throws Exception {
		for (Want want = update.next(); want != null; want = update.next()) {
			Path file = repository.resolve(want.getPath());
			check(want.getMost() > 0 && want.getContent() == want.getPath().startsWith("targets/"), "what is wanted: " + want.getPath());
			if (Files.exists(file)) {
				update.give(Files.readAllBytes(file));
			} else {
				update.missing();
			}
		}
		return update.result();
	}

	private static void closed() throws Exception {
		Normalizer n = Mobile.openDefault();
		Matches before = n.lookup("FOX-P2", 2);
		n.rest();
		check(n.lookup("FOX-P2", 2).get(0).equals(before.get(0)), "an answer after a rest");
		n.close();
		n.close();
		check(before.get(0).getID().equals("NCBIGene:93986"), "an answer after close");
		for (Normalizer c : new Normalizer[] {n, new Normalizer()}) {
			c.close();
			fails(Mobile.KindClosed, () -> c.lookup("FOXP2", 5));
			fails(Mobile.KindClosed, () -> c.lookupIn("FOXP2", "NCBIGene", 5));
			fails(Mobile.KindClosed, () -> c.info());
		}
		check(new Matches().len() == 0 && new Matches().isNIL(), "matches of nobody");
	}

	private static void plainData() throws Exception {
		Normalizer n = Mobile.openDefault();
		Matches found = n.lookup("FOX-P2", 2);
		check(found.get(0).equals(found.get(0)) && found.get(0).hashCode() == found.get(0).hashCode(), "equal matches");
		check(!found.get(0).equals(found.get(1)) && found.get(0).toString().contains("NCBIGene:93986"), "different matches");
		found.get(0).setName("changed");
		check(found.get(0).getName().equals("FOXP2"), "a match changed with a copy of it");
		n.close();
	}

	private static void threads() throws Exception {
		Normalizer n = Mobile.openDefault();
		List<String> mentions = mentions().subList(0, 200);
		List<String> want = new ArrayList<>();
		for (String m : mentions) {
			want.add(line(m, n.lookup(m, 5)));
		}
		inThreads(8, () -> {
			for (int i = 0; i < want.size(); i++) {
				check(want.get(i).equals(line(mentions.get(i), n.lookup(mentions.get(i), 5))), "another answer in a thread");
			}
		});
		n.close();
	}

	/** Closes from several threads while others look up. */
	private static void closing() throws Exception {
		for (int round = 0; round < 10; round++) {
			Normalizer n = Mobile.openDefault();
			int users = 4;
			CountDownLatch started = new CountDownLatch(users);
			Thread[] closers = new Thread[2];
			for (int i = 0; i < closers.length; i++) {
				closers[i] = new Thread(() -> {
					try {
						started.await();
					} catch (InterruptedException e) {
						return;
					}
					n.close();
				});
				closers[i].start();
			}
			inThreads(users, () -> {
				for (boolean open = true; open; ) {
					try {
						check(first(n, "FOX-P2").equals("NCBIGene:93986"), "an answer while closing");
					} catch (Exception e) {
						check(Mobile.errorKind(e.getMessage()).equals(Mobile.KindClosed), e.getMessage());
						open = false;
					}
					started.countDown();
				}
			});
			for (Thread t : closers) {
				t.join();
			}
		}
	}

	/** Drops 60 open packs without closing them, some 20 MB each: Go has to free them after Java has. */
	private static void released() throws Exception {
		long before = resident();
		for (int i = 0; i < 60; i++) {
			check(first(Mobile.openDefault(), "FOX-P2").equals("NCBIGene:93986"), "a pack to be dropped");
			if (i % 5 == 4) {
				System.gc();
				Thread.sleep(50);
			}
		}
		long grown = (resident() - before) / 1024;
		System.out.println("jvm: 60 packs dropped, the process grew by " + grown + " MB");
		check(grown < 400, "Go objects stay after Java's garbage collection");
	}

	/** Returns how many KiB the process holds. */
	private static long resident() throws Exception {
		for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
			if (line.startsWith("VmRSS:")) {
				return Long.parseLong(line.replaceAll("[^0-9]", ""));
			}
		}
		throw new Exception("no VmRSS");
	}

	/** Returns nanoseconds per look-up with id and probability of the best match, of the fastest of ten rounds of 1,000. */
	private static long time() throws Exception {
		Normalizer n = Mobile.openDefault();
		List<String> mentions = mentions();
		long best = Long.MAX_VALUE;
		for (int round = 0; round < 11; round++) { // one to warm up
			long start = System.nanoTime();
			for (String mention : mentions) {
				Match m = n.lookup(mention, 5).get(0);
				check(m == null || !m.getID().isEmpty() && m.getProbability() >= 0, "a match without an id");
			}
			best = Math.min(best, (System.nanoTime() - start) / mentions.size());
		}
		n.close();
		return best;
	}

	/** Returns by how many KiB the process grows with the library, the default pack open, and an answer. */
	private static long memory() throws Exception {
		System.gc();
		long before = resident();
		Normalizer n = Mobile.openDefault();
		check(first(n, "FOX-P2").equals("NCBIGene:93986"), "another first answer");
		Thread.sleep(2000); // what opening left behind goes back meanwhile
		long grown = resident() - before;
		n.close();
		return grown;
	}

	private interface Action {
		void run() throws Exception;
	}

	private static void inThreads(int count, Action action) throws Exception {
		ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
		Thread[] threads = new Thread[count];
		for (int i = 0; i < count; i++) {
			threads[i] = new Thread(() -> {
				try {
					action.run();
				} catch (Throwable t) {
					failures.add(t);
				}
			});
			threads[i].start();
		}
		for (Thread t : threads) {
			t.join();
		}
		if (!failures.isEmpty()) {
			throw new Exception("in a thread", failures.peek());
		}
	}

	private static void fails(String kind, Action action) throws Exception {
		try {
			action.run();
		} catch (Exception e) {
			check(Mobile.errorKind(e.getMessage()).equals(kind) && e.getMessage().startsWith(kind + ": "), kind + " wanted, got " + e);
			return;
		}
		throw new AssertionError("no exception, " + kind + " wanted");
	}

	private static void check(boolean ok, String what) {
		if (!ok) {
			throw new AssertionError(what);
		}
	}
}
