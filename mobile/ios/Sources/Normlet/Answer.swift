import NormletBinding

/// What a mention maps to.
public struct Answer: Codable, Hashable, Sendable {
    public let mention: String
    /// The entities that it may mean, the most likely first.
    public let matches: [Match]
    /// Most likely none is right, or the best one is not as sure as the options ask for.
    public let isNil: Bool
    /// How likely the pack has no such entity.
    public let nilProbability: Double
    /// How many entities are as good as the first one, itself included; 0 without a tie.
    public let tied: Int
    /// The answer `isNil` although the first match is as likely: show it, too.
    public let isUndecided: Bool
    /// What an unsure answer is a kind of, if the pack knows that: `id`, `name` and a `probability` of its own.
    public let parent: Match?
    /// If the answer `isNil` because the pack lacks the gene of this organism, its NCBI Taxonomy id; else empty.
    public let organism: String

    /// The entity that is meant, if there is one and only one.
    public var best: Match? { isNil || tied > 0 ? nil : matches.first }
}

/// An entity that a mention may mean.
public struct Match: Codable, Hashable, Identifiable, Sendable {
    public let id: String
    /// The ids of the same thing in other lists.
    public let same: [String]
    public let namespace: String
    /// The NCBI Taxonomy id of a gene's organism, in a pack with genes of several; else empty.
    public let taxon: String
    /// The primary name, to be shown.
    public let name: String
    /// The name that is most like the mention.
    public let matched: String
    /// What `matched` is to the entity: "primary", "exact", "alias", "related" or "twin".
    public let kind: String
    /// How `matched` was found: "exact", "normalized", "hamming" and others.
    public let stage: String
    /// In how many bits the codes of mention and `matched` differ.
    public let distance: Int
    public let score: Double
    public let probability: Double
    /// By how much `probability` exceeds that of the next entity.
    public let margin: Double
    /// Words of the mention that the entity lacks, which is what is meant but for them: a strain of a species; mostly empty.
    public let broader: String
    /// How likely exactly this entity is meant: `probability` unless it is `broader`.
    public let exactly: Double
    /// Several entities are as good: let the user choose.
    public let tied: Bool
}

/// An entity with a name, `matched`, that begins with what was typed, or is all of it.
public struct Suggestion: Codable, Hashable, Identifiable, Sendable {
    public let id: String
    public let namespace: String
    public let name: String
    public let matched: String
    public let whole: Bool
}

/// How to look up.
public struct LookupOptions: Codable, Hashable, Sendable {
    /// How many matches are wanted, 1 to 128.
    public var k: Int
    /// Those of the entities that are wanted; empty for all.
    public var namespaces: [String]
    /// Namespaces or prefixes of ids: of the ids of one thing, that of the first of these comes first.
    public var prefer: [String]
    /// Those whose genes are meant, the likeliest first: NCBI Taxonomy ids or words such as mouse; empty: as the mention
    /// and `context` say.
    public var organisms: [String]
    /// The text around the mention, such as its sentence.
    public var context: String
    /// Makes an answer `isNil` if its best match is less probable.
    public var minProbability: Double
    /// Adds similar names to the matches of a mention that is a name, which takes several times as long.
    public var near: Bool
    /// Leaves out the matches that are `broader` than the mention.
    public var exactly: Bool
    /// The language of the mention, such as "es", in a pack with a table of its words; empty: its words decide.
    public var language: String
    /// The language of the names of matches, such as "es" or "pt-BR"; empty for primary names.
    public var show: String

    public init(
        k: Int = 5, namespaces: [String] = [], prefer: [String] = [], organisms: [String] = [], context: String = "",
        minProbability: Double = 0, near: Bool = false, exactly: Bool = false, language: String = "", show: String = ""
    ) {
        self.k = k
        self.namespaces = namespaces
        self.prefer = prefer
        self.organisms = organisms
        self.context = context
        self.minProbability = minProbability
        self.near = near
        self.exactly = exactly
        self.language = language
        self.show = show
    }

    func bound() throws -> MobileOptions {
        guard k >= 1 else { throw NormletError(kind: .argument, message: "k is \(k); it has to be at least 1") }
        let options = MobileOptions()
        options.k = k
        options.namespaces = namespaces.joined(separator: ",")
        options.prefer = prefer.joined(separator: ",")
        options.organisms = organisms.joined(separator: ",")
        options.context = context
        options.minProbability = minProbability
        options.near = near
        options.exactly = exactly
        options.language = language
        options.show = show
        return options
    }
}

/// What a pack is. Texts that it does not state are empty.
public struct PackInfo: Codable, Hashable, Sendable {
    public let name: String
    public let version: String
    public let date: String
    public let license: String
    public let source: String
    public let namespaces: [String]
    public let entityCount: Int
    public let nameCount: Int
}

extension Answer {
    init(_ mention: String, _ found: MobileMatches) {
        self.init(
            mention: mention, matches: (0..<found.len()).compactMap { found.get($0) }.map(Match.init),
            isNil: found.isNIL(), nilProbability: found.nilProbability(), tied: found.tied(),
            isUndecided: found.undecided(), parent: found.parent().map(Match.init), organism: found.organism())
    }
}

extension Match {
    init(_ m: MobileMatch) {
        self.init(
            id: m.id_, same: m.same.split(separator: " ").map(String.init), namespace: m.inNamespace,
            taxon: m.taxon, name: m.name, matched: m.matched, kind: m.kind, stage: m.stage, distance: m.distance,
            score: m.score, probability: m.probability, margin: m.margin, broader: m.broader,
            exactly: m.exactly, tied: m.tied)
    }
}

extension Suggestion {
    init(_ s: MobileSuggestion) {
        self.init(id: s.id_, namespace: s.inNamespace, name: s.name, matched: s.matched, whole: s.whole)
    }
}

extension PackInfo {
    init(_ i: MobileInfo) {
        self.init(
            name: i.name, version: i.version, date: i.date, license: i.license, source: i.source,
            namespaces: i.namespaces.split(separator: ",").map(String.init), entityCount: i.entityCount,
            nameCount: i.nameCount)
    }
}
