package io.weir.cli.copy;

import io.weir.api.entity.EntityKey;
import io.weir.pattern.migration.SideBySide;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a comparison of two tables has found.
 *
 * @param entities of the source
 * @param missing in the target
 * @param extra in the target
 * @param changed entities of both whose properties differ
 * @param examples keys of some of these
 */
record Differences(
    long entities, long missing, long extra, long changed, List<EntityKey> examples) {

  static final Differences NONE = new Differences(0, 0, 0, 0, List.of());

  static final int MOST_EXAMPLES = 10;

  Differences {
    examples = examples.stream().limit(MOST_EXAMPLES).toList();
  }

  /** Returns this and what a pair of entities differs in. */
  Differences with(SideBySide.Pair pair) {
    var isExtra = pair.source().isEmpty();
    var isMissing = pair.target().isEmpty();
    var differs = pair.differs();
    return new Differences(
        entities + (isExtra ? 0 : 1),
        missing + (isMissing ? 1 : 0),
        extra + (isExtra ? 1 : 0),
        changed + (differs && !isExtra && !isMissing ? 1 : 0),
        differs ? Stream.concat(examples.stream(), Stream.of(pair.key())).toList() : examples);
  }

  Differences and(Differences other) {
    return new Differences(
        entities + other.entities,
        missing + other.missing,
        extra + other.extra,
        changed + other.changed,
        Stream.concat(examples.stream(), other.examples.stream()).toList());
  }

  boolean areNone() {
    return missing + extra + changed == 0;
  }
}
