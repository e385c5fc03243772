package io.weir.engine.advice;

import io.weir.api.AccessPath;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexState;
import io.weir.api.index.SortProperty;
import io.weir.api.index.UnusedIndex.Reason;
import io.weir.engine.index.TableIndex;
import io.weir.engine.observe.QueryShape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The index that serves queries of one shape.
 *
 * <p>Its properties are those with one value, sorted by name, then the order, or else one property
 * with a range: the entries that match are one run. An index for queries of one partition begins
 * with the PartitionKey.
 *
 * @param properties at most {@link IndexDefinition#MAX_PROPERTIES}
 * @param isOrder whether the index must give the order of the query
 */
record IndexDesign(QueryShape shape, List<SortProperty> properties, boolean isOrder) {

  private static final String PARTITION_KEY = "PartitionKey";
  private static final int NAME_CHARS = 60;

  IndexDesign {
    properties = List.copyOf(properties);
  }

  /**
   * Returns the design for a shape; empty when no index would read less, or the shape has one
   * already.
   */
  static Optional<IndexDesign> of(QueryShape shape) {
    var isOrder = !shape.order().isEmpty();
    var isServable = isOrder ? !shape.equal().isEmpty() : readsKeys(shape.path());
    var names = Stream.of(
            shape.equal().stream(),
            shape.ranged().stream(),
            shape.order().stream().map(SortProperty::name))
        .flatMap(each -> each);
    if (!isServable || !names.allMatch(IndexDesign::isPlain)) {
      return Optional.empty();
    }
    var properties = new ArrayList<SortProperty>();
    if (isInPartition(shape)) {
      properties.add(SortProperty.ascending(PARTITION_KEY));
    }
    var comparedFrom = properties.size();
    shape.equal().forEach(name -> properties.add(SortProperty.ascending(name)));
    if (isOrder) {
      shape.order().stream()
          .filter(each -> !shape.equal().contains(each.name()))
          .forEach(properties::add);
    } else {
      shape.ranged().stream().findFirst().map(SortProperty::ascending).ifPresent(properties::add);
    }
    return properties.size() == comparedFrom || properties.size() > IndexDefinition.MAX_PROPERTIES
        ? Optional.empty()
        : Optional.of(new IndexDesign(shape, properties, isOrder));
  }

  private static boolean isInPartition(QueryShape shape) {
    return shape.path().compareTo(AccessPath.PARTITION_SCAN) <= 0;
  }

  private static boolean readsKeys(AccessPath path) {
    return switch (path) {
      case ROW_RANGE, PARTITION_SCAN, PARTITION_RANGE, TABLE_SCAN -> true;
      default -> false;
    };
  }

  /**
   * Whether a name can stand in a command as it is. A name that would need quotes gets no advice:
   * filters and orders may contain it, and next to no entity has a property of such a name.
   */
  private static boolean isPlain(String name) {
    return name.codePoints().allMatch(each -> Character.isLetterOrDigit(each) || each == '_');
  }

  /**
   * Whether an index that exists, or is being filled, serves the queries as well. A partial index
   * does not count.
   */
  boolean isServedBy(TableIndex index) {
    return begins(index) && obstacle(index).isEmpty();
  }

  /**
   * Returns why an index does not serve the queries, although it begins with these properties;
   * empty for any other index.
   */
  Optional<Reason> reasonAgainst(TableIndex index) {
    return begins(index) ? obstacle(index) : Optional.empty();
  }

  private boolean begins(TableIndex index) {
    var leading = index.definition().properties();
    return leading.size() >= properties.size() && serves(leading.subList(0, properties.size()));
  }

  private Optional<Reason> obstacle(TableIndex index) {
    var definition = index.definition();
    if (index.state() == IndexState.FAILED) {
      return Optional.of(Reason.FAILED);
    }
    if (!definition.where().equals(Filter.ALL)) {
      return Optional.of(Reason.PARTIAL);
    }
    return definition.sparse()
            && !definition.properties().stream().allMatch(each -> isCompared(each.name()))
        ? Optional.of(Reason.SPARSE)
        : Optional.empty();
  }

  /**
   * Whether an index leads to one run of entries. The order of the properties with one value makes
   * no difference, nor does their direction.
   */
  private boolean serves(List<SortProperty> leading) {
    var fixed = (isInPartition(shape) ? 1 : 0) + shape.equal().size();
    var rest = leading.subList(fixed, leading.size());
    var wanted = properties.subList(fixed, properties.size());
    return names(leading.subList(0, fixed)).equals(names(properties.subList(0, fixed)))
        && (isOrder
            ? rest.equals(wanted)
                || rest.equals(wanted.stream().map(SortProperty::reversed).toList())
            : names(rest).equals(names(wanted)));
  }

  private static Set<String> names(List<SortProperty> properties) {
    var names = new HashSet<String>();
    properties.forEach(each -> names.add(each.name()));
    return names;
  }

  /** Whether an entity without a property cannot match. */
  private boolean isCompared(String name) {
    return EntityBuilder.isSystemProperty(name)
        || shape.equal().contains(name)
        || shape.ranged().contains(name);
  }

  /** Returns the definition, under a name that no declared index has. */
  IndexDefinition definition(List<TableIndex> declared) {
    return new IndexDefinition(name(declared), properties, Filter.ALL, false, false);
  }

  private IndexName name(List<TableIndex> declared) {
    var text = new StringBuilder("By");
    properties.forEach(each -> text.append('_').append(each.name()));
    var plain = text.toString().replaceAll("[^A-Za-z0-9_]", "_");
    var base = plain.substring(0, Math.min(NAME_CHARS, plain.length()));
    for (var number = 1; ; number++) {
      var name = new IndexName(number == 1 ? base : base + number);
      if (declared.stream().noneMatch(each -> each.definition().name().equals(name))) {
        return name;
      }
    }
  }
}
