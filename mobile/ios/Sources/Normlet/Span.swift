import NormletBinding

/// A part of a text that names an entity.
public struct Span: Codable, Hashable, Sendable {
    /// Where it begins and ends in the text, in UTF-16 units, as `NSRange` counts.
    public let start: Int
    public let end: Int
    public let text: String
    /// That of the pack's tagger, such as "Disease", or else the namespace of the best match.
    public let type: String
    /// What it names: empty if the pack lacks that; joined by bars if it names several, as "BRCA1/2" does.
    public let id: String
    /// The primary name of that.
    public let name: String
    /// How likely it is an entity of its type.
    public let probability: Double
    /// The text says that there is none: "no fever".
    public let negated: Bool
    /// The text says that there may be one: "to rule out pneumonia".
    public let hypothetical: Bool
    /// Somebody else has it: "mother had diabetes".
    public let ofOther: Bool
    /// It is over, or may be: "h/o stroke".
    public let past: Bool
    /// To each entity that it names: one, but for texts such as "BRCA1/2".
    public let answers: [Answer]
    /// What it may mean, the most likely first.
    public let matches: [Match]

    /// Where the span is in its text, nil in a shorter one.
    public func range(in text: String) -> Range<String.Index>? {
        let units = text.utf16
        guard let from = units.index(units.startIndex, offsetBy: start, limitedBy: units.endIndex),
            let to = units.index(from, offsetBy: end - start, limitedBy: units.endIndex)
        else { return nil }
        return from..<to
    }
}

/// What `annotate` finds.
public struct AnnotateOptions: Codable, Hashable, Sendable {
    /// Leaves out spans that are less probable.
    public var minProbability: Double
    /// The types or namespaces that are wanted; empty for all.
    public var types: [String]
    /// Keeps spans that overlap likelier ones.
    public var overlaps: Bool
    /// As of `LookupOptions`.
    public var prefer: [String]
    /// As of `LookupOptions`; empty: as the text says.
    public var organisms: [String]
    /// As of `LookupOptions`.
    public var exactly: Bool
    /// As of `LookupOptions`.
    public var show: String

    public init(
        minProbability: Double = 0, types: [String] = [], overlaps: Bool = false, prefer: [String] = [],
        organisms: [String] = [], exactly: Bool = false, show: String = ""
    ) {
        self.minProbability = minProbability
        self.types = types
        self.overlaps = overlaps
        self.prefer = prefer
        self.organisms = organisms
        self.exactly = exactly
        self.show = show
    }

    func bound() -> MobileAnnotateOptions {
        let options = MobileAnnotateOptions()
        options.minProbability = minProbability
        options.types = types.joined(separator: ",")
        options.overlaps = overlaps
        options.prefer = prefer.joined(separator: ",")
        options.organisms = organisms.joined(separator: ",")
        options.exactly = exactly
        options.show = show
        return options
    }
}

extension Span {
    init(_ s: MobileSpan) {
        self.init(
            start: s.start, end: s.end, text: s.text, type: s.type, id: s.id_, name: s.name, probability: s.probability,
            negated: s.negated, hypothetical: s.hypothetical, ofOther: s.ofOther, past: s.past,
            answers: s.answers().map { all in (0..<all.len()).compactMap { all.get($0) }.map { Answer($0.mention(), $0) } } ?? [],
            matches: (0..<s.len()).compactMap { s.get($0) }.map(Match.init))
    }
}
